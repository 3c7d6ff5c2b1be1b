import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { changing, fieldsOf, httpCall } from '../environment/http-call.ts';
import { goodRows, HEADER, windowsCsv } from '../environment/upload-files.ts';
import { customerTable, fillCustomer, openNew } from '../steps/customer-steps.ts';
import { upload } from '../steps/upload-steps.ts';
import {
  makeOrganization,
  merchantNamed,
  openAs,
  organizationOf,
  personOf,
  storedIn,
} from './outside-people.ts';
import { goInApp, landing } from '../steps/screen-steps.ts';
import { ACEN, provesCustomerCalls } from './customer-calls-proof.ts';
import { proves } from './proof-report.ts';
import { openOutsideEnvironment } from './proof-stage.ts';

const environment = openOutsideEnvironment();

// Before the tests with uploads: an upload that waits for confirmation blocks the next one.
test('503 on a call of any kind is told in the specified words', async (t) => {
  const { page } = await environment.person(t, { expects: [/503/, /CallFailed: Sorry, server/] });
  const nile = await merchantNamed(environment, 'Nile Traders');
  await openAs(environment, page, 'merchant', personOf('merchant', nile.organizationId));
  await landing(page);
  const OFF = 'Sorry, server is off. Please contact system administrator.';
  const fails = async (calls: RegExp, act: () => Promise<unknown>) => {
    const end = environment.proxy.networkFault(calls, { kind: 'status', status: 503 });
    await act();
    const alert = page.getByRole('alert').filter({ hasText: OFF });
    await alert.getByText(OFF, { exact: true }).waitFor();
    end();
    // A dialog may cover it.
    await alert.getByRole('button', { name: 'Dismiss' }).dispatchEvent('click');
    await alert.waitFor({ state: 'detached' });
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  // One call of each kind: a list, a record, a search, an export, a change, an upload, and a public
  // list.
  await fails(/GET .*\/customers\?/, () => goInApp(page, '/dashboard/customers'));
  await goInApp(page, '/dashboard/mandates');
  await goInApp(page, '/dashboard/customers');
  await customerTable(page).waitFor();
  await fails(/GET .*\/customers\/[\w-]+$/, () =>
    customerTable(page).getByRole('link').first().click(),
  );
  await goInApp(page, '/dashboard/customers');
  await press('Search');
  await fails(/GET .*\/search\?/, () =>
    page.getByRole('combobox', { name: 'Search everything' }).fill('grace'),
  );
  await page.keyboard.press('Escape');
  await fails(/GET .*\/customers\/export/, () =>
    page.getByRole('button', { name: /^Export all/ }).click(),
  );
  const form = await openNew(page);
  await fillCustomer(form, { ...ACEN, 'Reference number': 'LAKE-2' });
  await fails(/POST .*\/customers$/, () =>
    form.getByRole('button', { name: 'Add customer' }).click(),
  );
  await goInApp(page, '/dashboard/customers/uploads');
  await fails(/POST .*\/customers\/bulk$/, () =>
    upload(page, windowsCsv('off.csv', [HEADER, ...goodRows('off', 1)])),
  );
  await goInApp(page, '/dashboard/mandates');
  await fails(/GET .*\/api\/v1\/banks$/, () => press('Filters'));
  proves(t, '8.503');
});

test('the browser lists, makes, changes, disables and uploads customers by the specified calls', (t) =>
  provesCustomerCalls(t, environment));

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
  const [row] = await environment.sql(
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
  for (const [status, text, id] of [
    [500, 'E500', '8.merchant-other'],
    [418, 'E418', '8.merchant-other'],
    [503, 'Sorry, server is off. Please contact system administrator.', null],
  ] as const) {
    const end = environment.proxy.networkFault(/GET \/api\/v1\/merchants\/organization/, {
      kind: 'status',
      status,
    });
    await page.goto(`${environment.server.origin('merchant')}/auth/login`);
    await page.getByRole('alert').getByText(text, { exact: true }).first().waitFor();
    end();
    if (id) proves(t, id);
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
    await landing(page);
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
