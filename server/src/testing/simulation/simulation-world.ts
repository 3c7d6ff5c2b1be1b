import { consentedMandate, decideMandate, openBank, openPayer } from '../test-mandate.ts';
import { givesBack } from '../setup/test-money.ts';
import { activeMerchant } from '../test-merchant.ts';
import type { TestClient } from '../test-client.ts';
import type { TestServer } from '../test-server.ts';
import type { Chance } from './simulation-chance.ts';

/** A business of the simulation with its mandates. */
export interface Shop {
  base: string;
  email: string;
  merchantId: string;
  mandates: string[];
}

/** The people of a simulation, by their emails. */
export interface People {
  operator: string;
  /** Another operator, who approves what the first one asks for. */
  checker: string;
  officer: string;
  shops: Shop[];
}

/** Returns a signed-in browser of a person, with a new session where the last one may have expired. */
type SignIn = (domain: 'MERCHANT' | 'OPERATOR' | 'BANK', email: string) => Promise<TestClient>;

export interface World extends People {
  testServer: TestServer;
  chance: Chance;
  /** Counter for the references of debits. */
  asked: { references: number };
  /** How often something was done that the server accepted, by its name. */
  done: Record<string, number>;
  /** Calls of the simulation that the server does not know. */
  mistakes: Set<string>;
  as: SignIn;
}

/** How long somebody stays signed in; sessions last longer. */
const SIGNED_IN_MS = 60_000;

/** A server with its people, and the chance that decides what they do. */
export function worldOf(testServer: TestServer, people: People, chance: Chance): World {
  const signedIn = new Map<string, { client: TestClient; since: number }>();
  const as: SignIn = async (domain, email) => {
    const now = performance.now();
    const known = signedIn.get(email);
    if (known && now - known.since < SIGNED_IN_MS) return known.client;
    const client = await testServer.signIn(domain, email);
    signedIn.set(email, { client, since: now });
    return client;
  };
  // Seeds share their beginning, and add mandates of their own.
  const shops = people.shops.map((shop) => ({ ...shop, mandates: [...shop.mandates] }));
  return {
    ...people,
    shops,
    testServer,
    chance,
    as,
    asked: { references: 0 },
    done: {},
    mistakes: new Set(),
  };
}

/** First names of payers, which decide how the simulator answers. Other names pay. */
const NAMES = [
  'Grace',
  'Successful',
  // Most debits that fail lack money, and only these can be tried again.
  'Penniless',
  'Penniless',
  'Penniless',
  'Bounced',
  'Closed',
  'Blocked',
  'Stopped',
  'Disputer',
  'Silent',
  'Twice',
  'Mixed',
  'Garbled',
];

/** Terms of a mandate; limits are sometimes tight. */
function termsOf(chance: Chance) {
  const amount = chance.between(10, 80) * 5000;
  const schedule = chance.pick([
    { kind: 'WEEKLY', weekday: chance.between(1, 5) },
    { kind: 'MONTHLY', day: chance.between(1, 28) },
    { kind: 'ON_DEMAND' },
    { kind: 'ONE_OFF' },
  ]);
  return {
    amount,
    schedule,
    retries: chance.between(0, 3),
    noticeDays: chance.between(1, 4),
    ...(chance.percent(40) && { maxCount: chance.between(1, 4) }),
    ...(chance.percent(40) && {
      maxPerPeriod: amount * chance.between(1, 3),
      period: chance.pick(['WEEK', 'MONTH']),
    }),
    ...(chance.percent(20) && { maxTotal: amount * chance.between(1, 4) }),
  };
}

/** Businesses with payers who have consented and whose bank has confirmed. */
export async function makePeople(
  testServer: TestServer,
  chance: Chance,
  size: { shops: number; payers: number },
): Promise<People> {
  const { email: operator } = await testServer.operator();
  const { email: checker } = await testServer.operator();
  const officer = await openBank(testServer);
  const shops: Shop[] = [];
  for (let n = 0; n < size.shops; n += 1) {
    const { person, merchantId } = await activeMerchant(testServer);
    if (chance.percent(50)) await givesBack(testServer, person.organizationId);
    const mandates: string[] = [];
    for (let m = 0; m < size.payers; m += 1) {
      const payer = await openPayer(testServer, { client: person.client, merchantId });
      const account = { accountName: `${chance.pick(NAMES)} Okello` };
      const made = await consentedMandate(testServer, payer, account, termsOf(chance));
      await decideMandate(officer, made.reference, { decision: 'APPROVE' });
      mandates.push(made.id);
    }
    const base = `/api/v1/merchants/${merchantId}`;
    shops.push({ base, email: person.email, merchantId, mandates });
  }
  return { operator, checker, officer: officer.email, shops };
}
