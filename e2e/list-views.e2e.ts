import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signIn } from './steps/account-steps.ts';
import { customersAt, customerTable, openCustomer, openCustomers } from './steps/customer-steps.ts';
import { waitForFocus, tabTo } from './steps/keyboard-steps.ts';
import { OPERATOR } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment({ shared: true });

test('no saved views: a view of a list is saved under a name, found again on another device, and deleted', async (t) => {
  const { page, leave } = await environment.person(t);
  await openCustomers(page, environment.server);
  await customerTable(page).waitFor();
  await page.goto(`${customersAt(environment.server)}?status=DISABLED&sort=name`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Save this view as').fill('Not collected from');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete Not collected from' }).waitFor();
  await checkScreen(page, '96-saved-views');
  await leave();
  const other = await environment.person(t);
  await openCustomers(other.page, environment.server);
  await other.page.getByRole('button', { name: 'Views' }).click();
  await other.page.getByRole('button', { name: 'Not collected from', exact: true }).click();
  await other.page.waitForURL(/customers\?status=DISABLED&sort=name$/);
  await other.page.getByRole('list', { name: 'Saved views' }).waitFor({ state: 'detached' });
  await other.page.getByRole('button', { name: 'Views' }).click();
  const next = other.page.getByLabel('Save this view as');
  await next.fill('The next one');
  await other.page.getByRole('button', { name: 'Delete Not collected from' }).click();
  await other.page.getByText(/^Save the search, state, order and filters/).waitFor();
  assert.equal(await next.inputValue(), 'The next one', 'deleting leaves what is typed');
});

test('filters lost on back: a list is narrowed by a filter, which stands above it until it is removed', async (t) => {
  const { page } = await environment.person(t);
  await signIn(page, environment.server, 'operator', OPERATOR);
  await page.goto(`${environment.server.origin('operator')}/dashboard/banks`);
  const bank = (name: string) => page.getByRole('link', { name });
  await bank('Absa Bank Uganda').waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Tier').selectOption({ label: 'Tier II, credit institution' });
  await page.getByRole('button', { name: 'Apply' }).click();
  await bank('Absa Bank Uganda').waitFor({ state: 'detached' });
  await bank('Opportunity Bank Uganda').waitFor();
  assert.equal(new URL(page.url()).search, '?tier=TIER_2');
  await checkScreen(page, '97-filtered');
  await bank('Opportunity Bank Uganda').click();
  await page.waitForURL(/banks\/[\w-]{36}/);
  await page.goBack();
  await page.getByRole('button', { name: 'Remove Tier' }).waitFor();
  assert.equal(new URL(page.url()).search, '?tier=TIER_2');
  await page.reload();
  await page.getByRole('button', { name: 'Remove Tier' }).click();
  await bank('Absa Bank Uganda').waitFor();
  assert.equal(new URL(page.url()).search, '');
  await page.goto(`${page.url()}?tier=TIER_2&search=nobody`);
  await heading(page, 'Nothing found');
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await bank('Absa Bank Uganda').waitFor();
  await page.goto(`${environment.server.origin('operator')}/dashboard/approval-requests`);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Kind').selectOption({ label: 'Bank' });
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Remove Kind' }).waitFor();
});

test('an amount that can not be read is refused in its filter', async (t) => {
  const { page } = await environment.person(t, { phone: true });
  await signIn(page, environment.server, 'operator', OPERATOR);
  const list = `${environment.server.origin('operator')}/dashboard/mandates/transactions`;
  await page.goto(`${list}?amountFrom=1`);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const apply = await page.getByRole('button', { name: 'Apply' }).boundingBox();
  const { height = 0 } = page.viewportSize() ?? {};
  assert.ok(apply && apply.y + apply.height <= height, 'the panel does not fit on the screen');
  const amount = page.getByLabel('Amount to');
  const refused = page.getByText('Enter a whole amount, such as 1,500,000');
  for (const typed of ['1,000.50', '1'.repeat(13)]) {
    await amount.fill(typed);
    await page.getByRole('button', { name: 'Apply' }).click();
    await refused.waitFor();
    await waitForFocus(amount);
    await page.reload();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await refused.waitFor({ state: 'hidden' });
  }
  assert.equal(new URL(page.url()).searchParams.has('amountTo'), false);
  await amount.fill('1,000');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/amountTo=%221000%22$/);
});

test('the search box shows what the list is searched for, and a search does not leave the list', async (t) => {
  const { page, context } = await environment.person(t);
  await context.clock.install();
  await openCustomers(page, environment.server);
  await customerTable(page).waitFor();
  const box = page.getByRole('searchbox');
  await box.fill('nobody at all');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await customerTable(page).waitFor();
  assert.equal(await box.inputValue(), '');
  await page.goBack();
  await heading(page, 'Nothing found');
  assert.equal(await box.inputValue(), 'nobody at all');
  // A state that is chosen during the debounce stays.
  await box.fill('nobody else');
  const states = page.getByRole('navigation', { name: 'States' });
  await states.getByRole('link', { name: 'Disabled' }).click();
  await page.waitForURL(/search=nobody\+else/);
  assert.equal(new URL(page.url()).searchParams.get('status'), 'DISABLED');
  // A step back during the debounce ends the search. The clock is stopped, so that it is during it.
  await context.clock.pauseAt(Date.now() + 60_000);
  await box.fill('nobody now');
  await page.goBack();
  await page.waitForURL(/search=nobody\+at\+all/);
  assert.equal(await box.inputValue(), 'nobody at all');
  await context.clock.fastForward(1000);
  assert.match(page.url(), /search=nobody\+at\+all/);
  assert.equal(await box.inputValue(), 'nobody at all');
});

test('a list that is shown stays although it can not be fetched again', async (t) => {
  const { page, context } = await environment.person(t, { expects: [/500/] });
  await context.clock.install();
  await openCustomers(page, environment.server);
  const first = customerTable(page).getByRole('link').first();
  const name = await first.innerText();
  await page.route('**/customers?*', (route) => route.fulfill({ status: 500, body: '' }));
  // It is fetched again when the person comes back to the tab after a while.
  await context.clock.fastForward(5000);
  const fetched = page.waitForResponse('**/customers?*');
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await fetched;
  await openCustomer(page, name);
  assert.equal(await first.isVisible(), true);
});

test('a list stays in sight and keeps the focus while the code of its drawer is on the way', async (t) => {
  const { page } = await environment.person(t);
  await openCustomers(page, environment.server);
  await customerTable(page).waitFor();
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  const first = customerTable(page).getByRole('link').first();
  await tabTo(page, first);
  await page.keyboard.press('Enter');
  await page.waitForTimeout(600);
  assert.equal(await customerTable(page).isVisible(), true);
  await page.getByRole('dialog').getByText('Reference number').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await waitForFocus(first);
});
