import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signIn } from './steps/account-steps.ts';
import { waitForFocus } from './steps/keyboard-steps.ts';
import {
  OPERATOR,
  openInbox,
  openRequest,
  reviewAs,
  SECOND_OPERATOR,
  valueAt,
} from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment();

const BANK = 'Victoria Lake Bank';

/** A year in the future. */
const YEAR = new Date().getUTCFullYear() + 3;

test('an operator adds a bank with its logo, and changes one, once a colleague has approved it', async (t) => {
  const { server, files } = environment;
  const { page } = await environment.person(t, { expects: [/409 .*\/banks/, /500 /] });
  await signIn(page, server, 'operator', OPERATOR);
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Banks' }).click();
  await page.getByRole('table', { name: 'Banks' }).waitFor();
  await checkScreen(page, '120-banks');
  const organizations = '**/bank-organizations';
  await page.route(organizations, (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('link', { name: 'Add bank' }).click();
  const form = page.getByRole('dialog', { name: 'Add bank' });
  const failed = form.getByText('The choices could not be loaded.');
  await failed.waitFor();
  await page.unroute(organizations);
  await form.getByRole('button', { name: 'Try again' }).click();
  await failed.waitFor({ state: 'detached' });
  const ask = form.getByRole('button', { name: 'Ask for approval' });
  await ask.click();
  await form.getByText('Name is missing').waitFor();
  await waitForFocus(form.getByLabel('Name'));
  await form.getByLabel('Name').fill(BANK);
  await form.getByLabel('BIC').fill('SHORT');
  await form.getByLabel('Tier').selectOption({ label: 'Tier I, commercial bank' });
  await form.getByLabel('Active from', { exact: true }).fill('2026-02-01');
  await form.getByLabel('Active to', { exact: true }).fill('2026-01-01');
  await form.getByLabel('Logo').setInputFiles(files.certificate);
  await form.getByText('certificate.pdf: This is not a JPG or PNG file.').waitFor();
  await ask.click();
  await form.getByText('Enter a BIC of 8 or 11 letters').waitFor();
  await form.getByText('The last day is before the first').waitFor();
  await checkScreen(page, '121-bank-new-wrong');
  await form.getByLabel('BIC').fill('barcugkx');
  await form.getByLabel('Active to', { exact: true }).fill('');
  await form.getByLabel('Logo').setInputFiles(files.logo);
  await form.getByRole('checkbox', { name: 'Offers current accounts' }).check();
  await form.getByRole('checkbox', { name: 'Takes direct debits' }).check();
  await form.getByRole('img', { name: 'Preview' }).waitFor();
  await ask.click();
  await form.getByText('Another bank has this BIC already.').waitFor();
  await waitForFocus(form.getByLabel('BIC'));
  await form.getByLabel('BIC').fill('VLAKUGKA');
  await checkScreen(page, '122-bank-new');
  await ask.click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('The new bank is requested.').waitFor();

  const colleague = await environment.person(t);
  const request = await reviewAs(colleague.page, server, BANK, SECOND_OPERATOR);
  assert.equal(await valueAt(request, 'BIC'), 'VLAKUGKA');
  await request.getByRole('img', { name: 'Logo' }).waitFor();
  await checkScreen(colleague.page, '123-bank-request');
  await request.getByRole('button', { name: 'Approve' }).click();
  await colleague.page.getByRole('dialog').last().getByRole('button', { name: 'Approve' }).click();
  await request.getByText('Approved').first().waitFor();

  await page.getByLabel('Search banks').fill('vlak');
  await page.getByRole('link', { name: BANK }).click();
  const drawer = page.getByRole('dialog', { name: BANK });
  await drawer.getByRole('img', { name: 'Logo' }).waitFor();
  await drawer.getByRole('link', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${BANK}` });
  await edit.getByLabel('Active to', { exact: true }).fill(`${YEAR}-06-30`);
  await edit.getByLabel('Mandates are confirmed by').selectOption('MESSAGES');
  await checkScreen(page, '124-bank-edit');
  await environment.sql(
    `update banks set answer_days = 9, revision = revision + 1 where name = '${BANK}'`,
  );
  await edit.getByRole('button', { name: 'Ask for approval' }).click();
  await edit.getByRole('group', { name: 'Days to answer a message' }).waitFor();
  await checkScreen(page, '124-bank-edit-conflict');
  await edit.getByRole('button', { name: 'Ask for approval' }).click();
  await drawer.getByText('A change is waiting for approval').waitFor();
  assert.equal(await drawer.getByRole('button', { name: 'Disable' }).isDisabled(), true);
  await checkScreen(page, '125-bank-pending');

  await colleague.page.keyboard.press('Escape');
  await colleague.page.waitForURL(/\/dashboard\/approval-requests(\?|$)/);
  // The list of this tab is cached for 15 seconds; a reload fetches it again.
  await colleague.page.reload();
  await openInbox(colleague.page);
  const change = await openRequest(colleague.page, BANK);
  await change.getByText(`30/06/${YEAR}`).waitFor();
  await change.getByText('Messages between systems').first().waitFor();
  await change.getByText('What stays as it is registered').click();
  assert.equal(await valueAt(change, 'Days to answer a message'), '9');
  await checkScreen(colleague.page, '126-bank-change');
});
