import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from './steps/account-steps.ts';
import {
  addByApi,
  addCustomer,
  customersAt,
  customerTable,
  fillCustomer,
  GRACE,
  listBegins,
  manyCustomers,
  openCustomer,
  openCustomers,
  openNew,
  OWNER,
} from './steps/customer-steps.ts';
import { pressOn, tabTo, typeInto } from './steps/keyboard-steps.ts';
import { valueAt } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading } from './steps/screen-steps.ts';
import { ownerOf } from './environment/mandate-setup.ts';
import { openTestEnvironment } from './environment/test-environment.ts';
import { reloadWithDrafts } from './environment/browser-storage.ts';

const environment = openTestEnvironment();

const CONFLICT = /409 .*\/customers\//;
/** The history of a customer, which names who saved the newest version. */
const NEWEST = /\/customers\/[\w-]+\/events/;

async function opensTheForm(page: Page) {
  await page.goto(`${customersAt(environment.server)}?search=${GRACE['Reference number']}`);
  await (await openCustomer(page, 'Grace Atim')).getByRole('link', { name: 'Edit' }).click();
  // The heading has the name of the customer, which somebody else may change.
  const form = page.getByRole('dialog', { name: /^Edit / });
  await form.waitFor();
  return form;
}

test('of two who change a customer at once, the second chooses field by field', async (t) => {
  const { page, context } = await environment.person(t, { expects: [CONFLICT, /ERR_FAILED/] });
  await openCustomers(page, environment.server);
  await addCustomer(page, GRACE);
  await listBegins(page, 'Grace Atim');
  const other = await context.newPage();
  const mine = await opensTheForm(page);
  const theirs = await opensTheForm(other);
  await fillCustomer(theirs, { 'First name': 'Gloria', 'Last name': 'Okello', Email: '' });
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await other.getByRole('dialog', { name: 'Gloria Okello' }).waitFor();
  await fillCustomer(mine, { 'First name': 'Gracious', 'Middle name': 'Nakato' });
  await page.route(NEWEST, (route) => route.abort());
  await mine.getByRole('button', { name: 'Save', exact: true }).click();
  await mine.getByText(/^Somebody else changed this customer\. There is no connection/).waitFor();
  await page.unroute(NEWEST);
  await mine.getByRole('button', { name: 'Save', exact: true }).click();
  await mine.getByText('Amina Nakato changed this customer while you were editing').waitFor();
  await mine.getByText('Middle name: nothing→Nakato').waitFor();
  const first = mine.getByRole('group', { name: 'First name' });
  const last = mine.getByRole('group', { name: 'Last name' });
  assert.equal(await last.getByLabel('Take theirs').isChecked(), true, 'this one was not touched');
  assert.equal(await mine.getByRole('group').count(), 3, 'nothing else differs');
  await mine.getByRole('button', { name: 'Save', exact: true }).click();
  await first.getByText('Choose one of the two').waitFor();
  await checkScreen(page, '90-customer-conflict');
  await reloadWithDrafts(page);
  await first.waitFor();
  await first.getByLabel('Keep mine').check();
  await mine.getByRole('group', { name: 'Email' }).getByLabel('Keep mine').check();
  await mine.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = page.getByRole('dialog', { name: 'Gracious Nakato Okello' });
  await saved.getByText('Your changes are saved.').waitFor();
  assert.equal(await valueAt(saved, 'Email'), GRACE.Email);
});

const PRODUCT = {
  name: 'Piano lessons',
  code: 'PIANO',
  categoryId: '0193b000-0000-7000-8000-00000000c001',
  amountKind: 'FIXED',
  amount: 50_000,
  schedule: { kind: 'MONTHLY', day: 5 },
  noticeDays: 2,
  retries: 1,
};

