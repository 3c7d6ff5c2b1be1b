import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { moveClock } from '#testing/setup/test-clock.ts';
import { until } from '#testing/test-mandate.ts';
import { nextFile, takenBy } from './clearing-test-hostile.ts';
import { type GotFile, openRoundTrip, statusOf } from './clearing-test-trip.ts';

// What a clearing house says of a whole file, beside what it says of its debits.

/** Debits in a file that the clearing house has got, with their next try for lack of funds. */
async function sentFile(t: TestContext, count = 2) {
  const trip = await openRoundTrip({ itemsPerFile: 1000 }, 2);
  t.after(() => trip.close());
  await trip.addDebits(count);
  await trip.rows('update debits set retries_left = 1');
  await trip.cutOff();
  const file = await nextFile(trip);
  const group = (status: string, reasonCode: string | null, messageId = file.messageId) => [
    { originalMessageId: messageId, status, reasonCode, text: null },
  ];
  const say = async (
    codes: readonly (string | null)[],
    groups: ReturnType<typeof group> = [],
    of: GotFile = file,
  ) => {
    const items = codes.flatMap((code, n) => {
      const debit = of.debits[n];
      return debit ? [statusOf(of, debit, code)] : [];
    });
    return (await takenBy(trip, 'clearing-house', trip.statuses(items, groups))).kinds;
  };
  const failureReasons = async () =>
    (await trip.rows<{ failure_reason: string }>('select failure_reason from debits')).map(
      ({ failure_reason }) => failure_reason,
    );
  /** Nothing goes out at the next cut-off. */
  const assertNoMore = async () => {
    await trip.cutOff();
    await until(async () => {
      // The next session may be stored already: its debits are made an hour before.
      const open = await trip.rows(
        'select from debit_sessions where submitted_at is null and run_at = cut_off',
      );
      return open.length === 0;
    });
    assert.deepEqual(await trip.fetch(), []);
  };
  return { trip, file, group, say, failureReasons, assertNoMore };
}

test('debits of a file that is refused as a whole fail with the reasons of their own banks', async (t) => {
  const { trip, file, group, say, failureReasons } = await sentFile(t, 4);
  // The debit that is retried has another mandate than the one whose payer has died.
  const [first, ...others] = file.debits;
  const died = others.findIndex((one) => one.mandateReference !== first?.mandateReference);
  const codes = others.map((_, n) => (n === died ? 'MD07' : n === (died + 1) % 3 ? 'FF01' : null));
  const kinds = await say(['AM04', ...codes], group('RJCT', null));
  assert.deepEqual(kinds, ['GROUP_REJECTED']);
  assert.deepEqual(await trip.states(), { CLEARED: 1, FAILED: 3 });
  const failed = (await failureReasons()).filter((failure_reason) => failure_reason !== null);
  assert.deepEqual(failed.toSorted(), ['BAD_REQUEST', 'INSUFFICIENT_FUNDS', 'PAYER_DECEASED']);
  const retries = await trip.rows(`select failure_reason from debits where next_action = 'RETRY'`);
  assert.deepEqual(retries, [{ failure_reason: 'INSUFFICIENT_FUNDS' }]);
  const ended = await trip.rows(`select from mandates where state = 'CANCELLED'`);
  assert.equal(ended.length, 1);
});

test('debits of a file that is refused because it came too late go out again, also where it names each', async (t) => {
  const { trip, group, say } = await sentFile(t);
  const kinds = await say(['TM01', 'TM01'], group('RJCT', 'TM01'));
  assert.deepEqual(kinds, ['GROUP_REJECTED']);
  assert.deepEqual(await trip.states(), { PENDING: 2 });
  assert.deepEqual(await say(['TM01', 'TM01']), [], 'the same again');
  assert.deepEqual(await trip.states(), { PENDING: 2 });
});

