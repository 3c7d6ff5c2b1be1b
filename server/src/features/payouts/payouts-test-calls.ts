import assert from 'node:assert/strict';
import type { PayoutItem } from '@tegeka/contract/payouts/payout-items.ts';
import type { PayoutDetail } from '@tegeka/contract/payouts/payouts.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { businessNow } from '#testing/setup/test-clock.ts';
import { returnFor, settleFor } from '#testing/setup/test-money.ts';
import type { TestPerson, TestServer } from '#testing/test-server.ts';
import { takePayoutStatus } from './payouts-answers.ts';
import { lockPending, markSent, startDeadline } from './payouts-submission.ts';

export const DAY = 86_400_000;

/** A business that is owed something. */
export async function openShop(
  { testServer, operator }: { testServer: TestServer; operator: TestPerson },
  amount: number,
  daysAgo: number,
) {
  const { person, merchantId } = await activeMerchant(testServer);
  const { client, organizationId } = person;
  const base = `/api/v1/merchants/${merchantId}`;
  const now = await businessNow(operator);
  const settings = async () => (await client.call(`${base}/payout-settings`)).json;
  const setTo = async (change: object) => {
    const { version } = await settings();
    const common = { schedule: 'MANUAL', weekday: 'Monday', minimum: 10_000 };
    const body = { ...common, version, ...change };
    return client.call(`${base}/payout-settings`, { method: 'PUT', body });
  };
  if (amount > 0) {
    // By its schedule it would be paid out at half past ten, in the middle of a test.
    const set = await setTo({});
    if (set.status !== 200) throw new Error(`Not set: ${set.text}`);
    await settleFor(testServer, organizationId, amount, new Date(now.getTime() - daysAgo * DAY));
  }
  return {
    person,
    client,
    organizationId,
    merchantId,
    base,
    balance: async () => (await client.call(`${base}/balance`)).json,
    settings,
    setTo,
    payOut: (body: object = {}) => client.call(`${base}/payouts`, { method: 'POST', body }),
    read: async (id: string) => (await client.call(`${base}/payouts/${id}`)).json,
    list: async () => (await client.call(`${base}/payouts`)).json,
  };
}

/** A business that is owed 300,000 for a debit of three days ago, with what its payouts list. */
export async function openListedShop(as: { testServer: TestServer; operator: TestPerson }) {
  const opened = await openShop(as, 300_000, 3);
  const { client, base, organizationId, read } = opened;
  const now = await businessNow(as.operator);
  const items = async (id: string): Promise<PayoutItem[]> =>
    (await client.call(`${base}/payouts/${id}/items?size=100`)).json.content;
  return {
    ...opened,
    now,
    items,
    kinds: async (id: string) => (await items(id)).map(({ kind, net }) => [kind, net]),
    settle: (net: number, daysAgo: number) =>
      settleFor(as.testServer, organizationId, net, new Date(now.getTime() - daysAgo * DAY)),
    takeBack: (sourceId: string, amount: number) =>
      returnFor(as.testServer, organizationId, { sourceId, amount }, now),
    detail: async (id: string): Promise<PayoutDetail> => read(id),
  };
}

/** The bank refuses a payout that was sent. */
export async function refusePayout({ ctx }: TestServer, id: string, at: Date): Promise<void> {
  const answer = { status: 'REJECTED', of: 'ITEM', code: 'AC04', reason: 'Closed' } as const;
  const take = () => ctx.db.asPlatform('test', (tx) => takePayoutStatus(ctx, tx, id, answer, at));
  assert.equal(await take(), 'PROCESSED');
}

/** Marks waiting payouts, `max` at most, as sent in a file, as a cut-off does. Returns their ids. */
export async function sendPayouts(
  { ctx }: TestServer,
  operator: TestPerson,
  max = 100,
): Promise<string[]> {
  const at = await businessNow(operator);
  return ctx.db.asPlatform('test', async (tx) => {
    const payouts = await lockPending(ctx, tx, { max, at });
    const ids = payouts.map(({ id }) => id);
    const fileId = ctx.ids.uuid(ctx.clock.now());
    await markSent(tx, ids, { fileId, at });
    await startDeadline(tx, fileId, at);
    return ids;
  });
}

/** Decides on the newest request with a text in its title. */
export async function decideAbout(by: TestPerson, title: string, decision: object) {
  const inbox = '/api/v1/approval-requests';
  const { content } = (await by.client.call(`${inbox}?state=PENDING&size=100`)).json;
  const request = content.find((one: { title: string }) => one.title.includes(title));
  assert.ok(request, `no request about ${title}`);
  const { snapshotHash } = (await by.client.call(`${inbox}/${request.id}`)).json;
  const body = { snapshotHash, ...decision };
  return by.client.call(`${inbox}/${request.id}/decisions`, { method: 'POST', body });
}
