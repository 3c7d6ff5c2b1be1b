import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import type { TestPerson } from '#testing/test-server.ts';
import { nextFile, openStatements, takenBy } from './clearing-test-hostile.ts';
import { type GotFile, openRoundTrip, type RoundTrip } from './clearing-test-trip.ts';
import type { DebitItem } from './iso/iso-debits.ts';

const EXCEPTIONS = '/api/v1/operator/exceptions';

let trip: RoundTrip;
let one: GotFile;
let checker: TestPerson;
before(async () => {
  trip = await openRoundTrip({ itemsPerFile: 10 }, 1);
  checker = await trip.testServer.operator();
  await trip.addDebits(4);
  await trip.cutOff();
  one = await nextFile(trip);
});
after(async () => {
  try {
    await checkLedger(trip.testServer);
  } finally {
    await trip.close();
  }
});

const debitAt = (n: number): DebitItem => {
  const debit = one.debits[n];
  assert.ok(debit);
  return debit;
};

/** The bank credits less than went out. Returns the exception of it. */
async function creditLess(text: string) {
  assert.deepEqual((await takenBy(trip, 'settlement-bank', text)).kinds, ['UNMATCHED']);
  const { client } = trip.operator;
  const { json } = await client.call(`${EXCEPTIONS}?kind=UNMATCHED&state=OPEN`);
  return (await client.call(`${EXCEPTIONS}/${json.content[0].id}`)).json;
}

const match = (id: string, body: object) =>
  trip.operator.client.call(`${EXCEPTIONS}/${id}/match`, {
    method: 'POST',
    body: { reason: 'The settlement bank, by phone', ...body },
  });

/** The error at a field of a naming that is refused. */
async function refusal(id: string, body: object): Promise<{ field: string; message: string }> {
  const { status, json } = await match(id, body);
  assert.equal(status, 400, JSON.stringify(json));
  return json.fields[0];
}

async function balances() {
  const rows = await trip.rows<{ account: string; sum: number }>(
    'select account, sum(amount)::integer as sum from postings group by account',
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
}

test('a credit less the fee of the bank settles its debit in full, and the fee is the cost of the platform', async () => {
  const debit = debitAt(0);
  const { amount, endToEndId } = debit;
  const net = amount - 300;
  const exception = await creditLess(trip.credits(one, [debit], { amount: net }));
  const { id, suspense, explanation } = exception;
  assert.equal(suspense, net);
  assert.match(explanation, new RegExp(`names ${endToEndId}.* kept USh 300 as its fee`));
  assert.doesNotMatch(explanation, /UGX/);
  const without = await refusal(id, { reference: endToEndId });
  assert.equal(without.field, 'bankFee');
  assert.match(without.message, /kept USh 300 as its fee, enter that$/);
  assert.equal((await refusal(id, { reference: endToEndId, bankFee: 299 })).field, 'bankFee');
  const asked = await match(id, { reference: endToEndId, bankFee: 300 });
  assert.equal(asked.status, 202, asked.text);
  assert.deepEqual(await balances(), { SETTLEMENT_BANK: net, SUSPENSE: -net });
  const decided = await decideAbout(checker, endToEndId, { decision: 'APPROVE' });
  assert.equal(decided.json.state, 'EXECUTED', decided.text);
  const { SETTLEMENT_BANK: bank, SUSPENSE: left, BANK_FEES: fees } = await balances();
  assert.deepEqual([bank, left, fees], [net, 0, 300]);
  const [settled] = await trip.rows(
    'select state, net::integer = amount::integer - charge::integer - excise_duty::integer as whole from debits where reference = $1',
    [endToEndId],
  );
  assert.deepEqual(settled, { state: 'SETTLED', whole: true });
  const closed = (await trip.operator.client.call(`${EXCEPTIONS}/${id}`)).json;
  assert.deepEqual([closed.state, closed.outcome, closed.suspense], ['CLOSED', 'MATCHED', 0]);
  await checkLedger(trip.testServer);
  // The end of the day agrees: the bank has what it has credited.
  const end = await takenBy(trip, 'settlement-bank', openStatements(trip).statement([], net));
  assert.deepEqual(end.kinds, []);
});

test('more than a fee can be is missing, or nothing: the debit is not named with a fee', async () => {
  const debit = debitAt(1);
  await trip.rows(
    `insert into dated_rates (name, starts_on, value) values ('BANK_FEE_MAX', '2020-01-01', 500)`,
  );
  const far = await creditLess(trip.credits(one, [debit], { amount: debit.amount - 501 }));
  const tooMuch = await refusal(far.id, { reference: debit.endToEndId });
  assert.equal(tooMuch.field, 'reference');
  assert.match(tooMuch.message, /more is missing than a bank fee can be/);
  const named = { reference: debit.endToEndId, bankFee: 501 };
  assert.deepEqual(await refusal(far.id, named), {
    field: 'bankFee',
    message: 'A bank fee is USh 500 at most',
  });
  const whole = trip.credits(one, [debit], { items: [] });
  const { id } = await creditLess(whole);
  const nothing = await refusal(id, { reference: debit.endToEndId, bankFee: 100 });
  assert.equal(nothing.field, 'bankFee');
  assert.match(nothing.message, /nothing is missing$/);
  const out = await creditLess(
    trip.credits(one, [debitAt(0)], { direction: 'DEBIT', items: [], amount: 40 }),
  );
  const wrongWay = await refusal(out.id, { reference: debitAt(0).endToEndId, bankFee: 50 });
  assert.match(wrongWay.message, /The money went out/);
});

test('a sum less the fee of the bank settles all debits of its file once that file is named with the fee', async () => {
  await trip.addDebits(4);
  await trip.cutOff();
  const file = await nextFile(trip);
  const [first] = file.debits;
  assert.ok(first);
  const sum = file.debits.reduce((total, { amount }) => total + amount, 0);
  const earlier = await trip.states();
  const { id, matchingFiles } = await creditLess(
    trip.credits(file, [first], {
      amount: sum - 400,
      items: [],
      batch: { messageId: null, count: file.debits.length },
    }),
  );
  assert.deepEqual(
    matchingFiles.map(({ items, bankFee }: { items: number; bankFee: number }) => [items, bankFee]),
    [[4, 400]],
  );
  const fileId = matchingFiles[0].id;
  assert.equal((await refusal(id, { fileId })).field, 'fileId', 'the fee has to be said');
  const fees = (await balances())['BANK_FEES'] ?? 0;
  const asked = await match(id, { fileId, bankFee: 400 });
  assert.equal(asked.status, 202, asked.text);
  const about = file.messageId.replaceAll('-', '');
  const decided = await decideAbout(checker, about, { decision: 'APPROVE' });
  assert.equal(decided.json.state, 'EXECUTED', decided.text);
  const later = await trip.states();
  assert.equal(later['SETTLED'], (earlier['SETTLED'] ?? 0) + 4);
  assert.equal((await balances())['BANK_FEES'], fees + 400);
});
