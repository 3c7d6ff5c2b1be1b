import { consentedMandate, decideMandate, openBank, openPayer } from '../test-mandate.ts';
import { activeMerchant } from '../test-merchant.ts';
import type { TestClient } from '../test-client.ts';
import type { TestPerson, TestServer } from '../test-server.ts';
import type { Chance } from './simulation-chance.ts';

/** A business of the simulation with its mandates. */
export interface Shop {
  base: string;
  email: string;
  merchantId: string;
  mandates: string[];
}

export interface World {
  testServer: TestServer;
  chance: Chance;
  operator: TestPerson;
  officer: TestPerson;
  shops: Shop[];
  /** A browser of a person who has signed in again: sessions end by themselves. */
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
export async function openWorld(
  testServer: TestServer,
  chance: Chance,
  size: { shops: number; payers: number },
): Promise<World> {
  const operator = await testServer.operator();
  const officer = await openBank(testServer);
  const shops: Shop[] = [];
  for (let n = 0; n < size.shops; n += 1) {
    const { person, merchantId } = await activeMerchant(testServer);
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
  return {
    testServer,
    chance,
    operator,
    officer,
    shops,
    as: (domain, email) => testServer.signIn(domain, email),
  };
}
