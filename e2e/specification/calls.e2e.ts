import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { changing, fieldsOf, type HttpAsk, httpCall } from '../environment/http-call.ts';
import {
  makeOrganization,
  merchantNamed,
  openAs,
  organizationOf,
  personOf,
  storedIn,
} from './outside-people.ts';
import { goInApp } from '../steps/screen-words.ts';
import { proves } from './proof-mark.ts';
import { openOutsideEnvironment } from './proof-stage.ts';

const environment = openOutsideEnvironment();

const ACEN = {
  firstName: 'Grace',
  middleName: 'Apio',
  lastName: 'Acen',
  phoneNumber: '0772345111',
  email: 'grace@acen.example',
  customerReferenceNumber: 'LAKE-1',
};

/** Calls below a business's customers, as somebody of the business. */
async function callCustomers(path: string, ask: HttpAsk = {}) {
  const nile = await merchantNamed(environment, 'Nile Traders');
  const token = environment.provider.tokensFor(personOf('merchant', nile.organizationId)).token;
  const headers = { ...changing(token), ...ask.headers };
  return httpCall(environment.server, 'merchant', `/api/v1/merchants/${nile.id}/customers${path}`, {
    ...ask,
    headers,
  });
}

const json = (method: string, value: object): HttpAsk => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

test('a customer is made, listed, changed and disabled by the specified calls', async (t) => {
  const made = await callCustomers('', json('POST', ACEN));
  assert.equal(made.status, 201, made.text);
  const { id, status, version, createdAt, updatedAt, ...fields } = fieldsOf(made.json);
  assert.deepEqual(fields, { ...ACEN, phoneNumber: '+256772345111' });
  assert.equal(typeof id, 'string');
  assert.equal(status, 'ACTIVE');
  assert.ok(version && createdAt && updatedAt);
  proves(t, '7.customers.create', '2.7.create', '3.customer');
  const [asked, plain] = [await callCustomers('?page=0&size=10'), await callCustomers('')];
  const { content, page, size } = fieldsOf(plain.json);
  assert.deepEqual([page, size], [0, 10]);
  assert.deepEqual(asked.json, plain.json);
  assert.ok(Array.isArray(content) && content.length <= 10);
  assert.equal(fieldsOf(content[0])['id'], id, 'the newest comes first');
  proves(t, '7.customers.list', '2.7.list', '9.customer-page');
  const change = { ...ACEN, lastName: 'Adong', version };
  const changed = await callCustomers(`/${String(id)}`, json('PUT', change));
  assert.equal(changed.status, 200, changed.text);
  assert.equal(fieldsOf(changed.json)['lastName'], 'Adong');
  proves(t, '7.customers.update', '2.7.edit');
  const disable = `/${String(id)}/disable`;
  assert.equal((await callCustomers(disable, json('PATCH', { status: 'OFF' }))).status, 400);
  const disabled = await callCustomers(disable, json('PATCH', { status: 'DISABLED' }));
  assert.equal(disabled.status, 200, disabled.text);
  assert.equal(fieldsOf(disabled.json)['status'], 'DISABLED');
  proves(t, '7.customers.disable', '2.7.disable', '4.5.disable', '3.customer.disabled');
});

test('a file of many customers is uploaded as multipart', async (t) => {
  const form = new FormData();
  const csv = [
    'firstName,middleName,lastName,phoneNumber,email,customerReferenceNumber',
    'Peter,,Okello,0772345222,,LAKE-2',
  ].join('\n');
  form.set('file', new Blob([csv], { type: 'text/csv' }), 'customers.csv');
  const upload = new Response(form);
  const answer = await callCustomers('/bulk', {
    method: 'POST',
    headers: { 'content-type': upload.headers.get('content-type') ?? '' },
    body: Buffer.from(await upload.arrayBuffer()),
  });
  assert.equal(answer.status, 202, answer.text);
  proves(t, '7.customers.bulk', '2.7.bulk');
});

