import type { TestServer } from '#testing/test-server.ts';
import type { TestAnswer } from '#testing/test-client.ts';
import { activeMerchant, TEST_CUSTOMER } from '#testing/test-merchant.ts';

/** A book of customers of a fresh, active merchant. */
export async function openBook(testServer: TestServer) {
  const { person, merchantId } = await activeMerchant(testServer);
  const { client, organizationId } = person;
  const address = `/api/v1/merchants/${merchantId}/customers`;
  let added = 0;
  const send = (path: string, method: string, body: unknown, headers?: Record<string, string>) =>
    client.call(`${address}${path}`, { method, body, ...(headers && { headers }) });
  return {
    person,
    client,
    organizationId,
    merchantId,
    address,
    /** Adds a customer with a reference of their own by default. */
    add: (fields: Record<string, unknown> = {}, headers?: Record<string, string>) => {
      added += 1;
      const customerReferenceNumber = `REF-${String(added).padStart(4, '0')}`;
      return send('', 'POST', { ...TEST_CUSTOMER, customerReferenceNumber, ...fields }, headers);
    },
    list: async (query = '') => {
      const answer = await client.call(`${address}?${query}`);
      if (answer.status !== 200) throw new Error(`No list: ${answer.text}`);
      return answer.json;
    },
    get: (id: string) => client.call(`${address}/${id}`),
    update: (id: string, body: unknown) => send(`/${id}`, 'PUT', body),
    disable: (id: string, reason?: string): Promise<TestAnswer> =>
      send(`/${id}/disable`, 'PATCH', { status: 'DISABLED', reason }),
    enable: (id: string, reason?: string): Promise<TestAnswer> =>
      send(`/${id}/enable`, 'PATCH', { status: 'ACTIVE', reason }),
    events: async (id: string, query = '') =>
      (await client.call(`${address}/${id}/events?${query}`)).json,
    export: (query = '') => client.call(`${address}/export?${query}`),
  };
}

export type Book = Awaited<ReturnType<typeof openBook>>;
