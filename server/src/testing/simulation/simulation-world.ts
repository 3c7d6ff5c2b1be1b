import { consentedMandate, decideMandate, openBank, openPayer } from '../test-mandate.ts';
import { givesBack } from '../setup/test-money.ts';
import { activeMerchant } from '../test-merchant.ts';
import type { TestClient } from '../test-client.ts';
import { dropDatabase } from '../test-database.ts';
import { openTestServer, type TestServer } from '../test-server.ts';
import { type Chance, openChance } from './simulation-chance.ts';

/** A business of the simulation with its mandates. */
export interface Shop {
  base: string;
  email: string;
  merchantId: string;
  mandates: string[];
}

/** Who there is, by their emails. */
export interface People {
  operator: string;
  officer: string;
  shops: Shop[];
}

export interface World extends People {
  testServer: TestServer;
  chance: Chance;
  /** How many references businesses have thought of. */
  asked: { references: number };
  /** A browser of a person who is signed in: sessions end by themselves. */
  as: (domain: 'MERCHANT' | 'OPERATOR' | 'BANK', email: string) => Promise<TestClient>;
}

/** Payers by what their banks do; everybody else pays. */
const NAMES = [
  'Grace',
  'Successful',
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
    ...(chance.percent(40) && { maxPerPeriod: amount * chance.between(1, 3), period: 'MONTH' }),
    ...(chance.percent(20) && { maxTotal: amount * chance.between(1, 4) }),
  };
}

/** Businesses with payers who have consented and whose bank has confirmed. */
async function makePeople(
  testServer: TestServer,
  chance: Chance,
  size: { shops: number; payers: number },
): Promise<People> {
  const { email: operator } = await testServer.operator();
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
  return { operator, officer: officer.email, shops };
}

/** Settings of all servers of a simulation: what one has sealed the others can read. */
const OPTIONS = { ROUND_MS: '20', INSTANCE_KEY: 'd4'.repeat(32) };
/** Databases with people that seeds begin with: they take longer to make than a day. */
const BEGINNINGS = 20;
const beginnings = new Map<number, Promise<{ people: People; database: string }>>();

function beginningOf(seed: number): Promise<{ people: People; database: string }> {
  const number = seed % BEGINNINGS;
  const known = beginnings.get(number);
  if (known) return known;
  const made = (async () => {
    const testServer = await openTestServer(OPTIONS);
    const people = await makePeople(testServer, openChance(number), { shops: 2, payers: 4 });
    return { people, database: await testServer.leave() };
  })();
  beginnings.set(number, made);
  made.catch(() => beginnings.delete(number));
  return made;
}

/** Drops what seeds began with; for the end of the process. */
export async function dropBeginnings(): Promise<void> {
  for (const beginning of beginnings.values()) await dropDatabase((await beginning).database);
  beginnings.clear();
}

/** How long somebody stays signed in; sessions last longer. */
const SIGNED_IN_MS = 60_000;

/** A server of its own with people that many seeds have in common, and a seed's own chance. */
export async function openWorld(seed: number, chance: Chance): Promise<World> {
  const { people, database } = await beginningOf(seed);
  const testServer = await openTestServer(OPTIONS, database);
  const signedIn = new Map<string, { client: TestClient; since: number }>();
  const as: World['as'] = async (domain, email) => {
    const now = performance.now();
    const known = signedIn.get(email);
    if (known && now - known.since < SIGNED_IN_MS) return known.client;
    const client = await testServer.signIn(domain, email);
    signedIn.set(email, { client, since: now });
    return client;
  };
  return { ...people, testServer, chance, as, asked: { references: 0 } };
}
