import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import {
  addByApi,
  addCustomer,
  BEGINNER,
  customersAt,
  customerTable,
  fillCustomer,
  GRACE,
  listBegins,
  manyCustomers,
  namesListed,
  openCustomer,
  openCustomers,
  openNew,
} from './steps/customer-steps.ts';
import { focusOnPage, waitForFocus } from './steps/keyboard-steps.ts';
import { valueAt } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading, says } from './steps/screen-steps.ts';
import { proves } from './specification/proof-report.ts';
import { openTestEnvironment } from './environment/test-environment.ts';
import { makeActiveBusiness } from './environment/state-setup.ts';
import { reloadWithDrafts } from './environment/browser-storage.ts';

const environment = openTestEnvironment({ shared: true });

test('the first customer is added manually, after everything that can be typed wrongly', async (t) => {
  await makeActiveBusiness(environment.server, environment.files, BEGINNER);
  const { page, expects } = await environment.person(t);
  await openCustomers(page, environment.server, BEGINNER);
  await heading(page, 'No customers yet');
  await page.waitForLoadState('networkidle');
  await checkScreen(page, '80-customers-empty');
  const form = await openNew(page);
  const send = form.getByRole('button', { name: 'Add customer' });
  await send.click();
  await form.getByText('First name is missing').waitFor();
  await form.getByText('Last name is missing').waitFor();
  await form.getByText('Reference number is missing').waitFor();
  await form.getByText('Enter a phone number or an email').waitFor();
  const first = form.getByLabel('First name');
  assert.equal(await first.evaluate((input) => input === document.activeElement), true);
  await checkScreen(page, '81-customer-new-refused');
  await fillCustomer(form, { ...GRACE, 'Phone number': '0733 000', Email: 'grace@' });
  await send.click();
  await form.getByText('Enter a valid Uganda Number e.g 772123456').waitFor();
  await form.getByText('Enter an email address, such as name@example.com').waitFor();
  await fillCustomer(form, GRACE);
  await reloadWithDrafts(page);
  assert.equal(await form.getByLabel('First name').inputValue(), 'Grace');
  await form.getByText(/What you typed before is still here/).waitFor();
  await checkScreen(page, '82-customer-new-found-again');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await focusOnPage(page);
  // The form was opened from the empty state, which is gone once there is a customer.
  await openNew(page);
  await form.getByLabel('Email').press('Enter');
  await form.waitFor({ state: 'detached' });
  await page.getByRole('status').getByText('Grace Atim was added.').waitFor();
  await listBegins(page, 'Grace Atim');
  await focusOnPage(page);
  proves(t, '1.customers');
  expects(/409 .*\/customers/);
  const second = await openNew(page);
  await fillCustomer(second, { ...GRACE, 'First name': 'Gloria' });
  await second.getByRole('button', { name: 'Add customer' }).click();
  await second.getByText('Another customer has this reference number already.').waitFor();
  const reference = second.getByLabel('Reference number');
  await second.locator('input[name="customerReferenceNumber"]:focus').waitFor();
  await reference.fill('SHOP-0002');
  await reference.press('Enter');
  await second.waitFor({ state: 'detached' });
  await listBegins(page, 'Gloria Atim');
  await waitForFocus(page.getByRole('link', { name: 'Add customer' }));
});

