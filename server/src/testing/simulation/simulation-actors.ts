import { addDays } from '@tegeka/contract/kit/day.ts';
import { announceDay, withdrawDay } from '../setup/test-holidays.ts';
import { readClock } from '../setup/test-clock.ts';
import type { TestClient } from '../test-client.ts';
import type { Shop, World } from './simulation-world.ts';

interface Turn extends World {
  shop: Shop;
  merchant: TestClient;
}

/** An answer of the server, or nothing where there was nothing to do. */
type Outcome = { status: number } | null;

const post = (client: TestClient, path: string, body: object) =>
  client.call(path, { method: 'POST', body });

const patch = (client: TestClient, path: string, body: object) =>
  client.call(path, { method: 'PATCH', body });

const asking = ({ chance, shop, asked }: Turn) => {
  asked.references += chance.percent(20) ? 0 : 1;
  return {
    mandateId: chance.pick(shop.mandates),
    reference: `SIM-${asked.references}`,
    amount: chance.between(1, 100) * 5000,
  };
};

/** The address of one of the newest transactions of a query that can be meant; null where there is none. */
async function anyTransaction(
  { chance, shop, merchant }: Turn,
  query: string,
  isMeant: (one: { nextTryDay: string | null }) => boolean = () => true,
) {
  const path = `${shop.base}/transactions`;
  const { json } = await merchant.call(`${path}?${query}&size=20`);
  const all: { id: string; nextTryDay: string | null }[] = json.content ?? [];
  const content = all.filter(isMeant);
  return content.length === 0 ? null : `${path}/${chance.pick(content).id}`;
}

const anyMandate = ({ chance, shop }: Turn) =>
  `${shop.base}/mandates/${chance.pick(shop.mandates)}`;

/** Replaces a mandate by one of a lower amount. If its consent is taken over, later actions use it too. */
async function replace(turn: Turn): Promise<Outcome> {
  const { chance, shop, merchant } = turn;
  const path = anyMandate(turn);
  const { json: old } = await merchant.call(path);
  const { amount, amountKind, schedule, noticeDays, retries, end } = old;
  const { maxPerPeriod, period, maxCount, maxTotal } = old;
  if (old.state !== 'ACTIVE' || amount <= 5000) return null;
  const { today } = await readClock({ client: merchant });
  const terms = { amountKind, amount: amount - 5000, schedule, noticeDays, retries };
  const limits = { maxPerPeriod, period, maxCount, maxTotal, maxPerDebit: old.maxPerDebit };
  const start = chance.percent(50) ? today : addDays(today, chance.between(1, 3));
  const body = { ...terms, ...limits, productId: null, start, end, consentWay: 'PAGE' };
  const made = await post(merchant, `${path}/replace`, body);
  if (made.status === 201 && made.json.bank) shop.mandates.push(String(made.json.id));
  return made;
}

const INBOX = '/api/v1/approval-requests';

/** The officer confirms or refuses a pending request. */
async function decide({ chance, officer, as }: Turn): Promise<Outcome> {
  const bank = await as('BANK', officer);
  const { json } = await bank.call(`${INBOX}?state=PENDING&size=20`);
  const content: { id: string }[] = json.content ?? [];
  if (content.length === 0) return null;
  const path = `${INBOX}/${chance.pick(content).id}`;
  const { snapshotHash, rejections } = (await bank.call(path)).json;
  const body = chance.percent(80)
    ? { decision: 'APPROVE' }
    : { decision: 'REJECT', code: rejections?.[0]?.code, comment: 'The name differs' };
  return post(bank, `${path}/decisions`, { snapshotHash, ...body });
}

/** A day soon is announced as a holiday, or one that was announced is withdrawn. */
async function holiday({ chance, operator, as }: Turn): Promise<Outcome> {
  const client = await as('OPERATOR', operator);
  const { today } = await readClock({ client });
  if (chance.percent(50)) return announceDay(client, addDays(today, chance.between(1, 6)));
  const { json } = await client.call('/api/v1/operator/calendar-overrides?state=ANNOUNCED');
  const [found] = json.content;
  return found ? withdrawDay(client, found.id) : null;
}

