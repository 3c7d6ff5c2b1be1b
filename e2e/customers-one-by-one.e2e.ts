import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillCustomer, GRACE, listBegins, openCustomers, openNew } from './steps/customer-steps.ts';
import { waitForFocus } from './steps/keyboard-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment({ shared: true });

/** The list answer for a business without customers. */
const NOBODY = {
  content: [],
  page: 0,
  size: 10,
  totalElements: 0,
  totalPages: 0,
  totalIsCapped: false,
  counts: { ACTIVE: 0, DISABLED: 0 },
};

test('a business without customers sees nothing of a list on its way to how it begins', async (t) => {
  const { page } = await environment.person(t);
  const answer = Promise.withResolvers<void>();
  await page.route('**/customers?*', async (route) => {
    await answer.promise;
    await route.fulfill({ json: NOBODY });
  });
  await openCustomers(page, environment.server);
  await page.getByLabel('Loading customers').waitFor();
  assert.equal(await page.getByLabel('Search customers').isVisible(), false);
  assert.equal(await page.getByRole('link', { name: 'Disabled' }).isVisible(), false);
  answer.resolve();
  await heading(page, 'No customers yet');
});

test('several customers are added one after the other without leaving the form', async (t) => {
  const { page } = await environment.person(t);
  await openCustomers(page, environment.server);
  const form = await openNew(page);
  const another = form.getByRole('button', { name: 'Save and add another' });
  await another.click();
  await form.getByText('First name is missing').waitFor();
  await waitForFocus(form.getByLabel('First name'));
  await fillCustomer(form, { ...GRACE, 'Reference number': 'ROW-1' });
  await another.click();
  const said = form.getByRole('status');
  await said.getByText('Grace Atim was added. You can add the next one.').waitFor();
  const empty = await form.getByRole('textbox').evaluateAll((fields) => {
    return fields.every((field) => field instanceof HTMLInputElement && field.value === '');
  });
  assert.equal(empty, true);
  await waitForFocus(form.getByLabel('First name'));
  await checkScreen(page, '96-customer-new-another');
  await said.getByRole('button', { name: 'Dismiss' }).click();
  await waitForFocus(form.getByRole('heading', { name: 'Add customer' }));
  await fillCustomer(form, { ...GRACE, 'First name': 'Gloria', 'Reference number': 'ROW-2' });
  // Enter submits with the main button, which closes the form.
  await form.getByLabel('Email').press('Enter');
  await form.waitFor({ state: 'detached' });
  await listBegins(page, 'Gloria Atim');
  await page.getByRole('link', { name: 'Grace Atim' }).waitFor();
});
