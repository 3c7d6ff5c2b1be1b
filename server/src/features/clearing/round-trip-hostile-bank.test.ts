import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { checkLedger } from '#testing/ledger-checks.ts';
import { moveClock } from '#testing/setup/test-clock.ts';
import { until } from '#testing/test-mandate.ts';
import {
  bookingOf,
  brokenForms,
  transferStatusOf,
  type GotOrder,
  gotOrder,
  keptBy,
  makePayouts,
  openStatements,
  takenBy,
} from './clearing-test-hostile.ts';
import { type GotFile, openRoundTrip, type RoundTrip } from './clearing-test-trip.ts';
import type { DebitItem } from './iso/iso-debits.ts';
import type { Entry } from './iso/iso-statements.ts';
import type { TransferItem } from './iso/iso-transfers.ts';

let trip: RoundTrip;
let file: GotFile;
let debit: DebitItem;
let order: GotOrder;
/** Payouts of three businesses. */
let one: TransferItem;
let two: TransferItem;
let three: TransferItem;
let files: ReturnType<typeof openStatements>;
before(async () => {
  trip = await openRoundTrip({ itemsPerFile: 10 }, 2);
  files = openStatements(trip);
  await trip.addDebits(2);
  await makePayouts(trip, [50_000, 60_000, 70_000]);
  await trip.cutOff();
  const [got] = await until(async () => {
    const fetched = await trip.fetch();
    return fetched.length > 0 && fetched;
  });
  order = await gotOrder(trip);
  const [first, second, third] = order.transfers.toSorted((x, y) => x.amount - y.amount);
  assert.ok(got?.debits[0] && first && second && third);
  [file, debit, one, two, three] = [got, got.debits[0], first, second, third];
});
after(() => trip.close());

const taken = (text: string) => takenBy(trip, 'settlement-bank', text);
const booking = (item: TransferItem, change: Partial<Entry> = {}, direction = 'DEBIT' as const) =>
  bookingOf(trip.testServer, item, direction, change);
const notice = (entry: Entry) => trip.credits(file, [debit], entry);

/** What the ledger has on the pooled account. */
async function balance(): Promise<number> {
  const [row] = await trip.rows<{ sum: number }>(
    `select sum(amount)::integer as sum from postings where account = 'SETTLEMENT_BANK'`,
  );
  return row?.sum ?? 0;
}

/** Takes a statement of new bookings in, with the closing balance that they come to. */
async function book(...entries: Entry[]) {
  const moved = entries.reduce(
    (sum, { amount, direction }) => sum + (direction === 'CREDIT' ? amount : -amount),
    0,
  );
  return taken(files.statement(entries, (await balance()) + moved));
}

const stateOf = async ({ endToEndId }: TransferItem) =>
  (await trip.rows('select state from payouts where reference = $1', [endToEndId]))[0]?.['state'];

test('a file of the settlement bank that is cut off or changed is refused whole', async () => {
  const unchanged = await keptBy(trip);
  const good = {
    statuses: files.statuses(order, [transferStatusOf(order, one, null)]),
    statement: files.statement([booking(one)], await balance()),
    notice: notice(booking(one)),
  };
  for (const [what, text] of Object.entries(good))
    for (const form of await Promise.all(brokenForms(text).map(taken)))
      assert.deepEqual(form, { state: 'REFUSED', failures: 0, kinds: ['UNREADABLE'] }, what);
  const { settlementBic, settlementAccount } = trip.testServer.config.clearing;
  const refused: [string, string][] = [
    ['OTHER_SENDER', good.statuses.replaceAll(settlementBic, 'CERBUGKA')],
    ['OTHER_ACCOUNT', good.statement.replace(settlementAccount, '1234567890')],
    ['UNREADABLE', good.statement.replace('CRDT', 'BOTH')],
    ['UNREADABLE', good.statement.replace(/(?<=<BookgDt>)<Dt>[^<]+/, '<Dt>2026-02-30')],
    ['UNREADABLE', good.statement.replace(/<Acct>.*?<\/Acct>/, '')],
    ['UNREADABLE', good.statement.replace(/<AcctSvcrRef>.*?<\/Refs>/s, '<NtryDtls><TxDtls>')],
  ];
  for (const [kind, text] of refused) {
    const { state, kinds } = await taken(text);
    assert.deepEqual([state, kinds], ['REFUSED', [kind]]);
  }
  const elsewhere = await takenBy(trip, 'clearing-house', good.statuses);
  assert.deepEqual(elsewhere.kinds, ['UNREADABLE']);
  assert.deepEqual(await keptBy(trip), unchanged);
  await checkLedger(trip.testServer);
});

