import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { bookingOf, nextFile, openStatements, takenBy } from './clearing-test-hostile.ts';
import { type GotFile, openRoundTrip, type RoundTrip, statusOf } from './clearing-test-trip.ts';
import type { DebitItem } from './iso/iso-debits.ts';
import type { Entry } from './iso/iso-statements.ts';

let trip: RoundTrip;
let file: GotFile;
before(async () => {
  trip = await openRoundTrip({ itemsPerFile: 10 }, 1);
  await trip.addDebits(3);
  await trip.cutOff();
  const sent = await nextFile(trip);
  file = sent;
});
after(async () => {
  try {
    await checkLedger(trip.testServer);
  } finally {
    await trip.close();
  }
});

const debitAt = (n: number): DebitItem => {
  const debit = file.debits[n];
  assert.ok(debit);
  return debit;
};

const kindsOf = async (text: string) => (await takenBy(trip, 'settlement-bank', text)).kinds;

/** An entry that matches no item. */
const entryOf = (amount: number): Entry =>
  bookingOf(trip.testServer, { ...debitAt(0), amount }, 'CREDIT', { items: [] });

async function inBank(): Promise<number> {
  const [row] = await trip.rows<{ sum: number | null }>(
    `select sum(amount)::integer as sum from postings where account = 'SETTLEMENT_BANK'`,
  );
  return row?.sum ?? 0;
}

const EXCEPTIONS = '/api/v1/operator/exceptions';

/** An operator who has just signed in: tokens do not live as long as a day. */
const signIn = () => trip.testServer.signIn('OPERATOR', trip.operator.email);

test('an entry of nothing, such as a fee that is waived, is left out, and the rest is processed', async () => {
  const { statement } = openStatements(trip);
  const text = statement([entryOf(0), entryOf(7000)], 7000);
  const end = await takenBy(trip, 'settlement-bank', text);
  assert.deepEqual(end, { state: 'PROCESSED', failures: 0, kinds: ['UNMATCHED'] });
  assert.equal(await inBank(), 7000);
});

test('a booking that the bank takes back and books again is no return: both entries wait for an operator', async () => {
  const credit = () => trip.credits(file, [debitAt(0)]);
  assert.deepEqual(await kindsOf(credit()), []);
  const reversal = trip
    .credits(file, [debitAt(0)], { direction: 'DEBIT' })
    .replace('</CdtDbtInd>', '</CdtDbtInd><RvslInd>true</RvslInd>');
  assert.deepEqual(await kindsOf(reversal), ['UNMATCHED']);
  assert.deepEqual(await kindsOf(credit()), ['UNMATCHED']);
  assert.deepEqual(await trip.states(), { PROCESSING: 2, SETTLED: 1 });
  const client = await signIn();
  const { content } = (await client.call(`${EXCEPTIONS}?kind=UNMATCHED&state=OPEN`)).json;
  const taken = content.find(({ explanation }: { explanation: string }) =>
    /taken back/.test(explanation),
  );
  const body = { outcome: 'SENT_BACK', reason: 'The bank had booked it wrongly' };
  const path = `${EXCEPTIONS}/${taken.id}/close`;
  const closed = await client.call(path, { method: 'POST', body });
  assert.deepEqual([closed.json.state, closed.json.suspense], ['CLOSED', 0], closed.text);
  assert.deepEqual(await trip.states(), { PROCESSING: 2, SETTLED: 1 });
});

test('a debit whose return the bank has booked is not refused: its money would stand on no account', async () => {
  const [back, other] = [debitAt(1), debitAt(2)];
  assert.deepEqual(await kindsOf(trip.credits(file, [back], { direction: 'DEBIT' })), []);
  const earlier = await inBank();
  const refused = await takenBy(
    trip,
    'clearing-house',
    trip.statuses([statusOf(file, back, 'AC04'), statusOf(file, other, 'AC04')]),
  );
  assert.deepEqual(refused.kinds, ['CONTRADICTION']);
  assert.deepEqual(await trip.states(), { FAILED: 1, PROCESSING: 1, SETTLED: 1 });
  const group = {
    originalMessageId: file.messageId,
    status: 'RJCT',
    reasonCode: 'MS03',
    text: null,
  };
  await takenBy(trip, 'clearing-house', trip.statuses([], [group]));
  assert.deepEqual(await trip.states(), { FAILED: 1, PROCESSING: 1, SETTLED: 1 });
  // The bank takes its booking back.
  assert.deepEqual(await kindsOf(trip.credits(file, [back])), []);
  assert.deepEqual(await trip.states(), { FAILED: 1, RETURNED: 1, SETTLED: 1 });
  assert.equal(await inBank(), earlier);
});

test('the statement says on which day something was booked, where the notification does not', async () => {
  const entry = entryOf(5000);
  const closing = (await inBank()) + entry.amount;
  const late = openStatements(trip).statement([entry], closing);
  trip.testServer.clock.advance(DAY);
  const notice = trip.credits(file, [debitAt(0)], { ...entry, bookedOn: null });
  assert.deepEqual(await kindsOf(notice), ['UNMATCHED']);
  assert.deepEqual(await kindsOf(late), []);
  assert.equal(await inBank(), closing);
});

test('of two balances of one day in a file the last one counts', async () => {
  const { statement } = openStatements(trip);
  const entry = entryOf(3000);
  const closing = await inBank();
  // Within the day, and at its end.
  const [first, last] = [statement([], closing), statement([entry], closing + entry.amount)];
  const [more = ''] = /<Stmt>.*<\/Stmt>/s.exec(last) ?? [];
  assert.deepEqual(await kindsOf(first.replace('</Stmt>', () => `</Stmt>${more}`)), ['UNMATCHED']);
});
