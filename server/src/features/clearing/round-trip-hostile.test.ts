import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { brokenForms, keptBy, nextTwoFiles, takenBy } from './clearing-test-hostile.ts';
import { type GotFile, openRoundTrip, type RoundTrip, statusOf } from './clearing-test-trip.ts';

let trip: RoundTrip;
let file: GotFile;
let other: GotFile;
before(async () => {
  trip = await openRoundTrip({ itemsPerFile: 2 }, 2);
  await trip.addDebits(4);
  await trip.cutOff();
  [file, other] = await nextTwoFiles(trip);
});
after(() => trip.close());

const taken = (channel: 'clearing-house' | 'settlement-bank', text: string) =>
  takenBy(trip, channel, text);
const kept = () => keptBy(trip);

const first = <T>(all: readonly T[]): T => {
  const [one] = all;
  assert.ok(one !== undefined);
  return one;
};

/** Good files of each message about one debit. */
async function goodFiles() {
  const debit = first(file.debits);
  return {
    statuses: trip.statuses([statusOf(file, debit, null)]),
    returns: trip.returns(file, [debit], 'AM04'),
    credits: trip.credits(file, [debit]),
  };
}

test('a file of payments that is cut off or changed is refused whole, and nothing is posted', async () => {
  const unchanged = await kept();
  const good = await goodFiles();
  for (const [what, text] of Object.entries(good)) {
    const channel = what === 'credits' ? 'settlement-bank' : 'clearing-house';
    for (const one of await Promise.all(brokenForms(text).map((form) => taken(channel, form))))
      assert.deepEqual(one, { state: 'REFUSED', failures: 0, kinds: ['UNREADABLE'] }, what);
  }
  const sums = [
    good.returns.replace(/(?<=<NbOfTxs>)\d+/, '2'),
    good.returns.replace(/(?<=<CtrlSum>)\d+/, '1'),
    good.returns.replace(/(?<=<TtlRtrdIntrBkSttlmAmt Ccy="UGX">)\d+/, '1'),
  ];
  for (const sum of sums)
    assert.deepEqual((await taken('clearing-house', sum)).kinds, ['UNREADABLE']);
  assert.deepEqual(await kept(), unchanged);
  await checkLedger(trip.testServer);
});

test('an answer that does not fit what went out is an exception, and nothing is posted', async () => {
  const unchanged = await kept();
  const debit = first(file.debits);
  const stranger = first(other.debits);
  const good = statusOf(file, debit, null);
  const statuses: [string, object][] = [
    ['UNKNOWN_DEBIT', { instructionId: randomUUID() }],
    ['UNKNOWN_DEBIT', { endToEndId: 'TGD2222222222' }],
    ['UNKNOWN_DEBIT', { instructionId: null, endToEndId: null }],
    ['UNKNOWN_DEBIT', { originalMessageId: other.messageId }],
    // Ids of the debits of two businesses, mixed.
    ['UNKNOWN_DEBIT', { instructionId: stranger.instructionId }],
    ['UNKNOWN_DEBIT', { endToEndId: stranger.endToEndId }],
    ['OTHER_AMOUNT', { amount: debit.amount + 1 }],
    ['OTHER_AMOUNT', { currency: 'USD' }],
    ['OTHER_BANK', { agent: 'DFCUUGKA' }],
    ['OTHER_STATUS', { status: 'XXXX' }],
  ];
  for (const [kind, change] of statuses) {
    const { kinds } = await taken('clearing-house', trip.statuses([{ ...good, ...change }]));
    assert.deepEqual(kinds, [kind], JSON.stringify(change));
  }
  const wrong = { ...debit, amount: debit.amount - 1 };
  const back = (one: typeof debit) => trip.returns(file, [one], 'AM04');
  const returns: [string, string][] = [
    ['OTHER_AMOUNT', back(wrong)],
    ['OTHER_AMOUNT', back({ ...debit, currency: 'USD' })],
    ['UNKNOWN_DEBIT', back({ ...debit, instructionId: randomUUID() })],
  ];
  for (const [kind, text] of returns)
    assert.deepEqual((await taken('clearing-house', text)).kinds, [kind]);
  // A pacs.002 from another bank or house, and under another sender's name.
  const answer = trip.statuses([good]);
  assert.deepEqual((await taken('settlement-bank', answer)).kinds, ['UNREADABLE']);
  const { houseBic, settlementAccount } = trip.testServer.config.clearing;
  const named = trip.statuses([good]).replaceAll(houseBic, 'DFCUUGKA');
  assert.deepEqual((await taken('clearing-house', named)).kinds, ['OTHER_SENDER']);
  const credits = trip.credits(file, [debit]);
  assert.deepEqual((await taken('clearing-house', credits)).kinds, ['UNREADABLE']);
  const account = credits.replace(settlementAccount, '1234567890');
  assert.deepEqual((await taken('settlement-bank', account)).kinds, ['OTHER_ACCOUNT']);
  const dollars = trip.credits(file, [debit], { currency: 'USD' });
  assert.deepEqual((await taken('settlement-bank', dollars)).kinds, ['OTHER_CURRENCY']);
  assert.deepEqual(await kept(), unchanged);
  await checkLedger(trip.testServer);
});

