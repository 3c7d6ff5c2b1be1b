import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BillingMonth } from '@tegeka/contract/billing.ts';
import { daysOfMonth, isoDay } from '@tegeka/contract/kit/day.ts';
import { keysOf } from '@tegeka/contract/kit/fields.ts';
import { sql } from 'kysely';
import { readRevenueMerchants } from '#features/ledger/ledger-flows-store.ts';
import { postEntries } from '#features/ledger/ledger-store.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import { settleFor } from '#testing/setup/test-money.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let operator: TestPerson;

before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
});
after(async () => {
  try {
    await checkLedger(testServer);
  } finally {
    await testServer.close();
  }
});

/** A business with two settled debits, one of them returned, and a payout. */
async function shop() {
  const { person, merchantId } = await activeMerchant(testServer);
  const { client, organizationId } = person;
  const base = `/api/v1/merchants/${merchantId}`;
  const now = await businessNow(operator);
  const then = new Date(now.getTime() - 3 * 86_400_000);
  for (const amount of [300_000, 98_850]) await settleFor(testServer, organizationId, amount, then);
  await testServer.ctx.db.asPlatform('test', (tx) =>
    postEntries(tx, { sourceKind: 'debit', purpose: 'RETURNED', at: now }, [
      {
        organizationId,
        sourceId: testServer.ctx.ids.uuid(now),
        lines: [
          { account: 'PAYABLE', amount: 99_000 },
          { account: 'CHARGES_INCOME', amount: 1000 },
          { account: 'SETTLEMENT_BANK', amount: -100_000 },
        ],
      },
    ]),
  );
  const body = { amount: 50_000 };
  const payout = await client.call(`${base}/payouts`, { method: 'POST', body });
  return {
    client,
    base,
    organizationId,
    merchantId,
    payout: payout.json,
    months: async (): Promise<BillingMonth[]> =>
      (await client.call(`${base}/billing-months`)).json.content,
    balance: async () => (await client.call(`${base}/balance`)).json.balance,
  };
}

/** Adds the months up; a test may run on the first days of one. */
const sumOf = (months: readonly BillingMonth[], key: Exclude<keyof BillingMonth, 'month'>) =>
  months.reduce((sum, month) => sum + month[key], 0);

const EXPECTED = {
  settled: 401_150,
  charge: 1000,
  exciseDuty: 300,
  returned: 100_000,
  paidOut: 50_000,
  cameBack: 0,
  repaid: 0,
  other: 0,
} as const;

test('the months of a business add up to its balance, before and after days are closed', async () => {
  const { months, balance } = await shop();
  const look = async () => {
    const all = await months();
    for (const key of keysOf(EXPECTED)) assert.equal(sumOf(all, key), EXPECTED[key], key);
    for (const one of all) {
      const { opening, settled, charge, exciseDuty, returned, paidOut, cameBack, repaid, other } =
        one;
      const closing =
        opening + settled - charge - exciseDuty - returned - paidOut + cameBack + repaid + other;
      assert.equal(closing, one.closing);
    }
    assert.equal(all.at(-1)?.opening, 0);
    assert.equal(all[0]?.closing, 249_850);
    assert.equal(await balance(), 249_850);
  };
  await look();
  await moveClock(operator, 'TOMORROW');
  const later = await months();
  // By then it may have been paid out by schedule.
  assert.equal(later[0]?.closing, await balance());
  assert.equal(sumOf(later, 'settled'), EXPECTED.settled);
});

