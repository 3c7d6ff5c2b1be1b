import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from './steps/account-steps.ts';
import { openCustomers } from './steps/customer-steps.ts';
import { waitForFocus } from './steps/keyboard-steps.ts';
import { OPERATOR } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment({ shared: true });

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Search everything' });
const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });

test('a merchant finds a customer and a page from anywhere, by keyboard alone', async (t) => {
  const { page } = await environment.person(t);
  await openCustomers(page, environment.server);
  const first = await page.getByRole('table').getByRole('link').first().innerText();
  const list = page.getByRole('searchbox', { name: 'Search customers' });
  await list.focus();
  await page.keyboard.press('Control+k');
  await dialogOf(page).waitFor();
  await waitForFocus(fieldOf(page));
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
  await waitForFocus(list);
  await page.keyboard.press('Meta+k');
  await page.keyboard.type(first.toLowerCase());
  const found = dialogOf(page).getByRole('group', { name: 'Customers' });
  await found.getByRole('option', { name: first }).waitFor();
  await page.getByText(/ found\. Choose with/).waitFor();
  await checkScreen(page, '98-search-found');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: first }).waitFor();
  assert.match(page.url(), /\/dashboard\/customers\/[0-9a-f-]{36}$/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('business pro');
  await dialogOf(page).getByRole('option', { name: 'Business Profile' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\/profile$/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(first.toLowerCase());
  await found.getByRole('option', { name: first }).waitFor();
  // Not one of the options of the text before, which are still shown.
  await fieldOf(page).fill('custom');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\/customers$/);
});

test('an operator finds a request; what is not there, and a failure, are said', async (t) => {
  const { page, expects } = await environment.person(t);
  expects(/500.*api\/v1\/search/);
  await signIn(page, environment.server, 'operator', OPERATOR);
  await page.getByRole('button', { name: 'Search' }).click();
  await fieldOf(page).fill('clinic');
  const request = dialogOf(page)
    .getByRole('group', { name: 'Approval requests' })
    .getByRole('option', { name: /Kololo Clinic/ });
  await request.waitFor();
  await fieldOf(page).fill('nobody of that name');
  await page.getByText('Nothing found for ‘nobody of that name’').waitFor();
  await checkScreen(page, '99-search-nothing');
  await page.route('**/api/v1/search*', (route) => route.fulfill({ status: 500, body: '' }));
  await fieldOf(page).fill('kololo');
  await dialogOf(page).getByRole('alert').getByText('Something went wrong').waitFor();
  await checkScreen(page, '99-search-failed');
  await page.unroute('**/api/v1/search*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await request.click();
  await page.waitForURL(/\/dashboard\/approval-requests\/[0-9a-f-]{36}/);
});