test('of two who change a product at once, the second chooses field by field', async (t) => {
  const { server } = environment;
  const { owner, base } = await ownerOf(server, OWNER.email);
  const { id, version } = await owner.ask(`${base}/products`, { json: PRODUCT });
  const { page } = await environment.person(t, { expects: [/409 .*\/products\//] });
  await openCustomers(page, server);
  await page.goto(`${server.origin('merchant')}/dashboard/products/${String(id)}/edit`);
  const form = page.getByRole('dialog', { name: 'Edit Piano lessons' });
  await form.getByLabel('Amount of each debit').fill('60,000');
  const weekly = { amount: 55_000, schedule: { kind: 'WEEKLY', weekday: 2 } };
  const categoryId = '0193b000-0000-7000-8000-00000000c002';
  const json = { ...PRODUCT, ...weekly, categoryId, version };
  await owner.ask(`${base}/products/${String(id)}`, { method: 'PUT', json });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.getByText('changed this product while you were editing').waitFor();
  await form.getByRole('group', { name: 'Amount of each debit' }).getByLabel('Keep mine').check();
  const category = form.getByRole('group', { name: 'Category' });
  await category.getByText('was School fees').waitFor();
  await category.getByLabel('Insurance premium').check();
  await checkScreen(page, '91-product-conflict');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = page.getByRole('dialog', { name: 'Piano lessons' });
  await saved.getByText('Your changes are saved.').waitFor();
  await saved.getByText('USh 60,000').first().waitFor();
  await saved.getByText('Each week on Tuesday').first().waitFor();
});

test('a customer is found, read, changed and left with the keyboard alone', async (t) => {
  const { page } = await environment.person(t);
  await openCustomers(page, environment.server);
  await addByApi(page, manyCustomers(12));
  await page.reload();
  await customerTable(page).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('SHOP-10');
  await page.getByText('12 entries', { exact: false }).waitFor();
  const links = customerTable(page).getByRole('link');
  await tabTo(page, links.first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const third = links.nth(2);
  assert.equal(await third.evaluate((link) => link === document.activeElement), true);
  const name = await third.innerText();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name, exact: true });
  await pressOn(page, drawer.getByRole('link', { name: 'Edit' }));
  const form = page.getByRole('dialog', { name: `Edit ${name}` });
  await typeInto(page, form.getByLabel('Middle name'), 'Kato');
  await page.keyboard.press('Enter');
  await page.getByText('Your changes are saved.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForURL(/customers\?search=SHOP-10$/);
  assert.equal(await third.evaluate((link) => link === document.activeElement), true);
  const added = page.getByRole('columnheader', { name: 'Added' }).getByRole('button');
  await pressOn(page, added);
  await page.waitForURL(/sort=createdAt/);
  await pressOn(page, page.getByRole('button', { name: 'Columns' }));
  await tabTo(page, page.getByLabel('Reference'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Reference' }).waitFor({ state: 'detached' });
});

test('a phone has cards and the way to sort them, and names as long as can be stay on the screen', async (t) => {
  const { page } = await environment.person(t, { phone: true });
  await signIn(page, environment.server, 'merchant', OWNER.email);
  const long = (message: string) => message.repeat(60);
  await addByApi(page, [
    {
      firstName: long('A'),
      middleName: long('b'),
      lastName: long('c'),
      customerReferenceNumber: long('9'),
      email: `${long('e')}@${'long-name.'.repeat(12)}example`,
    },
  ]);
  await page.goto(customersAt(environment.server));
  await openCustomer(page, [long('A'), long('b'), long('c')].join(' '));
  await checkScreen(page, '94-customer-long');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await checkScreen(page, '95-customers-long');
  await page.getByRole('button', { name: 'Name' }).click();
  await page.waitForURL(/sort=name/);
  await addCustomer(page, { ...GRACE, 'Reference number': 'PHONE-1' });
  await page.getByRole('status').getByText('Grace Atim was added.').waitFor();
  await listBegins(page, 'Grace Atim');
});

test('who may only look sees nothing that writes, and a suspended business is told why', async (t) => {
  const { page } = await environment.person(t);
  await openCustomers(page, environment.server);
  const profile = {
    id: randomUUID(),
    organizationId: randomUUID(),
    merchantState: 'SUSPENDED',
    businessName: 'Nile Traders',
    logoUrl: null,
    review: null,
  };
  await page.route('**/merchants/organization/*', (route) => route.fulfill({ json: profile }));
  await page.reload();
  const why = 'Your business is suspended: nothing can be added or changed here for now.';
  await page.getByText(why).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Add customer' }).isDisabled(), true);
  const drawer = await openCustomer(page, 'Grace Atim');
  assert.equal(await drawer.getByRole('button', { name: 'Edit' }).isDisabled(), true);
  await drawer.getByText(why).first().waitFor();
  await checkScreen(page, '92-customer-business-suspended');
  await page.unroute('**/merchants/organization/*');
  await page.evaluate(() => {
    const user: unknown = JSON.parse(localStorage.getItem('CURRENT_USER') ?? '{}');
    const roles = ['MERCHANT', 'customers.read'];
    localStorage.setItem('CURRENT_USER', JSON.stringify(Object.assign(Object(user), { roles })));
  });
  await page.reload();
  await drawer.getByText('Reference number').waitFor();
  assert.equal(await drawer.getByRole('link', { name: 'Edit' }).count(), 0);
  assert.equal(await drawer.getByRole('button', { name: 'Disable' }).count(), 0);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('link', { name: 'Add customer' }).count(), 0);
});

test('a list that does not arrive says so, and a customer who is not there leads to auth/404', async (t) => {
  const { page } = await environment.person(t, {
    expects: [/503/, /404 .*\/customers\//, /ERR_INTERNET_DISCONNECTED/],
  });
  await openCustomers(page, environment.server);
  await customerTable(page).waitFor();
  await page.route('**/customers?*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await page
    .getByRole('alert')
    .getByText('Sorry, server is off. Please contact system administrator.')
    .waitFor();
  await heading(page, 'The customers could not be loaded');
  await checkScreen(page, '93-customers-not-loaded');
  await page.unroute('**/customers?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await customerTable(page).waitFor();
  await page.route('**/mandates?*', (route) => route.fulfill({ status: 503, body: '' }));
  await customerTable(page).getByRole('link').first().click();
  await page.getByText('Mandates could not be loaded').waitFor();
  await page.unroute('**/mandates?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Mandates could not be loaded').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  const form = await openNew(page);
  await page.context().setOffline(true);
  await fillCustomer(form, { ...GRACE, 'Reference number': 'LINE-1' });
  await form.getByRole('button', { name: 'Add customer' }).click();
  await form.getByText(/There is no connection to the server/).waitFor();
  assert.equal(await form.getByLabel('First name').inputValue(), 'Grace');
  await page.context().setOffline(false);
  await form.getByRole('button', { name: 'Add customer' }).click();
  await listBegins(page, 'Grace Atim');
  await page.goto(`${customersAt(environment.server)}/01a1fe32-fed8-7239-bfb3-000000000000`);
  await page.waitForURL('**/auth/404');
});