test('a statement has every movement, and its totals are those of the ledger', async () => {
  const { client, base, months, payout, organizationId } = await shop();
  const all = await months();
  const lines: string[][] = [];
  for (const { month, opening, closing } of all.toReversed()) {
    const { text, headers } = await client.call(`${base}/statements/${month}/csv`);
    assert.match(String(headers['content-type']), /text\/csv/);
    const rows = text
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((row) => row.split(','));
    const nets = rows.map((row) => Number(row[6]));
    assert.equal(opening + nets.reduce((sum, net) => sum + net, 0), closing);
    assert.equal(rows.at(-1)?.[7], String(closing));
    lines.push(...rows);
    const pdf = await client.call(`${base}/statements/${month}/pdf`);
    assert.ok(pdf.text.startsWith('%PDF'));
  }
  assert.deepEqual(
    lines.map((row) => row.slice(1, 2).concat(row.slice(3, 7))),
    [
      ['Debit settled', '301150', '-1000', '-150', '300000'],
      ['Debit settled', '100000', '-1000', '-150', '98850'],
      ['Debit returned', '-100000', '1000', '0', '-99000'],
      ['Paid out', '-50000', '0', '0', '-50000'],
    ],
  );
  assert.equal(lines[3]?.[2], payout.reference);
  const booked = await testServer.ctx.db.asPlatform('test', async (tx) => {
    const { rows } = await sql<{ day: string }>`
      select booked_on::text as day from journal_entries
      where organization_id = ${organizationId} order by id`.execute(tx);
    return rows.map(({ day }) => day);
  });
  assert.deepEqual(
    lines.map(([day]) => day),
    booked,
    'the day that it counts to, also where the day before had ended',
  );
  const empty = await client.call(`${base}/statements/2020-01/csv`);
  assert.equal(empty.text.trim().split(/\r?\n/).length, 1);
  assert.equal((await client.call(`${base}/statements/2020-13/csv`)).status, 404);
});

test("nobody reads another business's months and statements", async () => {
  const { base } = await shop();
  const other = await shop();
  for (const path of ['billing-months', 'statements/2026-11/csv', 'statements/2026-11/pdf'])
    assert.equal((await other.client.call(`${base}/${path}`)).status, 404, path);
  assert.equal(sumOf(await other.months(), 'settled'), EXPECTED.settled, 'only its own');
});

const ledger = async () => (await operator.client.call('/api/v1/operator/ledger')).json;
const balanceOf = async (account: string) =>
  (await ledger()).accounts.find((one: { account: string }) => one.account === account).balance;

test('the accounts of the ledger add up, and what was earned is told by month and merchant', async () => {
  const { organizationId } = await shop();
  await moveClock(operator, 'TOMORROW');
  const { accounts, lastClosedDay, lastCheckedAt, differences } = await ledger();
  const owned = ['SETTLEMENT_BANK', 'BANK_FEES', 'WRITE_OFF'];
  const sum = accounts.reduce(
    (total: number, { account, balance }: { account: string; balance: number }) =>
      total + (owned.includes(account) ? balance : -balance),
    0,
  );
  assert.equal(sum, 0);
  assert.ok(lastClosedDay < isoDay(await businessNow(operator)));
  assert.ok(lastCheckedAt !== null);
  assert.deepEqual(differences, []);
  const { content } = (await operator.client.call('/api/v1/operator/revenue')).json;
  const charged = content.reduce((all: number, { charge }: { charge: number }) => all + charge, 0);
  assert.equal(charged, await balanceOf('CHARGES_INCOME'));
  const merchants = await Promise.all(
    content.map(async ({ month }: { month: string }) => {
      const found = await operator.client.call(`/api/v1/operator/revenue/${month}/merchants`);
      return found.json.content;
    }),
  );
  const byMerchant = merchants
    .flat()
    .reduce((all: number, { charge }: { charge: number }) => all + charge, 0);
  assert.equal(byMerchant, charged);
  const [{ month }] = content;
  const range = { ...daysOfMonth(month), max: 1 };
  const few = await testServer.ctx.db.asPlatform('test', (tx) => readRevenueMerchants(tx, range));
  const inAll = merchants[0];
  assert.ok(inAll.length > 2);
  const ids = new Set(inAll.map(({ merchantId }: { merchantId: string }) => merchantId));
  assert.equal(ids.size, inAll.length, 'each business has a row, whatever it is called');
  assert.deepEqual(few, [
    inAll[0],
    {
      merchantId: null,
      merchantName: 'All others',
      charge: content[0].charge - inAll[0].charge,
      exciseDuty: content[0].exciseDuty - inAll[0].exciseDuty,
    },
  ]);
  await testServer.ctx.db.asPlatform('test', async (tx) => {
    const { rows } = await sql<{ charge: string }>`
      select -sum(amount) as charge from postings
      where organization_id = ${organizationId} and account = 'CHARGES_INCOME'`.execute(tx);
    assert.equal(rows[0]?.charge, '1000');
  });
});
