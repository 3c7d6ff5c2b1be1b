import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { fieldsOf } from '../environment/http-call.ts';
import type { SeenCall } from '../environment/http-proxy.ts';
import { goodRows, HEADER, windowsCsv } from '../environment/upload-files.ts';
import { customerTable, fillCustomer, openCustomer, openNew } from '../steps/customer-steps.ts';
import { goInApp, landing } from '../steps/screen-steps.ts';
import { stageShown, upload } from '../steps/upload-steps.ts';
import { merchantNamed, openAs, personOf, storedIn } from './outside-people.ts';
import { proves } from './proof-report.ts';
import type { OutsideEnvironment } from './proof-stage.ts';

/** A customer by the labels of the form. */
export const ACEN = {
  'First name': 'Grace',
  'Middle name': 'Apio',
  'Last name': 'Acen',
  'Phone number': '0772345111',
  Email: 'grace@acen.example',
  'Reference number': 'LAKE-1',
};

/** The latest call of this method whose address is exactly this. */
function callTo({ proxy }: OutsideEnvironment, method: string, address: string): SeenCall {
  const call = proxy.seen.findLast((seen) => seen.method === method && seen.address === address);
  assert.ok(call, `${method} ${address} was called`);
  return call;
}

const given = ({ answer }: SeenCall) => fieldsOf(JSON.parse(answer?.text ?? 'null'));

/** A browser lists, makes, changes, disables and uploads customers by the specified calls. */
export async function provesCustomerCalls(
  t: TestContext,
  environment: OutsideEnvironment,
): Promise<void> {
  const { page } = await environment.person(t);
  const nile = await merchantNamed(environment, 'Nile Traders');
  await openAs(environment, page, 'merchant', personOf('merchant', nile.organizationId));
  await landing(page);
  const token = (await storedIn(page))['JWT_TOKEN'];
  const cookies = await page.context().cookies(environment.server.origin('merchant'));
  const forgery = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value;
  assert.ok(token && forgery);
  const customers = `/api/v1/merchants/${nile.id}/customers`;
  /** The call as the browser made it, with the headers of every call. */
  const made = (method: string, address: string) => {
    const call = callTo(environment, method, address);
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
  // The server converts the typed phone number to its international form.
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
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  const changed = page.getByRole('dialog', { name: 'Grace Apio Adong', exact: true });
  await changed.getByText('Your changes are saved.').waitFor();
  const update = made('PUT', `${customers}/${String(id)}`);
  const phoneNumber = '772345111';
  assert.deepEqual(sent(update), { ...fields, phoneNumber, lastName: 'Adong', version });
  assert.equal(update.answer?.status, 200);
  proves(t, '7.customers.update', '2.7.edit');

  await changed.getByRole('button', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog', { name: /^Disable / });
  await dialog.getByLabel('Reason').fill('Moved away');
  await dialog.getByRole('button', { name: 'Disable' }).click();
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
}
