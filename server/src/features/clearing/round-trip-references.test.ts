import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { checkLedger } from '#testing/ledger-checks.ts';
import { bookingOf, nextFile, openStatements, takenBy } from './clearing-test-hostile.ts';
import { type GotFile, openRoundTrip, type RoundTrip } from './clearing-test-trip.ts';
import type { DebitItem } from './iso/iso-debits.ts';
import type { Entry } from './iso/iso-statements.ts';

let trip: RoundTrip;
let file: GotFile;
/** For entries that name no debit. */
let sample: DebitItem;
before(async () => {
  trip = await openRoundTrip({ itemsPerFile: 20 }, 2);
  await trip.addDebits(6);
  await trip.cutOff();
  file = await nextFile(trip);
  sample = nextDebit();
});
after(async () => {
  try {
    await checkLedger(trip.testServer);
  } finally {
    await trip.close();
  }
});

/** A debit that no test before has used. */
function nextDebit(): DebitItem {
  const debit = file.debits.shift();
  assert.ok(debit);
  return debit;
}

const entryOf = (debit: DebitItem, direction: Entry['direction'], change: Partial<Entry> = {}) =>
  bookingOf(trip.testServer, debit, direction, change);

/** Takes a notification of entries in. Returns the kinds of its exceptions. */
async function take(entries: readonly Entry[], change = (text: string) => text) {
  const texts = entries.map((entry) => trip.credits(file, [sample], entry));
  const [first = '', ...more] = texts;
  const own = (text: string) => /<Ntry>.*<\/Ntry>/s.exec(text)?.[0] ?? '';
  const text = first.replace('</Ntry>', () => `</Ntry>${more.map(own).join('')}`);
  const end = await takenBy(trip, 'settlement-bank', change(text));
  assert.deepEqual([end.state, end.failures], ['PROCESSED', 0]);
  return end.kinds;
}

async function sumOf(account: 'SUSPENSE' | 'SETTLEMENT_BANK'): Promise<number> {
  const [row] = await trip.rows<{ sum: number }>(
    `select coalesce(sum(amount), 0)::integer as sum from postings where account = $1`,
    [account],
  );
  return row?.sum ?? 0;
}

const stateOf = async ({ endToEndId }: DebitItem) =>
  (await trip.rows('select state from debits where reference = $1', [endToEndId]))[0]?.['state'];

const openUnder = (reference: string) =>
  trip.rows(
    `select x.id from clearing_exceptions x join clearing_entries e on e.entry_id = x.reference
      where x.state = 'OPEN' and replace(e.reference, '-', '') = $1`,
    [reference.replaceAll('-', '')],
  );

/** Marks the entries of one direction as reversals. */
const reversed = (direction: 'CRDT' | 'DBIT') => (text: string) =>
  text.replaceAll(
    `<CdtDbtInd>${direction}</CdtDbtInd><Sts>`,
    `<CdtDbtInd>${direction}</CdtDbtInd><RvslInd>true</RvslInd><Sts>`,
  );

test('a charge under the reference of its credit is in suspense, in whichever message it stands', async () => {
  const [one, two] = [nextDebit(), nextDebit()];
  const credit = entryOf(one, 'CREDIT');
  const charge = entryOf({ ...one, amount: 500 }, 'DEBIT', { entryId: credit.entryId });
  assert.deepEqual(await take([charge, credit]), ['UNMATCHED']);
  assert.equal(await stateOf(one), 'SETTLED');
  assert.equal(await sumOf('SUSPENSE'), 500);
  assert.deepEqual(await take([credit, charge]), [], 'both are known');
  const later = entryOf(two, 'CREDIT');
  assert.deepEqual(await take([later]), []);
  // As much as the debit: only its code says that it is no return.
  const whole = entryOf(two, 'DEBIT');
  const asCharge = (text: string) => text.replace(/(?<=<SubFmlyCd>)NTAV/, 'CHRG');
  assert.deepEqual(await take([whole], asCharge), ['UNMATCHED']);
  assert.equal(await stateOf(two), 'SETTLED');
});