test('a file that is refused and then accepted as a whole does not go out again', async (t) => {
  const { trip, file, group, say, assertNoMore } = await sentFile(t);
  await say([], group('RJCT', 'FF01'));
  assert.deepEqual(await trip.states(), { PENDING: 2 });
  await say([], group('ACSC', null));
  assert.deepEqual(await trip.states(), { UNKNOWN: 2 });
  const found = await trip.rows<{ count: number }>(
    `select count(*)::integer as count from clearing_exceptions where kind = 'CONTRADICTION'`,
  );
  assert.deepEqual(found, [{ count: 2 }]);
  await assertNoMore();
  // The bank's answer to the inquiry counts, also for a batch entry of the file.
  assert.deepEqual(await say([null, null]), []);
  assert.deepEqual(await trip.states(), { CLEARED: 2 });
  const amount = file.debits.reduce((sum, debit) => sum + debit.amount, 0);
  const batch = { messageId: file.messageId, count: 2 };
  const money = trip.credits(file, file.debits, { amount, items: [], batch }, 2);
  assert.deepEqual((await takenBy(trip, 'settlement-bank', money)).kinds, []);
  assert.deepEqual(await trip.states(), { SETTLED: 2 });
  await checkLedger(trip.testServer);
});

test('a large file that is refused and then accepted is refused once, and none of it goes out again', async (t) => {
  const { trip, group, say } = await sentFile(t, 600);
  assert.deepEqual(await say([], group('RJCT', 'FF01')), ['GROUP_REJECTED']);
  assert.deepEqual(await trip.states(), { PENDING: 600 });
  const [{ explanation } = { explanation: '' }] = await trip.rows<{ explanation: string }>(
    'select explanation from clearing_exceptions',
  );
  assert.doesNotMatch(explanation, /answered before/);
  assert.deepEqual(await say([], group('RJCT', 'FF01')), [], 'the same again');
  await say([], group('ACSC', null));
  assert.deepEqual(await trip.states(), { UNKNOWN: 600 });
});

test('a file of which every debit is refused, and which is then accepted as a whole, is tried no more', async (t) => {
  const { trip, group, say, failureReasons } = await sentFile(t);
  await say(['AM04', 'AM04']);
  await say([], group('ACSC', null));
  assert.deepEqual(await failureReasons(), ['CONTRADICTED', 'CONTRADICTED']);
  assert.deepEqual(await trip.rows(`select from debits where next_action = 'RETRY'`), []);
});

test('an acceptance that an operator names a debit for keeps it from being tried again', async (t) => {
  const { trip, file, group, say } = await sentFile(t);
  const [debit] = file.debits;
  assert.ok(debit);
  await say(['AM04']);
  const nameless = { ...statusOf(file, debit, null), instructionId: randomUUID() };
  const { kinds } = await takenBy(
    trip,
    'clearing-house',
    trip.statuses([nameless], group('ACTC', null)),
  );
  assert.deepEqual(kinds, ['UNKNOWN_DEBIT']);
  const exceptions = '/api/v1/operator/exceptions';
  const { client } = trip.operator;
  const [{ id, item }] = (await client.call(`${exceptions}?kind=UNKNOWN_DEBIT`)).json.content;
  assert.equal(item, 2, 'the status of the file stands before it');
  const body = { reference: debit.endToEndId, reason: 'The bank has said so by phone' };
  const asked = await client.call(`${exceptions}/${id}/match`, { method: 'POST', body });
  assert.equal(asked.status, 202, asked.text);
  const checker = await trip.testServer.operator();
  await decideAbout(checker, debit.endToEndId, { decision: 'APPROVE' });
  assert.equal((await client.call(`${exceptions}/${id}`)).json.outcome, 'MATCHED');
  const held = await trip.rows(
    `select state, next_action from debits where failure_reason is not null`,
  );
  assert.deepEqual(held, [{ state: 'FAILED', next_action: null }]);
  const { content } = (await client.call(`${exceptions}?kind=CONTRADICTION`)).json;
  assert.match(content[0].explanation, /It is not tried again/);
});