/** Actions of merchants, banks and operators. The server may refuse any of them in its current state. */
const ACTS: Readonly<Record<string, (turn: Turn) => Promise<Outcome>>> = {
  collect: (turn) => post(turn.merchant, `${turn.shop.base}/transactions`, asking(turn)),
  collectMany: (turn) => {
    const items = Array.from({ length: 5 }, () => asking(turn));
    return post(turn.merchant, `${turn.shop.base}/transactions/bulk`, { items });
  },
  // The same request from two windows at once.
  collectTwice: async (turn) => {
    const body = asking(turn);
    const ask = () => post(turn.merchant, `${turn.shop.base}/transactions`, body);
    const [first, second] = await Promise.all([ask(), ask()]);
    return first.status === 201 ? first : second;
  },
  cancelTransaction: async (turn) => {
    const path = await anyTransaction(turn, 'state=PENDING');
    return path === null ? null : post(turn.merchant, `${path}/cancel`, { reason: 'Not today' });
  },
  cancelRetry: async (turn) => {
    const path = await anyTransaction(
      turn,
      'state=FAILED',
      ({ nextTryDay }) => nextTryDay !== null,
    );
    return path === null
      ? null
      : post(turn.merchant, `${path}/cancel`, { reason: 'They pay in cash' });
  },
  retryTransaction: async (turn) => {
    const path = await anyTransaction(turn, 'state=FAILED&failureReason=INSUFFICIENT_FUNDS');
    return path === null ? null : post(turn.merchant, `${path}/retry`, {});
  },
  pauseMandate: (turn) => post(turn.merchant, `${anyMandate(turn)}/pause`, { reason: 'Holidays' }),
  resumeMandate: (turn) => post(turn.merchant, `${anyMandate(turn)}/resume`, { reason: 'Back' }),
  cancelMandate: async (turn) =>
    turn.chance.percent(10)
      ? post(turn.merchant, `${anyMandate(turn)}/cancel`, { reason: 'They left' })
      : null,
  replaceMandate: replace,
  decideOnMandate: decide,
  suspendMandate: async ({ chance, shop, officer, as }) => {
    const bank = await as('BANK', officer);
    const verb = chance.percent(30) ? 'suspend' : 'reinstate';
    const mandate = `/api/v1/mandates/${chance.pick(shop.mandates)}`;
    return post(bank, `${mandate}/${verb}`, { reason: 'The bank looks into it' });
  },
  suspendMerchant: async ({ chance, shop, operator, as }) => {
    const client = await as('OPERATOR', operator);
    const verb = chance.percent(30) ? 'suspend' : 'reinstate';
    const path = `/api/v1/operator/merchants/${shop.merchantId}/${verb}`;
    return patch(client, path, { reason: 'A complaint' });
  },
  disableCustomer: async (turn) => {
    const { chance, shop, merchant } = turn;
    const { customer } = (await merchant.call(anyMandate(turn))).json;
    if (!customer) return null;
    const path = `${shop.base}/customers/${customer.id}`;
    return chance.percent(30)
      ? patch(merchant, `${path}/disable`, { status: 'DISABLED', reason: 'They moved away' })
      : patch(merchant, `${path}/enable`, { status: 'ACTIVE', reason: 'They are back' });
  },
  holiday,
  payOut: ({ chance, shop, merchant }) =>
    post(merchant, `${shop.base}/payouts`, { amount: chance.between(1, 40) * 10_000 }),
};

/** Actions that ask for money are chosen more often than others, and retries, which can often not be made. */
const MONEY = ['collect', 'collectMany', 'collectTwice'];
const RETRIES = ['retryTransaction', 'retryTransaction', 'retryTransaction'];
const CHOICES = [...Object.keys(ACTS), ...MONEY, ...MONEY, ...RETRIES];

/** Statuses of calls that are wrong in the simulation itself and so test nothing. */
const MISTAKES = new Set([404, 405, 415]);

async function actOnce(turn: Turn): Promise<void> {
  const name = turn.chance.pick(CHOICES);
  const outcome = await ACTS[name]?.(turn);
  if (!outcome) return;
  if (MISTAKES.has(outcome.status)) turn.mistakes.add(`${name}: ${outcome.status}`);
  if (outcome.status < 300) turn.done[name] = (turn.done[name] ?? 0) + 1;
}

/** Signs in everybody who acts, since a sign-in would fail while the server crashes. */
export async function signEverybodyIn({
  as,
  operator,
  checker,
  officer,
  shops,
}: World): Promise<void> {
  for (const email of [operator, checker]) await as('OPERATOR', email);
  await as('BANK', officer);
  for (const { email } of shops) await as('MERCHANT', email);
}

/** Runs random actions, two at a time. Failures because a server crashed are ignored. */
export async function act(world: World, times: number): Promise<void> {
  const { chance, shops, as } = world;
  for (let n = 0; n < times; n += 1) {
    const shop = chance.pick(shops);
    const turn: Turn = { ...world, shop, merchant: await as('MERCHANT', shop.email) };
    await Promise.allSettled([actOnce(turn), actOnce(turn)]);
  }
}
