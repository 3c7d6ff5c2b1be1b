import type { BusinessProfile } from '@tegeka/contract/merchants/merchant-profile.ts';
import type { MerchantChange } from '@tegeka/contract/merchants/merchant-changes.ts';
import { openRequestOf } from '#features/approvals/approvals-test-calls.ts';
import type { TestAnswer, TestClient } from '#testing/test-client.ts';
import type { TestServer, TestPerson } from '#testing/test-server.ts';
import { activeMerchant, submitChange } from '#testing/test-merchant.ts';

export interface Business {
  person: TestPerson;
  client: TestClient;
  merchantId: string;
  /** The path of its endpoints. */
  address: string;
}

export async function activeBusiness(testServer: TestServer): Promise<Business> {
  const { person, merchantId } = await activeMerchant(testServer);
  return { person, client: person.client, merchantId, address: `/api/v1/merchants/${merchantId}` };
}

export async function profileOf({ client, address }: Business): Promise<BusinessProfile> {
  return (await client.call(`${address}/profile`)).json;
}

export async function latestChange({ client, address }: Business): Promise<MerchantChange> {
  return (await client.call(`${address}/changes/latest`)).json.change;
}

/** Sends a change made from the profile as it stands. */
export async function send(
  business: Business,
  change: Record<string, unknown>,
  certificate?: Buffer,
): Promise<TestAnswer> {
  const { detailsVersion: version } = await profileOf(business);
  const { client, merchantId } = business;
  return submitChange(client, merchantId, { version, ...change }, certificate);
}

export function takeBack({ client, address }: Business, changeId: string): Promise<TestAnswer> {
  return client.call(`${address}/changes/${changeId}/withdrawal`, { method: 'POST' });
}

/** The whole account number, as one who may see it asks for it. */
export async function revealedNumber({ client, address }: Business): Promise<string> {
  const answer = await client.call(`${address}/account-number/reveal`, { method: 'POST' });
  return answer.json.accountNumber;
}

export function requestOf(checker: TestClient, { person }: Business) {
  return openRequestOf(checker, person.businessName);
}