test('the list is searched, narrowed, sorted and paged, and its address says all of it', async (t) => {
  const { page } = await environment.person(t);
  await openCustomers(page, environment.server, BEGINNER);
  await addByApi(page, manyCustomers(34));
  await page.reload();
  await page.getByText('36 entries, page 1 of 4').waitFor();
  assert.equal(page.url(), customersAt(environment.server), 'what is usual is not in the address');
  await checkScreen(page, '83-customers');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('36 entries, page 2 of 4').waitFor();
  assert.equal(new URL(page.url()).search, '?page=1');
  await page.getByLabel('Entries on a page').selectOption('25');
  await page.getByText('36 entries, page 1 of 2').waitFor();
  const byName = page.getByRole('columnheader', { name: 'Name' });
  assert.equal(await byName.getAttribute('aria-sort'), 'none');
  await byName.getByRole('button').click();
  await listBegins(page, 'Brian Achieng');
  assert.equal(await byName.getAttribute('aria-sort'), 'ascending');
  await byName.getByRole('button').click();
  await listBegins(page, 'Esther Tumusiime');
  assert.equal(await byName.getAttribute('aria-sort'), 'descending');
  assert.equal(new URL(page.url()).search, '?size=25&sort=-name');
  await page.keyboard.press('/');
  await page.keyboard.type('customer7@');
  await page.getByText('1 entry', { exact: true }).waitFor();
  assert.deepEqual(await namesListed(page), ['Brian Achieng']);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const drawer = await openCustomer(page, 'Brian Achieng');
  await says(page, 'This customer has given no mandate yet.');
  await says(page, 'Nothing has been collected from this customer yet.');
  await page.reload();
  await drawer.waitFor();
  await page.waitForLoadState('networkidle');
  // A deviation from the line, listed as one: mandates and transactions are fetched.
  assert.ok(['/mandates', '/transactions'].every((list) => asked.some((at) => at.endsWith(list))));
  proves(t, '7.customers.local');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  assert.deepEqual(await namesListed(page), ['Brian Achieng'], 'the filter survives all of that');
  await page.getByRole('searchbox').fill('nobody at all');
  await heading(page, 'Nothing found');
  await checkScreen(page, '84-customers-nothing-found');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByText('36 entries, page 1 of 2').waitFor();
  await focusOnPage(page);
  assert.equal(await page.getByRole('searchbox').inputValue(), '');
  await page.goto(`${customersAt(environment.server)}?page=99`);
  await heading(page, 'There is no such page');
});

test('columns are chosen once and for all on a device', async (t) => {
  const { page } = await environment.person(t);
  await openCustomers(page, environment.server, BEGINNER);
  const heads = () => page.getByRole('columnheader').allInnerTexts();
  await customerTable(page).waitFor();
  assert.deepEqual(await heads(), ['Name', 'Reference', 'Phone', 'Email', 'Status', 'Added']);
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('group', { name: 'Columns to show' });
  await panel.getByLabel('Email').uncheck();
  await panel.getByLabel('Changed').check();
  await checkScreen(page, '85-customers-columns');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  const chosen = ['Name', 'Reference', 'Phone', 'Status', 'Added', 'Changed'];
  assert.deepEqual(await heads(), chosen);
  await page.reload();
  await customerTable(page).waitFor();
  await page.getByRole('columnheader', { name: 'Changed' }).waitFor();
  assert.deepEqual(await heads(), chosen);
  const stored = await page.evaluate(() => Object.keys(localStorage).toSorted());
  const names = 'CURRENT_USER JWT_TOKEN LAST_ACTIVITY REFRESH_TOKEN USERNAME currentOrganization';
  assert.equal(stored.join(' '), names, 'local storage holds the session and nothing else');
});

