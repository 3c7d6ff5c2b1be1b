import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { API } from '@tegeka/contract/api.ts';
import { DASHBOARD_DOMAINS, type DashboardDomain } from '@tegeka/contract/kit/domains.ts';
import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import type { ListDescription } from '@tegeka/contract/kit/list.ts';
import { parse } from 'csv-parse/sync';
import { registeredMerchant } from './testing/setup/test-registered.ts';
import { activeMandate, openBank, openPayer } from './testing/test-mandate.ts';
import type { TestClient } from './testing/test-client.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

// Every export against the list that it exports: the same rows, in the same order, for each query.

type Row = Record<string, string>;
type Item = Record<string, { id?: string } | string | null | undefined>;
type ListEndpoint = Endpoint & { list: ListDescription };

/** Column of an export and property of a list that name a row, where both are not the reference. */
const NAMES: Record<string, readonly [column: string, property: string]> = {
  exportCustomers: ['Customer Reference Number', 'customerReferenceNumber'],
  exportPayoutItems: ['Day', 'bookedOn'],
  exportPayoutItemsView: ['Day', 'bookedOn'],
  exportMerchants: ['Registration Number', 'registrationNumber'],
};

const listOf = ({ path }: Endpoint) =>
  API.find((one): one is ListEndpoint => `${one.path}/export` === path && 'list' in one);

/** Refused rows are those of one file: the tests of imports compare them. */
const isOfFile = ({ path }: Endpoint) => path.includes('{importId}');

const EXPORTS = API.flatMap((endpoint) => {
  const isCompared = endpoint.path.endsWith('/export') && !isOfFile(endpoint);
  const list = isCompared ? listOf(endpoint) : undefined;
  return list ? [{ endpoint, list }] : [];
});

let testServer: TestServer;
let clients: Record<DashboardDomain, TestClient>;
let merchantId: string;
let payoutId: string;

before(async () => {
  testServer = await openTestServer();
  // Operators list rows of two businesses.
  await registeredMerchant(testServer);
  const { ids, person } = await registeredMerchant(testServer);
  merchantId = ids['merchantId'] ?? '';
  payoutId = ids['payoutId'] ?? '';
  const officer = await openBank(testServer);
  const { client } = person;
  for (const amount of [30_000, 10_000, 20_000]) {
    const payer = await openPayer(testServer, { client, merchantId });
    const mandateId = await activeMandate(testServer, officer, payer);
    const body = { mandateId, reference: `ROW-${amount}`, amount };
    const made = await client.call(`/api/v1/merchants/${merchantId}/transactions`, {
      method: 'POST',
      body,
    });
    assert.equal(made.status, 201, made.text);
  }
  clients = {
    MERCHANT: client,
    BANK: officer.client,
    OPERATOR: (await testServer.operator()).client,
  };
});
after(() => testServer.close());

test('each export has a list', () => {
  const without = API.filter((one) => one.path.endsWith('/export') && !listOf(one));
  assert.deepEqual(
    without.map(({ name }) => name),
    [],
  );
  assert.ok(EXPORTS.length >= 8);
});

for (const { endpoint, list } of EXPORTS) {
  const { admission, name } = endpoint;
  if (admission.kind !== 'signed-in') continue;
  for (const domain of DASHBOARD_DOMAINS.filter((one) => admission.domains.includes(one))) {
    test(`${name}: ${domain} gets the rows of the list in its order, whatever the query`, async () => {
      const client = clients[domain];
      const [column, property] = NAMES[name] ?? ['Reference', 'reference'];
      const call = (path: string, query: Record<string, string>) =>
        client.call(
          `${path.replace('{merchantId}', merchantId).replace('{payoutId}', payoutId)}?${new URLSearchParams(query).toString()}`,
        );
      const same = async (query: Record<string, string>): Promise<Item[]> => {
        const listed = await call(list.path, { ...query, size: '100' });
        assert.equal(listed.status, 200, listed.text);
        const exported = await call(endpoint.path, query);
        assert.equal(exported.status, 200, exported.text);
        const rows: Row[] = parse(exported.text, { bom: true, columns: true });
        const keys = listed.json.content.map((item: Item) => item[property] ?? '');
        assert.deepEqual(
          rows.map((row) => row[column]),
          keys,
          JSON.stringify(query),
        );
        return listed.json.content;
      };
      const all = await same({});
      assert.ok(all.length > 0, 'no row to compare');
      for (const sort of list.list.sorts) await same({ sort });
      for (const state of list.list.states) await same({ [list.list.stateKey]: state });
      for (const filter of list.list.filters) {
        const of = all.map((item) => item[filter.replace(/Id$/, '')]);
        const id = of.find((one) => one && typeof one === 'object' && one.id);
        if (id && typeof id === 'object') await same({ [filter]: id.id ?? '' });
      }
      if (list.list.searchable) {
        const [first] = all;
        const key = first?.[property];
        assert.ok(typeof key === 'string');
        const found = await same({ search: key });
        assert.ok(found.some((row) => row['id'] === first?.['id']));
        assert.equal((await same({ search: 'nothing like this' })).length, 0);
      }
    });
  }
}
