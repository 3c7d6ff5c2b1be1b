import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillCustomer, GRACE, openCustomers, openNew } from './steps/customer-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment({ shared: true });

/** Runs in the page. Returns the number of form drafts in IndexedDB. */
const keptDrafts = () =>
  new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open('tegeka-drafts');
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const database = opening.result;
      const counting = database.transaction('drafts').objectStore('drafts').count();
      counting.addEventListener('success', () => {
        database.close();
        resolve(counting.result);
      });
    });
  });

test('what is typed and not saved does not outlive the session', async (t) => {
  const { page } = await environment.person(t);
  await openCustomers(page, environment.server);
  const form = await openNew(page);
  await fillCustomer(form, GRACE);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await openNew(page);
  assert.equal(await form.getByLabel('Last name').inputValue(), 'Atim', 'closing loses nothing');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/auth/logout');
  assert.equal(await page.evaluate(() => JSON.stringify(sessionStorage).includes('Atim')), false);
  assert.equal(await page.evaluate(keptDrafts), 0, 'nothing typed stays on the device');
  await openCustomers(page, environment.server);
  await openNew(page);
  assert.equal(await form.getByLabel('Last name').inputValue(), '');
});

test('what is typed is found again after a session that ended by itself', async (t) => {
  const { page } = await environment.person(t, { expects: [/401/] });
  await openCustomers(page, environment.server);
  const form = await openNew(page);
  await fillCustomer(form, GRACE);
  const problem = { type: 'about:blank', title: 'Please sign in.', code: 'NOT_SIGNED_IN' };
  const refusal = { status: 401, json: { ...problem, status: 401, requestId: 'r' } };
  await page.route('**/customers', (route) => route.fulfill(refusal));
  await form.getByRole('button', { name: 'Add customer' }).click();
  await page.waitForURL('**/auth/logout');
  await page.unroute('**/customers');
  await openCustomers(page, environment.server);
  await openNew(page);
  await form.getByText(/What you typed before is still here/).waitFor();
  assert.equal(await form.getByLabel('Last name').inputValue(), 'Atim');
  await form.getByRole('button', { name: 'Start over' }).click();
  assert.equal(await form.getByLabel('Last name').inputValue(), '');
});