test('an address without a country code is one of Uganda', async (t) => {
  const organizationId = await makeOrganization(environment, 'merchant');
  const { text } = await httpCall(environment.server, 'merchant', '/api/v1/banks');
  const banks: unknown = JSON.parse(text);
  const { id: bankId } = fieldsOf(Array.isArray(banks) ? banks[0] : null);
  const phoneNumber = { countryCode: '256', region: 'UG', subscriberNumber: 772900100 };
  const address = { region: 'Central', city: 'Kampala', street: 'Kira Road 5' };
  const account = { branch: 'Kampala Road', branchCode: '031', accountType: 'CURRENT' };
  const form = new FormData();
  const merchant = {
    businessName: 'Plain Limited',
    registrationNumber: '8002000',
    taxNumber: '1000123456',
    industry: 'Retail',
    phoneNumber,
    organizationId,
    bankAccounts: [{ ...account, bankId, accountName: 'Plain', accountNumber: '9030012345678' }],
    businessAddress: {
      ...address,
      country: 'Uganda',
      postalCode: '10101',
      buildingName: 'House',
    },
    userInfo: { email: 'joan@merchant.example', phoneNumber, firstName: 'Joan', lastName: 'Atim' },
  };
  form.set('merchant', JSON.stringify(merchant));
  const logo = new Uint8Array(await readFile(environment.files.logo));
  form.set('logo', new Blob([logo], { type: 'image/png' }), 'logo.png');
  const certificate = new Uint8Array(await readFile(environment.files.certificate));
  form.set('certificateOfIncorporation', new Blob([certificate]), 'certificate.pdf');
  const body = new Response(form);
  const answer = await httpCall(environment.server, 'merchant', '/api/v1/merchants', {
    method: 'POST',
    headers: {
      ...changing(environment.provider.tokensFor(personOf('merchant', organizationId)).token),
      'content-type': body.headers.get('content-type') ?? '',
    },
    body: Buffer.from(await body.arrayBuffer()),
  });
  assert.equal(answer.status, 201, answer.text);
  const [row] = await environment.byHand(
    `select country_code from merchants where organization_id = '${organizationId}'`,
  );
  assert.equal(fieldsOf(row)['country_code'], 'UG');
  proves(t, '9.country-code');
});

test('the profile of a business has its fields', async (t) => {
  const nile = await merchantNamed(environment, 'Nile Traders');
  const token = environment.provider.tokensFor(personOf('merchant', nile.organizationId)).token;
  const address = `/api/v1/merchants/organization/${nile.organizationId}`;
  const headers = { authorization: `Bearer ${token}` };
  const profile = fieldsOf(
    (await httpCall(environment.server, 'merchant', address, { headers })).json,
  );
  const { merchantState, organizationId, businessName, logoUrl } = profile;
  const named = [merchantState, organizationId, businessName];
  assert.deepEqual(named, ['ACTIVE', nile.organizationId, 'Nile Traders']);
  assert.equal(typeof logoUrl, 'string');
  proves(t, '3.merchant');
});

test('a lookup of the business that fails is told by its status, and 503 in its own words', async (t) => {
  const nile = await merchantNamed(environment, 'Nile Traders');
  const { page } = await environment.person(t, { expects: [/500/, /418/, /503/] });
  await openAs(environment, page, 'merchant', personOf('merchant', nile.organizationId));
  await page.evaluate(() => localStorage.removeItem('CURRENT_USER'));
  for (const [status, words, id] of [
    [500, 'E500', '8.merchant-other'],
    [418, 'E418', '8.merchant-other'],
    [503, 'Sorry, server is off. Please contact system administrator.', '8.503'],
  ] as const) {
    const end = environment.proxy.networkFault(/GET \/api\/v1\/merchants\/organization/, {
      kind: 'status',
      status,
    });
    await page.goto(`${environment.server.origin('merchant')}/auth/login`);
    await page.getByRole('alert').getByText(words, { exact: true }).first().waitFor();
    end();
    proves(t, id);
  }
});

test('401 and 403 end the session of a signed-in person', async (t) => {
  for (const [status, id] of [
    [401, '8.401'],
    [403, '8.403'],
  ] as const) {
    const { page, leave } = await environment.person(t, { expects: [/40[13]/, /CallFailed/] });
    const operators = await organizationOf(environment, 'operator');
    await openAs(environment, page, 'operator', personOf('operator', operators));
    const end = environment.proxy.networkFault(/ \/api\/v1\/approval/, { kind: 'status', status });
    await goInApp(page, '/dashboard/approval-requests');
    await page.waitForURL('**/auth/logout');
    assert.deepEqual(await storedIn(page), {}, 'the session is cleared');
    assert.equal(environment.provider.person, null, 'the provider has ended it too');
    end();
    proves(t, id);
    await leave();
  }
});
