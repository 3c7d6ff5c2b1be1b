import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Analytics } from '@tegeka/contract/analytics.ts';
import type { Debit } from '@tegeka/contract/debits/debits.ts';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import {
  consentedMandate,
  decideMandate,
  openBank,
  openPayer,
  openShop,
} from '#testing/test-mandate.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;
let operator: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
  operator = await testServer.operator();
});
after(async () => {
  try {
    await checkLedger(testServer);
  } finally {
    await testServer.close();
  }
});

/** What is debited, by the first name on the account, which says what the bank does about it. */
const DEBITS: readonly (readonly [string, number])[] = [
  ['Grace', 100_000],
  ['Mary', 240_000],
  ['Closed', 70_000],
  ['Joseph closed', 30_000],
  ['Stopped', 50_000],
  ['Closed', 20_000],
  ['Bounced', 90_000],
];

/** A business with a debit of each name, and how it reads its figures later. */
async function openDebited() {
  const shop = await openShop(testServer);
  const base = shop.mandates.replace('/mandates', '');
  const merchantId = base.split('/').at(-1) ?? '';
  for (const [name, amount] of DEBITS) {
    const payer = await openPayer(testServer, { client: shop.client, merchantId });
    const account = { accountName: `${name} Nakato` };
    // A schedule would make debits of its own on some days of the month.
    const terms = { schedule: { kind: 'ON_DEMAND' } };
    const asked = await consentedMandate(testServer, payer, account, terms);
    const { id: mandateId, reference } = asked;
    await decideMandate(officer, reference, { decision: 'APPROVE' });
    const made = await shop.client.call(`${base}/transactions`, {
      method: 'POST',
      body: { mandateId, reference: `${reference}-1`, amount },
    });
    assert.equal(made.status, 201, made.text);
  }
  const read = async (path: string) => {
    // The session has ended where the clock was moved.
    const client = await testServer.signIn('MERCHANT', shop.email);
    return client.call(`${base}/${path}`);
  };
  const figures = async (): Promise<Analytics> => (await read('analytics')).json;
  const debits = async (): Promise<Debit[]> => (await read('transactions?size=100')).json.content;
  return { figures, debits };
}

const sumOf = (of: readonly { amount: number }[]) => ({
  count: of.length,
  amount: of.reduce((sum, { amount }) => sum + amount, 0),
});

test('figures are the sums of what was settled and what failed, by day, outcome and failure reason', async () => {
  const { figures, debits } = await openDebited();
  assert.deepEqual((await figures()).days, []);
  // That of `Bounced` comes back business days after it was settled.
  const isOpen = ({ state, amount }: Debit) =>
    state !== 'FAILED' && state !== (amount === 90_000 ? 'RETURNED' : 'SETTLED');
  for (let n = 0; n < 14 && (await debits()).some(isOpen); n += 1)
    await moveClock(operator, 'TOMORROW');
  const today = isoDay(await businessNow(operator));
  const found = await figures();
  assert.deepEqual([found.from, found.to], [addDays(today, -29), today]);

  const all = await debits();
  assert.deepEqual(
    found.outcomes.filter(({ count }) => count > 0),
    [
      { outcome: 'SETTLED', count: 3, amount: 370_000 },
      { outcome: 'FAILED', count: 4, amount: 230_000 },
    ],
  );
  assert.deepEqual(found.failureReasons, [
    { failureReason: 'ACCOUNT_CLOSED', count: 2, amount: 90_000 },
    { failureReason: 'INSUFFICIENT_FUNDS', count: 1, amount: 90_000 },
    { failureReason: 'REFUSED_BY_PAYER', count: 1, amount: 50_000 },
  ]);
  for (const { day, settled, failed } of found.days) {
    const ofDay = all.filter(({ collectionDay }) => collectionDay === day);
    assert.deepEqual(settled, sumOf(ofDay.filter(({ state }) => state === 'SETTLED')), day);
    const wrong = ofDay.filter(({ state }) => state === 'FAILED' || state === 'RETURNED');
    assert.deepEqual(failed, sumOf(wrong), day);
  }
  const ofDays = found.days.reduce((sum, { settled }) => sum + settled.amount, 0);
  assert.equal(ofDays, 370_000);
});

test('a period begins 30 or 90 days ago or with the year; another one is refused', async () => {
  const { client, mandates } = await openShop(testServer);
  const path = mandates.replace('mandates', 'analytics');
  const today = isoDay(await businessNow(operator));
  const since = async (period: string) => (await client.call(`${path}?period=${period}`)).json.from;
  assert.equal(await since('LAST_90_DAYS'), addDays(today, -89));
  assert.equal(await since('THIS_YEAR'), `${today.slice(0, 4)}-01-01`);
  assert.equal((await client.call(`${path}?period=EVER`)).status, 400);
});

test("nobody reads another business's figures", async () => {
  const { mandates } = await openShop(testServer);
  const other = await openShop(testServer);
  const pathOf = (path: string) => path.replace('mandates', 'analytics');
  assert.equal((await other.client.call(pathOf(mandates))).status, 404);
  const own = await other.client.call(pathOf(other.mandates));
  assert.deepEqual([own.json.days, own.json.failureReasons], [[], []]);
});