test('what the settlement bank says of payouts that did not go out like this changes nothing', async () => {
  const unchanged = await keptBy(trip);
  const good = transferStatusOf(order, one, null);
  const { instructionId, endToEndId } = debit;
  const wrong: [string, object][] = [
    ['UNKNOWN_DEBIT', { instructionId: randomUUID() }],
    ['UNKNOWN_DEBIT', { endToEndId: 'TGP2222222222' }],
    ['UNKNOWN_DEBIT', { instructionId: null, endToEndId: null }],
    // Ids of the payouts of two businesses, mixed.
    ['UNKNOWN_DEBIT', { instructionId: two.instructionId }],
    ['UNKNOWN_DEBIT', { endToEndId: two.endToEndId }],
    ['UNKNOWN_DEBIT', { instructionId, endToEndId }],
    ['OTHER_AMOUNT', { amount: one.amount + 1 }],
    ['OTHER_AMOUNT', { currency: 'USD' }],
    ['OTHER_STATUS', { status: 'XXXX' }],
  ];
  for (const [kind, change] of wrong) {
    const { state, kinds } = await taken(files.statuses(order, [{ ...good, ...change }]));
    assert.deepEqual([state, kinds], ['PROCESSED', [kind]], JSON.stringify(change));
  }
  // A debit that was not sent to this bank, and files that were not sent to it.
  const ofDebit = { ...good, instructionId, endToEndId, amount: debit.amount };
  assert.deepEqual((await taken(files.statuses(file, [ofDebit]))).kinds, ['UNKNOWN_DEBIT']);
  for (const messageId of [file.messageId, randomUUID()])
    assert.deepEqual((await taken(files.statuses({ messageId }, [], 'RJCT'))).kinds, ['NOT_ASKED']);
  const now = await balance();
  const statements: [string, string][] = [
    ['OTHER_CURRENCY', files.statement([booking(one, { currency: 'USD' })], now)],
    ['BALANCE', files.statement([], now + 1)],
    ['BALANCE', files.statement([], -now)],
  ];
  for (const [kind, text] of statements) assert.deepEqual((await taken(text)).kinds, [kind]);
  assert.deepEqual((await taken(files.statement([], now))).kinds, []);
  assert.deepEqual(await keptBy(trip), unchanged);
  await checkLedger(trip.testServer);
});

test('a booking that fits no payout goes to suspense and pays nothing', async () => {
  const states = `select (select jsonb_agg(to_jsonb(c) order by id) from debits c) as debits,
    (select jsonb_agg(to_jsonb(p) order by id) from payouts p) as payouts`;
  const unchanged = await trip.rows(states);
  // A second organization of the domain OPERATOR is not the platform's operator.
  await trip.rows(
    `insert into organizations (id, domain, name, created_at)
     values (gen_random_uuid(), 'OPERATOR', 'A new one', now())`,
  );
  const sum = one.amount + two.amount + three.amount;
  const wrong: Entry[] = [
    booking({ ...one, amount: one.amount + 1 }),
    booking({ ...one, amount: one.amount - 1 }),
    booking({ ...one, instructionId: randomUUID() }),
    booking({ ...one, endToEndId: two.endToEndId }),
    bookingOf(trip.testServer, one, 'CREDIT'),
    booking(one, { amount: sum, items: [], batch: { messageId: order.messageId, count: 2 } }),
    booking(one, { amount: sum - 1, items: [], batch: { messageId: order.messageId, count: 3 } }),
    booking(one, { items: [], batch: { messageId: randomUUID(), count: 1 } }),
    booking(one, { items: [] }),
  ];
  for (const [n, entry] of wrong.entries()) {
    const { state, kinds } = await book(entry);
    assert.deepEqual([state, kinds], ['PROCESSED', ['UNMATCHED']], String(n));
  }
  assert.deepEqual(await trip.rows(states), unchanged);
  const owners = await trip.rows(
    `select distinct organization_id as id from postings where account = 'SUSPENSE'`,
  );
  assert.deepEqual(owners, [{ id: trip.operator.organizationId }]);
  await checkLedger(trip.testServer);
});

test('a payout is paid once, whatever is said of it twice, late or in two messages', async () => {
  const entry = booking(one);
  const announced = booking(two, { booked: false });
  assert.deepEqual((await book(entry)).kinds, []);
  assert.deepEqual([await stateOf(one), await stateOf(two)], ['PAID', 'SENT']);
  const unchanged = await keptBy(trip);
  const now = await balance();
  const messageId = randomUUID();
  const again: [string[], string][] = [
    [[], files.statement([entry, announced], now, { messageId })],
    [['ID_REUSED'], files.statement([entry], now, { messageId })],
    [[], notice(entry)],
    [['OTHER_AMOUNT'], notice({ ...entry, amount: 1 })],
    [['OTHER_AMOUNT'], notice({ ...entry, direction: 'CREDIT' })],
    [['CONTRADICTION'], files.statuses(order, [transferStatusOf(order, one, 'AC04')])],
  ];
  for (const [n, [kinds, text]] of again.entries())
    assert.deepEqual((await taken(text)).kinds, kinds, String(n));
  assert.deepEqual(await keptBy(trip), unchanged);
  assert.deepEqual((await book(booking(one))).kinds, ['UNMATCHED']);
  const rejected = transferStatusOf(order, two, 'AC04');
  for (const kinds of [[], []])
    assert.deepEqual((await taken(files.statuses(order, [rejected]))).kinds, kinds);
  const accepted = await taken(files.statuses(order, [transferStatusOf(order, two, null)]));
  assert.deepEqual(accepted.kinds, ['CONTRADICTION']);
  assert.equal(await stateOf(two), 'REJECTED');
  // The bank has paid it all the same.
  assert.deepEqual((await book(booking(two))).kinds, []);
  // Nobody has spoken of the third one in time.
  await moveClock(trip.operator, 'WEEK');
  assert.equal(await stateOf(three), 'UNKNOWN');
  assert.deepEqual((await taken(notice(booking(three)))).kinds, []);
  const states = await Promise.all([one, two, three].map(stateOf));
  assert.deepEqual(states, ['PAID', 'PAID', 'PAID']);
  await checkLedger(trip.testServer);
});