test('a file that is refused as a whole after its money was booked is told to an operator', async (t) => {
  const { trip, file, group, say } = await sentFile(t);
  await say([null, null]);
  await takenBy(trip, 'settlement-bank', trip.credits(file, file.debits));
  assert.deepEqual(await say([], group('RJCT', 'FF01')), ['CONTRADICTION']);
  assert.deepEqual(await trip.states(), { SETTLED: 2 });
  await checkLedger(trip.testServer);
});

test('a file of which every debit is refused may be refused as a whole as well', async (t) => {
  const { group, say } = await sentFile(t);
  assert.deepEqual(await say(['AC04', 'AC04']), []);
  assert.deepEqual(await say([], group('RJCT', 'AC04')), []);
});

test('a status of a whole file that is not known is told to an operator and acknowledges nothing', async (t) => {
  const { trip, group, say } = await sentFile(t);
  const state = async () =>
    (await trip.rows(`select state from clearing_files where message like 'pacs.003%'`))[0]?.[
      'state'
    ];
  assert.deepEqual(await say([], group('XXXX', null)), ['OTHER_STATUS']);
  assert.equal(await state(), 'SENT');
  assert.deepEqual(await say([], group('PART', null)), []);
  assert.equal(await state(), 'ACKED');
});

test('the reason of a whole file says nothing about the accounts of its payers', async (t) => {
  const { trip, group, say, failureReasons } = await sentFile(t);
  assert.deepEqual(await say([], group('RJCT', 'AC04')), ['GROUP_REJECTED']);
  assert.deepEqual(await failureReasons(), ['UNEXPECTED_ERROR', 'UNEXPECTED_ERROR']);
  assert.deepEqual(await trip.rows('select distinct state from mandates'), [{ state: 'ACTIVE' }]);
});

test('an answer to a whole file settles what nobody had answered, and an inquiry that is refused is asked again', async (t) => {
  const { trip, group, say } = await sentFile(t);
  await moveClock(trip.operator, 'WEEK');
  assert.deepEqual(await trip.states(), { UNKNOWN: 2 });
  const [inquiry] = await trip.rows<{ message_id: string }>(
    `select message_id from clearing_files where message like 'pacs.028%' limit 1`,
  );
  assert.ok(inquiry);
  await say([], group('RJCT', 'FF01', inquiry.message_id));
  const [refused] = await trip.rows<{ explanation: string }>(
    `select explanation from clearing_exceptions where kind = 'GROUP_REJECTED'`,
  );
  assert.match(refused?.explanation ?? '', /is asked again/);
  await say([], group('ACSC', null));
  assert.deepEqual(await trip.states(), { CLEARED: 2 });
  const unknown = await trip.rows(
    `select distinct state from clearing_exceptions where kind = 'UNKNOWN'`,
  );
  assert.deepEqual(unknown, [{ state: 'CLOSED' }]);
});

test('nobody says what became of a debit whose file has not gone out', async (t) => {
  const { trip } = await sentFile(t);
  await moveClock(trip.operator, 'WEEK');
  // As after ten failures to send it.
  await trip.rows(
    `update clearing_files set state = 'READY', failures = 10 where message like 'pacs.003%'`,
  );
  const exceptions = '/api/v1/operator/exceptions';
  const { client } = trip.operator;
  const [{ id }] = (await client.call(`${exceptions}?kind=UNKNOWN`)).json.content;
  const body = { outcome: 'NOT_PAID', evidence: 'The bank has shown its books to us' };
  const made = await client.call(`${exceptions}/${id}/resolve`, { method: 'POST', body });
  assert.equal(made.json.fields?.[0]?.field, 'outcome', made.text);
  assert.match(made.json.fields[0].message, /has not been sent/);
});
