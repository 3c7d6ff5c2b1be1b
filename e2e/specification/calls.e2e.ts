import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { changing, fieldsOf, httpCall } from '../environment/http-call.ts';
import type { SeenCall } from '../environment/http-proxy.ts';
import { goodRows, HEADER, windowsCsv } from '../environment/upload-files.ts';
import { customerTable, fillCustomer, openCustomer, openNew } from '../steps/customer-steps.ts';
import { stageShown, upload } from '../steps/upload-steps.ts';
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
  'First name': 'Grace',
  'Middle name': 'Apio',
  'Last name': 'Acen',
  'Phone number': '0772345111',
  Email: 'grace@acen.example',
  'Reference number': 'LAKE-1',
};

/** The latest call of this method whose address is exactly this. */
function callTo(method: string, address: string): SeenCall {
  const call = environment.proxy.seen.findLast(
    (seen) => seen.method === method && seen.address === address,
  );
  assert.ok(call, `${method} ${address} was called`);
  return call;
}

const given = ({ answer }: SeenCall) => fieldsOf(JSON.parse(answer?.text ?? 'null'));

test('the browser lists, makes, changes, disables and uploads customers by the specified calls', async (t) => {
  const { page } = await environment.person(t);
  const nile = await merchantNamed(environment, 'Nile Traders');
  await openAs(environment, page, 'merchant', personOf('merchant', nile.organizationId));
  const token = (await storedIn(page))['JWT_TOKEN'];
  const cookies = await page.context().cookies(environment.server.origin('merchant'));
  const forgery = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value;
  assert.ok(token && forgery);
  const customers = `/api/v1/merchants/${nile.id}/customers`;
  /** The call as the browser made it, with the headers of every call. */
  const made = (method: string, address: string) => {
    const call = callTo(method, address);
    assert.equal(call.headers.authorization, `Bearer ${token}`);
    assert.equal(call.headers['application-domain'], 'MERCHANT');
    assert.equal(call.headers['x-xsrf-token'], method === 'GET' ? undefined : forgery);
    return call;
  };
  const sent = (call: SeenCall): unknown => {
    assert.equal(call.headers['content-type'], 'application/json');
    return JSON.parse(call.body.toString());
  };

  await goInApp(page, '/dashboard/customers');
  await customerTable(page).waitFor();
  const listed = given(made('GET', `${customers}?page=0&size=10`));
  const { content } = listed;
  assert.ok(Array.isArray(content) && content.length <= 10);
  assert.deepEqual([listed['page'], listed['size']], [0, 10]);
  proves(t, '7.customers.list', '2.7.list', '9.customer-page');

  const form = await openNew(page);
  await fillCustomer(form, ACEN);
  await form.getByRole('button', { name: 'Add customer' }).click();
  await form.waitFor({ state: 'detached' });
  const create = made('POST', customers);
  const fields = {
    firstName: 'Grace',
    middleName: 'Apio',
    lastName: 'Acen',
    phoneNumber: '+256772345111',
    email: 'grace@acen.example',
    customerReferenceNumber: 'LAKE-1',
  };
  // The server brings the phone as it was typed into its international form.
  assert.deepEqual(sent(create), { ...fields, phoneNumber: ACEN['Phone number'] });
  assert.equal(create.answer?.status, 201);
  const { id, status, version, createdAt, updatedAt, ...shown } = given(create);
  assert.deepEqual([shown, status, typeof id], [fields, 'ACTIVE', 'string']);
  assert.ok(version && createdAt && updatedAt);
  proves(t, '7.customers.create', '2.7.create', '3.customer');

  const drawer = await openCustomer(page, 'Grace Apio Acen');
  await drawer.getByRole('link', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: /^Edit / });
  await fillCustomer(edit, { 'Last name': 'Adong' });
  await edit.getByRole('button', { name: 'Save' }).click();
  const changed = page.getByRole('dialog', { name: 'Grace Apio Adong', exact: true });
  await changed.getByText('Your changes are saved.').waitFor();
  const update = made('PUT', `${customers}/${String(id)}`);
  const phoneNumber = '772345111';
  assert.deepEqual(sent(update), { ...fields, phoneNumber, lastName: 'Adong', version });
  assert.equal(update.answer?.status, 200);
  proves(t, '7.customers.update', '2.7.edit');

  await changed.getByRole('button', { name: 'Disable' }).click();
  const question = page.getByRole('dialog', { name: /^Disable / });
  await question.getByLabel('Reason').fill('Moved away');
  await question.getByRole('button', { name: 'Disable' }).click();
  await changed.getByText('Disabled', { exact: true }).first().waitFor();
  const disable = made('PATCH', `${customers}/${String(id)}/disable`);
  assert.deepEqual(sent(disable), { status: 'DISABLED', reason: 'Moved away' });
  assert.equal(given(disable)['status'], 'DISABLED');
  proves(t, '7.customers.disable', '2.7.disable', '4.5.disable', '3.customer.disabled');

  await goInApp(page, '/dashboard/customers/uploads');
  await upload(page, windowsCsv('march.csv', [HEADER, ...goodRows('march', 1)]));
  await stageShown(page, 'The file is checked');
  const bulk = made('POST', `${customers}/bulk`);
  const type = String(bulk.headers['content-type']);
  assert.match(type, /^multipart\/form-data; boundary=/);
  const body = new Response(new Uint8Array(bulk.body), { headers: { 'content-type': type } });
  const part = (await body.formData()).get('file');
  assert.ok(part instanceof File && part.name === 'march.csv');
  assert.equal(bulk.answer?.status, 202);
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
