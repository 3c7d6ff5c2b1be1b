import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from './steps/account-steps.ts';
import { OWNER } from './steps/customer-steps.ts';
import { openInbox } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { makeWaitingMandate, OFFICER } from './environment/mandate-setup.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment({ shared: true });

async function openMandate(page: Page, reference: string) {
  await page.getByRole('searchbox', { name: 'Search mandates' }).fill(reference);
  await page.getByRole('link', { name: reference }).click();
  return page.getByRole('dialog', { name: /^Mandate of/ });
}

/** Size in bytes of the file that a button saves. Asserts its name. */
async function sizeOfSaved(page: Page, button: string, name: RegExp): Promise<number> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const download = await saving;
  assert.match(download.suggestedFilename(), name);
  return (await buffer(await download.createReadStream())).length;
}

test('a payer at the counter scans a QR code, or signs a form whose scan the bank sees', async (t) => {
  const { server, files } = environment;
  const asha = { firstName: 'Asha', lastName: 'Nambi', phone: '0772123111' };
  const paul = { firstName: 'Paul', lastName: 'Okot', phone: '0772123222' };
  const onScreen = await makeWaitingMandate(server, OWNER.email, asha);
  const onPaper = await makeWaitingMandate(server, OWNER.email, paul, 'FORM');
  const { page } = await environment.person(t);
  await signIn(page, server, 'merchant', OWNER.email, OWNER.password);

  const first = await openMandate(page, onScreen);
  await first.getByRole('button', { name: 'Show a QR code' }).press('Enter');
  await first.getByRole('img', { name: 'QR code of the link for the payer' }).waitFor();
  await checkScreen(page, '240-mandate-qr');
  await page.keyboard.press('Escape');

  const second = await openMandate(page, onPaper);
  assert.ok((await sizeOfSaved(page, 'Form to sign', /^mandate-TGK\w+-to-sign\.pdf$/)) > 10_000);
  await checkScreen(page, '241-mandate-form');
  await second.getByRole('button', { name: 'Upload the signed form' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Upload the signed form' });
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await dialog.getByText('Choose the scan of the signed form').waitFor();
  await checkScreen(page, '242-mandate-form-upload');
  await dialog.getByLabel('Signed form').setInputFiles(files.photo);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await second.getByText('The form is uploaded. The bank looks at it next.').waitFor();
  await second.getByText('Agreed on a signed form').waitFor();
  await second.getByRole('img', { name: 'Signed form' }).waitFor();
  assert.ok((await sizeOfSaved(page, 'PDF', /^mandate-TGK\w+\.pdf$/)) > 10_000);
  await checkScreen(page, '243-mandate-form-uploaded');

  const officer = await environment.person(t);
  await signIn(officer.page, server, 'bank', OFFICER);
  await openInbox(officer.page);
  await officer.page.getByRole('link', { name: new RegExp(onPaper) }).click();
  const request = officer.page.getByRole('dialog', { name: new RegExp(onPaper) });
  await request.getByRole('img', { name: 'Signed form' }).waitFor();
  await checkScreen(officer.page, '244-bank-sees-form');
});