test('a reversal under the reference of money in suspense takes it out, and nothing is left to do', async () => {
  const [suspense, bank] = [await sumOf('SUSPENSE'), await sumOf('SETTLEMENT_BANK')];
  const credit = entryOf({ ...sample, amount: 7300 }, 'CREDIT', { items: [] });
  assert.deepEqual(await take([credit]), ['UNMATCHED']);
  assert.equal((await openUnder(credit.entryId)).length, 1);
  const back = { ...credit, direction: 'DEBIT' } as const;
  assert.deepEqual(await take([back], reversed('DBIT')), []);
  assert.deepEqual(await openUnder(credit.entryId), []);
  assert.deepEqual([await sumOf('SUSPENSE'), await sumOf('SETTLEMENT_BANK')], [suspense, bank]);
  assert.deepEqual(await take([credit, back], reversed('DBIT')), [], 'both are known');
  await checkLedger(trip.testServer);
});

test('a reversal of a settled debit waits for a person, and its money has left the bank', async () => {
  const debit = nextDebit();
  const bank = await sumOf('SETTLEMENT_BANK');
  const credit = entryOf(debit, 'CREDIT');
  const back = { ...credit, direction: 'DEBIT' } as const;
  assert.deepEqual(await take([credit, back], reversed('DBIT')), ['UNMATCHED']);
  assert.equal(await stateOf(debit), 'SETTLED');
  assert.equal(await sumOf('SETTLEMENT_BANK'), bank);
});

test('an entry is known again by what is stable of it where the bank gives no reference', async () => {
  const debit = nextDebit();
  const entry = entryOf(debit, 'CREDIT');
  const without = (text: string) => text.replaceAll(/<AcctSvcrRef>.*?<\/AcctSvcrRef>/g, '');
  assert.deepEqual(await take([entry], without), []);
  assert.equal(await stateOf(debit), 'SETTLED');
  assert.deepEqual(await take([entry], without), []);
  const placeholder = (text: string) => text.replaceAll(/(?<=<AcctSvcrRef>)[^<]+/g, 'NONREF');
  assert.deepEqual(await take([entry], placeholder), []);
  const nameless = trip.credits(file, [debit], { items: [], entryId: 'NONREF' });
  const refused = await takenBy(trip, 'settlement-bank', nameless);
  assert.deepEqual(refused, { state: 'REFUSED', failures: 0, kinds: ['UNREADABLE'] });
});

test('what is not booked moves nothing, and an item that goes the other way is not settled', async () => {
  const debit = nextDebit();
  const bank = await sumOf('SETTLEMENT_BANK');
  const entry = entryOf(debit, 'CREDIT');
  for (const status of ['PDNG', 'INFO', 'FUTR'])
    assert.deepEqual(await take([entry], (text) => text.replace('BOOK', status)), [], status);
  const unknown = trip.credits(file, [debit]).replace('BOOK', 'WHAT');
  assert.deepEqual((await takenBy(trip, 'settlement-bank', unknown)).kinds, ['UNREADABLE']);
  assert.equal(await sumOf('SETTLEMENT_BANK'), bank);
  const other = (text: string) => text.replace(/CRDT(?=.{0,20}<\/TxDtls>)/s, 'DBIT');
  assert.deepEqual(await take([entry], other), ['UNMATCHED']);
  assert.equal(await stateOf(debit), 'PROCESSING');
});

test('statements without entries and pages of one statement are processed', async () => {
  const { statement } = openStatements(trip);
  const closing = await sumOf('SETTLEMENT_BANK');
  const empty = statement([], closing);
  assert.deepEqual((await takenBy(trip, 'settlement-bank', empty)).kinds, []);
  const entry = entryOf({ ...sample, amount: 800 }, 'CREDIT', { items: [] });
  const messageId = randomUUID();
  const page = (text: string, number: number) =>
    text.replace(
      '</GrpHdr>',
      `<MsgPgntn><PgNb>${number}</PgNb><LastPgInd>${number === 2}</LastPgInd></MsgPgntn></GrpHdr>`,
    );
  const balances = /<Bal>.*?<\/Bal>/gs;
  const one = page(statement([], 0, { messageId }).replaceAll(balances, ''), 1);
  const two = page(statement([entry], closing + 800, { messageId }), 2);
  for (const [text, kinds] of [
    [one, []],
    [two, ['UNMATCHED']],
  ] as const)
    assert.deepEqual(await takenBy(trip, 'settlement-bank', text), {
      state: 'PROCESSED',
      failures: 0,
      kinds,
    });
});
