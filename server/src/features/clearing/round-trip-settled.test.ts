import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { DAY, decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { settleFor } from '#testing/setup/test-money.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { until } from '#testing/test-mandate.ts';
import {
  bookingOf,
  gotOrder,
  makePayouts,
  openStatements,
  takenBy,
} from './clearing-test-hostile.ts';
import { openRoundTrip, type RoundTrip } from './clearing-test-trip.ts';
import type { Entry } from './iso/iso-statements.ts';

let trip: RoundTrip;
before(async () => {
  trip = await openRoundTrip({ itemsPerFile: 10 }, 1);
});
after(() => trip.close());

/** An operator who has just signed in: tokens do not live as long as a day. */
async function fresh(person = trip.operator) {
  return { ...person, client: await trip.testServer.signIn('OPERATOR', person.email) };
}

const LEDGER = '/api/v1/operator/ledger';

/** The results of a statement with some entries: exceptions, unexplained difference, open items. */
async function endOfDay(entries: readonly Entry[], closing: number) {
  const { statement } = openStatements(trip);
  const { kinds } = await takenBy(trip, 'settlement-bank', statement(entries, closing));
  const [{ difference, openItems }] = (await (await fresh()).client.call(LEDGER)).json.statements;
  return { kinds, difference, open: openItems.map((one: { amount: number }) => one.amount) };
}

test('a payout that two operators settled as paid is posted once, and is an open item until the bank books it', async () => {
  const { testServer } = trip;
  const checker = await testServer.operator();
  await makePayouts(trip, [300_000]);
  await trip.cutOff();
  const [transfer] = (await gotOrder(trip)).transfers;
  assert.ok(transfer);
  testServer.clock.advance(5 * DAY);
  const { id } = await until(async () => {
    const [row] = await trip.rows<{ id: string }>(`select id from payouts where state = 'UNKNOWN'`);
    return row;
  });
  const evidence = 'Stanbic, Ms Akello, by phone: it was paid';
  const body = { outcome: 'PAID', evidence };
  const { client } = await fresh();
  const asked = await client.call(`/api/v1/payouts/${id}/resolve`, { method: 'POST', body });
  assert.equal(asked.status, 202, asked.text);
  const approval = { decision: 'APPROVE' };
  const decided = await decideAbout(await fresh(checker), transfer.endToEndId, approval);
  assert.equal(decided.json.state, 'EXECUTED', decided.text);

  const booking = () => bookingOf(testServer, transfer, 'DEBIT');
  const inBank = 301_150;
  assert.deepEqual(await endOfDay([], inBank), { kinds: [], difference: 0, open: [300_000] });
  testServer.clock.advance(DAY);
  const booked = await endOfDay([booking()], inBank - 300_000);
  assert.deepEqual(booked, { kinds: [], difference: 0, open: [] });
  await checkLedger(testServer);
  // The bank books it a second time, which matches nothing.
  const twice = await endOfDay([booking()], inBank - 600_000);
  assert.deepEqual(twice, { kinds: ['UNMATCHED'], difference: 0, open: [] });
  await checkLedger(testServer);
});

test('fees of the bank are posted once, whether they are booked manually before its entry or after', async () => {
  const { testServer } = trip;
  const checker = await testServer.operator();
  const { organizationId } = await testServer.merchant();
  await settleFor(testServer, organizationId, 1_000_000, testServer.clock.now());
  const { client } = await fresh();
  const balances = async () => {
    const { accounts } = (await client.call(LEDGER)).json;
    const of = (name: string): number =>
      accounts.find(({ account }: { account: string }) => account === name).balance;
    return [of('SETTLEMENT_BANK'), of('SUSPENSE'), of('BANK_FEES')];
  };
  const [bank = 0, suspense = 0, fees = 0] = await balances();
  const book = async (amount: number) => {
    const body = { kind: 'BANK_FEES', amount, merchantId: null, reason: 'Statement 11' };
    const asked = await client.call(`${LEDGER}/adjustments`, { method: 'POST', body });
    assert.equal(asked.status, 202, asked.text);
    await decideAbout(checker, showMoney(amount), { decision: 'APPROVE' });
  };
  const took = (amount: number) => {
    const nothing = { instructionId: '', endToEndId: '', amount, currency: 'UGX' };
    return bookingOf(testServer, nothing, 'DEBIT', { items: [] });
  };
  /** Closes the newest exception. */
  const close = async () => {
    const [{ id }] = (await client.call('/api/v1/operator/exceptions')).json.content;
    const body = { outcome: 'BOOKED', reason: 'Fees of November' };
    return client.call(`/api/v1/operator/exceptions/${id}/close`, { method: 'POST', body });
  };
  const unmatched = { kinds: ['UNMATCHED'], difference: 0, open: [] };
  assert.deepEqual(await endOfDay([took(2500)], bank - 2500), unmatched);
  assert.equal((await close()).json.fields[0].field, 'outcome', 'nobody has booked it');
  await book(2500);
  assert.deepEqual(await balances(), [bank - 2500, suspense, fees + 2500]);
  assert.equal((await close()).json.outcome, 'BOOKED');
  await checkLedger(testServer);
  await book(700);
  await checkLedger(testServer);
  assert.deepEqual(await endOfDay([took(700)], bank - 3200), unmatched);
  assert.equal((await close()).json.outcome, 'BOOKED');
  assert.deepEqual(await balances(), [bank - 3200, suspense, fees + 3200]);
  await endOfDay([took(700)], bank - 3900);
  assert.equal((await close()).json.fields[0].field, 'outcome', 'a booking is used once');
  await checkLedger(testServer);
});

test('a file with the statements of several days is compared with the ledger day by day', async () => {
  const { statement } = openStatements(trip);
  const [{ closing }] = (await (await fresh()).client.call(LEDGER)).json.statements;
  const [first, second] = [statement([], closing), statement([], closing + 5000)];
  const [more = ''] = /<Stmt>.*<\/Stmt>/s.exec(second) ?? [];
  const both = first.replace('</Stmt>', () => `</Stmt>${more}`);
  const { kinds } = await takenBy(trip, 'settlement-bank', both);
  assert.deepEqual(kinds, ['BALANCE']);
});

test('a statement that is processed after that of the next day explains what differed then', async () => {
  const { testServer } = trip;
  const { statement } = openStatements(trip);
  const { client } = await fresh();
  const [{ ledgerBalance }] = (await client.call(LEDGER)).json.statements;
  const fees = bookingOf(
    testServer,
    { instructionId: '', endToEndId: '', amount: 4000, currency: 'UGX' },
    'DEBIT',
    { items: [] },
  );
  const late = statement([fees], ledgerBalance - 4000);
  testServer.clock.advance(DAY);
  const early = await endOfDay([], ledgerBalance - 4000);
  assert.deepEqual(early, { kinds: ['BALANCE'], difference: -4000, open: [] });
  const exceptions = async () =>
    (await (await fresh()).client.call('/api/v1/operator/exceptions?kind=BALANCE')).json.content;
  const [opened] = await exceptions();
  assert.deepEqual([opened.state, opened.reference], ['OPEN', isoDay(testServer.clock.now())]);

  assert.deepEqual((await takenBy(trip, 'settlement-bank', late)).kinds, ['UNMATCHED']);
  const [newest] = (await (await fresh()).client.call(LEDGER)).json.statements;
  assert.deepEqual([newest.difference, newest.openItems], [0, []]);
  const [closed] = await exceptions();
  assert.deepEqual(
    [closed.id, closed.state, closed.outcome],
    [opened.id, 'CLOSED', 'NOTHING_TO_DO'],
  );
  await checkLedger(testServer);
});