test('money that does not fit a debit goes to suspense and settles nothing', async () => {
  const debit = first(file.debits);
  const stranger = first(other.debits);
  const state = `select (select jsonb_agg(to_jsonb(c) order by id) from debits c) as all,
    (select count(*)::integer from journal_entries where source_kind = 'debit') as booked`;
  const unchanged = await trip.rows(state);
  const credits = [
    trip.credits(file, [{ ...debit, amount: debit.amount + 1 }]),
    trip.credits(file, [{ ...debit, instructionId: randomUUID() }]),
    trip.credits(file, [{ ...debit, endToEndId: stranger.endToEndId }]),
    // Two debits, and money for one of them.
    trip.credits(file, [debit], {
      items: file.debits.map((one) => ({
        instructionId: one.instructionId,
        transactionId: null,
        endToEndId: one.endToEndId,
        amount: one.amount,
        returnReason: null,
      })),
    }),
  ];
  for (const [n, text] of credits.entries()) {
    const { state: end, kinds } = await taken('settlement-bank', text);
    assert.deepEqual([end, kinds], ['PROCESSED', ['UNMATCHED']], String(n));
  }
  assert.deepEqual(await trip.rows(state), unchanged);
  await checkLedger(trip.testServer);
  // The right money still settles it, once.
  const right = trip.credits(file, [debit]);
  assert.deepEqual((await taken('settlement-bank', right)).kinds, []);
  const more = trip.credits(file, [debit]);
  assert.deepEqual((await taken('settlement-bank', more)).kinds, ['UNMATCHED']);
  assert.deepEqual(await trip.states(), { PROCESSING: 3, SETTLED: 1 });
  await checkLedger(trip.testServer);
});

test('an answer that names no debit is taken once an operator has named it, where all it says fits', async () => {
  const { client } = trip.operator;
  const [, debit] = file.debits;
  assert.ok(debit);
  const stranger = [...file.debits, ...other.debits].find(({ amount }) => amount !== debit.amount);
  assert.ok(stranger);
  const answer = { ...statusOf(file, debit, 'AM04'), originalMessageId: randomUUID() };
  const { kinds } = await taken('clearing-house', trip.statuses([answer]));
  assert.deepEqual(kinds, ['UNKNOWN_DEBIT']);
  const path = '/api/v1/operator/exceptions';
  const [{ id }] = (await client.call(`${path}?kind=UNKNOWN_DEBIT&state=OPEN`)).json.content;
  const name = (reference: string) => {
    const body = { reference, reason: 'The clearing house, Mr Okello, by phone' };
    return client.call(`${path}/${id}/match`, { method: 'POST', body });
  };
  const unchanged = await kept();
  for (const [reference, explanation] of [
    ['TGD2222222222', /^Nothing went out/],
    [stranger.endToEndId, /went out with/],
  ] as const) {
    const [{ field, message }] = (await name(reference)).json.fields;
    assert.equal(field, 'reference');
    assert.match(message, explanation);
  }
  assert.equal((await name(debit.endToEndId)).status, 202);
  assert.deepEqual(await kept(), unchanged, 'nobody has approved it yet');
  const checker = await trip.testServer.operator();
  await decideAbout(checker, debit.endToEndId, { decision: 'APPROVE' });
  assert.equal((await client.call(`${path}/${id}`)).json.outcome, 'MATCHED');
  const rows = await trip.rows(
    `select state, failure_reason from debits where reference = '${debit.endToEndId}'`,
  );
  assert.deepEqual(rows, [{ state: 'FAILED', failure_reason: 'INSUFFICIENT_FUNDS' }]);
  assert.equal((await name(debit.endToEndId)).json.code, 'EXCEPTION_CLOSED');
  await checkLedger(trip.testServer);
});