test('a customer is changed, disabled for a reason and enabled again, and the history tells it', async (t) => {
  const { page } = await environment.person(t);
  await openCustomers(page, environment.server, BEGINNER);
  await page.goto(`${customersAt(environment.server)}?search=Grace`);
  const drawer = await openCustomer(page, 'Grace Atim');
  assert.match(await valueAt(drawer, 'Reference number'), /^SHOP-0001/);
  assert.equal(await valueAt(drawer, 'Phone number'), '+256 772 123456');
  await drawer.getByText('This customer has given no mandate yet.').waitFor();
  await checkScreen(page, '86-customer');
  await drawer.getByRole('link', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Grace Atim' });
  assert.equal(await form.getByLabel('Phone number').inputValue(), '772123456');
  await form.getByLabel('Middle name').fill('Nakato');
  await form.getByLabel('Email').fill('');
  await page.reload();
  await form.getByText('It is not saved yet.').waitFor();
  await checkScreen(page, '87-customer-edit');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const changed = page.getByRole('dialog', { name: 'Grace Nakato Atim', exact: true });
  await changed.getByText('Your changes are saved.').waitFor();
  await changed.getByText('Middle name: nothing→Nakato').waitFor();
  await changed.getByText('Email: grace.atim@example.com→nothing').waitFor();
  await changed.getByRole('button', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable Grace Nakato Atim?' });
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await dialog.getByText('Say why, for your colleagues to read').waitFor();
  await checkScreen(page, '88-customer-disable');
  await dialog.getByLabel('Reason').fill('Moved to another shop');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await changed.getByText('Disabled', { exact: true }).first().waitFor();
  await changed.getByText('“Moved to another shop”').waitFor();
  await waitForFocus(changed.getByRole('button', { name: 'Enable' }));
  await checkScreen(page, '89-customer-disabled');
  await page.keyboard.press('Escape');
  await page.goto(`${customersAt(environment.server)}?status=DISABLED`);
  await listBegins(page, 'Grace Nakato Atim');
  assert.equal((await namesListed(page)).length, 1);
  const tab = page.getByRole('navigation', { name: 'States' }).locator('[aria-current]');
  assert.equal((await tab.innerText()).replaceAll(/\s+/g, ' '), 'Disabled 1');
  const again = await openCustomer(page, 'Grace Nakato Atim');
  await again.getByRole('button', { name: 'Enable' }).click();
  await page
    .getByRole('dialog', { name: /^Enable/ })
    .getByRole('button', { name: 'Enable' })
    .click();
  await again.getByText('Grace Nakato Atim is active again.').waitFor();
  await again.getByRole('listitem').nth(3).getByText('Added', { exact: true }).waitFor();
});

test('an export has every customer of the filter, not one page', async (t) => {
  const { page } = await environment.person(t);
  await openCustomers(page, environment.server, BEGINNER);
  const lines = async (label: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: label, exact: true }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^customers-\d{4}-\d\d-\d\d\.csv$/);
    return (await text(await download.createReadStream())).trim().split(/\r?\n/);
  };
  assert.equal((await lines('Export all 36')).length, 37);
  await page.getByRole('status').getByText('36 customers').waitFor();
  await page.getByRole('searchbox').fill('Esther');
  await page.getByText(/^\d entries$/).waitFor();
  const found = await namesListed(page);
  const exported = await lines(`Export all ${found.length}`);
  assert.equal(exported.length, found.length + 1);
  assert.match(exported[0] ?? '', /First Name.*Reference/i);
  assert.match(exported[1] ?? '', /Esther/);
  await addCustomer(page, { ...GRACE, 'Reference number': 'SHOP-0003' });
  await listBegins(page, 'Grace Atim');
});

test('a search that finds very many says so, ends with its last page, and narrows', async (t) => {
  const { page } = await environment.person(t);
  await openCustomers(page, environment.server, BEGINNER);
  await environment.sql(
    `insert into customers (id, organization_id, first_name, last_name, phone, reference, state,
       revision, created_at, updated_at)
     select uuidv7(), organization_id, 'Zuri', case when n % 4 = 0 then 'Okello' else 'Namuli' end,
       '+256772123456', 'MANY-' || n, 'ACTIVE', 1, now(), now()
     from merchants, generate_series(1, 1024) n where business_name = '${BEGINNER.businessName}'`,
  );
  await page.getByRole('searchbox').fill('zuri');
  await says(page, 'more than 1,000 entries, page 1 of 100');
  const hint = page.getByText('More are found than can be listed: these are some of them.');
  await hint.waitFor();
  await checkScreen(page, '59-customers-very-many');
  await page.goto(`${page.url()}&page=99`);
  await says(page, 'more than 1,000 entries, page 100 of 100');
  assert.ok(await page.getByRole('button', { name: 'Next', exact: true }).isDisabled());
  await page.getByRole('searchbox').fill('zuri okello');
  await says(page, '256 entries, page 1 of 26');
  assert.equal(await hint.count(), 0);
});
