import type { TestClient } from '../test-client.ts';
import type { Shop, World } from './simulation-world.ts';

interface Turn extends World {
  shop: Shop;
  merchant: TestClient;
}

const post = (client: TestClient, path: string, body: object) =>
  client.call(path, { method: 'POST', body });

const asking = ({ chance, shop, asked }: Turn) => {
  asked.references += chance.percent(20) ? 0 : 1;
  return {
    mandateId: chance.pick(shop.mandates),
    reference: `SIM-${asked.references}`,
    amount: chance.between(1, 100) * 5000,
  };
};

async function anyTransaction({ chance, shop, merchant }: Turn, state: string) {
  const path = `${shop.base}/transactions`;
  const { json } = await merchant.call(`${path}?state=${state}&size=20`);
  const content: { id: string }[] = json.content ?? [];
  return content.length === 0 ? null : `${path}/${chance.pick(content).id}`;
}

/** What merchants, banks and operators do, each without knowing whether it can be done now. */
const ACTS: readonly ((turn: Turn) => Promise<unknown>)[] = [
  (turn) => post(turn.merchant, `${turn.shop.base}/transactions`, asking(turn)),
  (turn) => {
    const items = Array.from({ length: 5 }, () => asking(turn));
    return post(turn.merchant, `${turn.shop.base}/transactions/bulk`, { items });
  },
  // The same request from two windows at once.
  (turn) => {
    const body = asking(turn);
    const ask = () => post(turn.merchant, `${turn.shop.base}/transactions`, body);
    return Promise.all([ask(), ask()]);
  },
  async (turn) => {
    const path = await anyTransaction(turn, 'PENDING');
    if (path) await post(turn.merchant, `${path}/cancel`, { reason: 'Not today' });
  },
  async (turn) => {
    const path = await anyTransaction(turn, 'FAILED');
    if (path) await post(turn.merchant, `${path}/retry`, {});
  },
  ({ chance, shop, merchant }) => {
    const verb = chance.percent(30) ? 'pause' : 'resume';
    const mandate = `${shop.base}/mandates/${chance.pick(shop.mandates)}`;
    return post(merchant, `${mandate}/${verb}`, { reason: 'Holidays' });
  },
  async ({ chance, shop, merchant }) => {
    const mandate = `${shop.base}/mandates/${chance.pick(shop.mandates)}`;
    if (chance.percent(5)) await post(merchant, `${mandate}/cancel`, { reason: 'They left' });
  },
  async ({ chance, shop, officer, as }) => {
    const bank = await as('BANK', officer);
    const verb = chance.percent(30) ? 'suspend' : 'reinstate';
    const mandate = `/api/v1/mandates/${chance.pick(shop.mandates)}`;
    await post(bank, `${mandate}/${verb}`, { reason: 'The bank looks into it' });
  },
  async ({ chance, shop, operator, as }) => {
    const client = await as('OPERATOR', operator);
    const verb = chance.percent(15) ? 'suspend' : 'reinstate';
    const merchant = `/api/v1/operator/merchants/${shop.merchantId}`;
    await post(client, `${merchant}/${verb}`, { reason: 'A complaint' });
  },
  ({ chance, shop, merchant }) =>
    post(merchant, `${shop.base}/payouts`, { amount: chance.between(1, 40) * 10_000 }),
];

/** Money is asked for more often than anything else is done. */
const CHOICES = [...ACTS, ...ACTS.slice(0, 3), ...ACTS.slice(0, 3)];

/** Some people do something, two of them at once. */
export async function act(world: World, times: number): Promise<void> {
  const { chance, shops, as } = world;
  for (let n = 0; n < times; n += 1) {
    const shop = chance.pick(shops);
    const turn: Turn = { ...world, shop, merchant: await as('MERCHANT', shop.email) };
    await Promise.all([chance.pick(CHOICES)(turn), chance.pick(CHOICES)(turn)]);
  }
}

const EXCEPTIONS = '/api/v1/operator/exceptions';

async function anyOf(world: World, client: TestClient, path: string) {
  const { json } = await client.call(`${path}&size=100`);
  const content: { id: string; reference: string }[] = json.content ?? [];
  return content.length === 0 ? null : world.chance.pick(content);
}

/** What operators do about money that nobody was found for, and they too may be mistaken. */
const REMEDIES: readonly ((world: World, client: TestClient) => Promise<unknown>)[] = [
  async (world, client) => {
    const state = world.chance.pick(['CLEARED', 'CLEARED', 'PROCESSING', 'SETTLED', 'FAILED']);
    const exception = await anyOf(world, client, `${EXCEPTIONS}?state=OPEN&kind=UNMATCHED`);
    const debit = await anyOf(world, client, `/api/v1/transactions?state=${state}`);
    if (!exception || !debit) return;
    const body = { reference: debit.reference, reason: 'The bank says so' };
    await post(client, `${EXCEPTIONS}/${exception.id}/match`, body);
  },
  async (world, client) => {
    const outcome = world.chance.pick(['SENT_BACK', 'SENT_BACK', 'KEPT_IN_SUSPENSE']);
    const exception = await anyOf(world, client, `${EXCEPTIONS}?state=OPEN&kind=UNMATCHED`);
    if (!exception) return;
    const body = { outcome, reason: 'So it was found out' };
    await post(client, `${EXCEPTIONS}/${exception.id}/close`, body);
  },
  async (world, client) => {
    const exception = await anyOf(world, client, `${EXCEPTIONS}?outcome=KEPT_IN_SUSPENSE`);
    if (!exception) return;
    await post(client, `${EXCEPTIONS}/${exception.id}/reopen`, { reason: 'The payer has called' });
  },
];

/** Operators look after money in suspense, two at once. */
export async function workThrough(world: World): Promise<void> {
  const client = await world.as('OPERATOR', world.operator);
  const remedy = () => world.chance.pick(REMEDIES)(world, client);
  await Promise.all([remedy(), remedy()]);
  await Promise.all([remedy(), remedy()]);
}
