import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from './steps/account-steps.ts';
import { focusOnPage } from './steps/keyboard-steps.ts';
import { messageTo } from './environment/outbox-read.ts';
import { attach, choose, fillTexts, readTexts } from './steps/registration-steps.ts';
import { openRequest, reviewAs, valueAt } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading, next, savesFile, says } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment();
const AMINA = 'amina@nile-traders.example';
const NAME = 'Nile Traders';
const NEW_NAME = 'Nile Traders Uganda';
const NUMBER = '014000777888';

async function opensProfile(page: Page): Promise<void> {
  await signIn(page, environment.server, 'merchant', AMINA);
  await page.goto(`${environment.server.origin('merchant')}/dashboard/profile`);
  await heading(page, 'Bank Account');
}

test('a business sees itself as registered, its account number only when it asks', async (t) => {
  const { page } = await environment.person(t);
  await opensProfile(page);
  const main = page.locator('main');
  assert.match(await valueAt(main, 'Account Number'), /^•••• \d{4}\s*Show$/);
  assert.equal(await valueAt(main, 'Name'), NAME);
  await savesFile(page, `Save ${NAME} certificate.pdf`);
  await page.getByRole('img', { name: 'Logo' }).waitFor();
  await checkScreen(page, '60-profile');
  await page.getByRole('button', { name: 'Show the whole account number' }).click();
  await page.getByRole('button', { name: 'Hide the account number' }).waitFor();
  assert.match(await valueAt(main, 'Account Number'), /^90300\d{10}\s*Hide$/);
  await page.getByRole('button', { name: 'Hide the account number' }).click();
  assert.match(await valueAt(main, 'Account Number'), /^••••/);
  const daily = (checked: boolean) => page.getByRole('checkbox', { name: /^Sent/, checked });
  await daily(true).press('Space');
  await daily(false).waitFor();
  await page.reload();
  await daily(false).press('Space');
  await daily(true).waitFor();
  // A colleague without the permission sees the same data, without links to change them.
  await page.evaluate(() => {
    const user = localStorage.getItem('CURRENT_USER') ?? '';
    localStorage.setItem('CURRENT_USER', user.replace('"merchants.register"', '"other"'));
  });
  for (const address of ['', '?edit=contact', '?edit=details']) {
    await page.goto(`${environment.server.origin('merchant')}/dashboard/profile${address}`);
    await heading(page, 'Bank Account');
    const names = ['Edit contact data', 'Change business info', 'Change bank account', 'Show'];
    for (const label of names) assert.equal(await page.getByText(label).count(), 0, label);
  }
});

test('contact data hold as soon as they are saved, and nobody overwrites a colleague unknowingly', async (t) => {
  const { page, context, expects } = await environment.person(t);
  await opensProfile(page);
  await page.getByRole('link', { name: 'Edit contact data' }).click();
  await heading(page, 'Edit contact data');
  const other = await context.newPage();
  await other.goto(page.url());
  await heading(other, 'Edit contact data');
  await fillTexts(page, {
    'Business Phone Number': '12',
    'Representative’s Phone': '0414 123 456',
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await says(page, 'Enter a mobile number of Uganda');
  await checkScreen(page, '61-profile-contact-refused');
  await fillTexts(page, {
    'Business Phone Number': '0414 123 456',
    'Representative’s Phone': '0772 900 900',
  });
  await attach(page, 'Business Logo', environment.files.logo);
  await says(page, 'logo.png');
  await page.reload();
  await heading(page, 'Edit contact data');
  assert.deepEqual(await readTexts(page, ['Business Phone Number', 'Representative’s Phone']), {
    'Business Phone Number': '0414 123 456',
    'Representative’s Phone': '0772 900 900',
  });
  await says(page, 'logo.png');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Edit contact data' }).click();
  await page.getByText(/What you typed before is still here/).waitFor();
  await page.getByRole('button', { name: 'Start over' }).click();
  await says(page, `${NAME} logo.png`);
  assert.deepEqual(await readTexts(page, ['Business Phone Number']), {
    'Business Phone Number': '772100001',
  });
  await fillTexts(page, {
    'Business Phone Number': '0414 123 456',
    'Representative’s Phone': '0772 900 900',
  });
  await attach(page, 'Business Logo', environment.files.logo);
  await says(page, 'logo.png');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await valueAt(page.locator('main'), 'Phone Number'), '+256 414 123456');
  expects(/409 .*\/contact/);
  await fillTexts(other, { 'Business Phone Number': '0414 999 999' });
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await says(other, 'Somebody else changed this business while you were editing');
  // A field that both changed needs a choice; an untouched one takes the colleague's value.
  const choice = (name: string) => other.getByRole('group', { name });
  await choice('Phone Number was +256 772100001').getByText('+256 414123456').waitFor();
  assert.ok(await choice('Representative’s Phone').getByLabel('Take theirs').isChecked());
  await checkScreen(other, '62-profile-contact-conflict');
  await choice('Phone Number was').getByLabel('Keep mine').check();
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await other.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await valueAt(other.locator('main'), 'Phone Number'), '+256 414 999999');
});

/** A change is typed, survives a reload, is shown as a difference and sent for review. */
async function sendsChange(page: Page): Promise<void> {
  await opensProfile(page);
  await page.getByRole('link', { name: 'Change bank account' }).click();
  // The focus is on the section that the link names.
  await page.waitForFunction(() => document.activeElement?.id === 'account');
  await heading(page, 'Change legal or bank data');
  await says(page, 'Leave empty to keep •••• 3287');
  await checkScreen(page, '63-profile-change');
  await next(page).click();
  await says(page, 'Nothing was changed yet.');
  await fillTexts(page, { 'Business Name': NEW_NAME, 'Tax Identification Number': '12' });
  await choose(page, 'Bank', 'Centenary Bank');
  await next(page).click();
  await says(page, 'Enter the 10 digits of the TIN', 'Enter the account number at this bank');
  await checkScreen(page, '64-profile-change-refused');
  await fillTexts(page, { 'Tax Identification Number': '1014563299', 'Account Number': NUMBER });
  await attach(page, 'Registration Certificate', environment.files.certificate);
  await says(page, 'certificate.pdf');
  await page.reload();
  await heading(page, 'Change legal or bank data');
  assert.deepEqual(await readTexts(page, ['Business Name', 'Account Number']), {
    'Business Name': NEW_NAME,
    'Account Number': NUMBER,
  });
  await next(page).click();
  await heading(page, 'Check what changes');
  const main = page.locator('main');
  assert.match(await valueAt(main, 'Account Number'), new RegExp(`•••• 3287.*${NUMBER}`, 's'));
  assert.match(await valueAt(main, 'Bank'), /Stanbic.*Centenary Bank/s);
  await checkScreen(page, '65-profile-change-check');
  await page.getByRole('button', { name: 'Send for review' }).click();
  await heading(page, 'Change of data');
  await says(page, 'We are checking this change. Until then everything stays as it is.');
  assert.match(await valueAt(main, 'Name').catch(() => NAME), /Nile Traders/);
  await page.getByText('•••• 7888').waitFor();
  assert.equal(await page.getByText('Change in review').count(), 3);
  assert.equal(await page.getByRole('link', { name: 'Change address' }).count(), 0);
  await checkScreen(page, '66-profile-change-pending');
  const message = await messageTo(
    environment.server,
    AMINA,
    /A change of Nile Traders was submitted/,
  );
  assert.doesNotMatch(message.text, new RegExp(NUMBER));
}

/** An operator sees before and after, and asks for a correction of one field. */
async function asksForCorrection(page: Page): Promise<void> {
  const drawer = await reviewAs(page, environment.server, NAME);
  await drawer
    .getByText('Asked to be changed: Name, Tax Number, Certificate, Bank, Account Number')
    .waitFor();
  await drawer.getByText('Change of data', { exact: true }).waitFor();
  assert.match(
    await valueAt(drawer, 'Account Number'),
    new RegExp(`903001014563287.*${NUMBER}`, 's'),
  );
  await drawer.getByRole('button', { name: 'Save certificate.pdf' }).waitFor();
  await checkScreen(page, '67-operator-change');
  await drawer.getByText('What stays as it is registered').click();
  assert.equal(await valueAt(drawer, 'City'), 'Kampala');
  await drawer.getByRole('button', { name: 'Ask for corrections' }).click();
  const dialog = page.getByRole('dialog', { name: `Ask ${NAME} for corrections` });
  await dialog.getByLabel('Tax Number', { exact: true }).check();
  await dialog.getByLabel('What is to be corrected in Tax Number').fill('Digits are swapped.');
  await dialog.getByRole('button', { name: 'Ask for corrections' }).click();
  await drawer.getByText('Asked for corrections.', { exact: true }).waitFor();
}

/** The business corrects that field alone and sends the change again. */
async function correctsChange(page: Page): Promise<void> {
  await messageTo(environment.server, AMINA, /Please correct the change.*Digits are swapped/s);
  await page.reload();
  await says(page, 'This change needs a correction. What you entered is kept.');
  await checkScreen(page, '68-profile-change-correct');
  await page.getByRole('link', { name: 'Correct and send again' }).click();
  await heading(page, 'Change legal or bank data');
  await says(page, 'Reviewer: Digits are swapped.', 'Leave empty to keep •••• 7888');
  await checkScreen(page, '69-profile-change-correcting');
  await fillTexts(page, { 'Tax Identification Number': '1014563278' });
  await next(page).click();
  await heading(page, 'Check what changes');
  assert.match(await valueAt(page.locator('main'), 'Account Number'), /3287.*7888/s);
  await page.getByRole('button', { name: 'Send for review' }).click();
  await says(page, 'We are checking this change. Until then everything stays as it is.');
}

/** An operator approves the corrected change. */
async function approvesChange(page: Page): Promise<void> {
  await page.goto(`${environment.server.origin('operator')}/dashboard/approval-requests`);
  const drawer = await openRequest(page, NAME);
  await drawer.getByText('attempt 2').waitFor();
  await drawer.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: `Approve the change of ${NAME}?` });
  await checkScreen(page, '70-operator-change-approve');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await drawer.getByText('Approved.', { exact: true }).waitFor();
}

test('a change is sent, corrected as an operator asks, and holds once it is approved', async (t) => {
  const { page } = await environment.person(t);
  const operator = await environment.person(t);
  await sendsChange(page);
  await asksForCorrection(operator.page);
  await correctsChange(page);
  await approvesChange(operator.page);
  await messageTo(environment.server, AMINA, /The data of Nile Traders were changed/);
  await page.reload();
  await page.getByRole('heading', { name: NEW_NAME }).waitFor();
  const stored = await page.evaluate(() => localStorage.getItem('currentOrganization'));
  assert.match(stored ?? '', /"organizationName":"Nile Traders Uganda"/);
  const side = page.getByRole('complementary', { name: 'Product' });
  await side.getByRole('button', { name: /Nile/ }).waitFor();
  await says(page, 'This change was approved and is in effect.', 'Centenary Bank');
  await checkScreen(page, '71-profile-change-applied');
});

test('a change that waits is taken back, and nothing has changed', async (t) => {
  const { page } = await environment.person(t, { phone: true });
  await opensProfile(page);
  await page.getByRole('link', { name: 'Change address' }).click();
  await fillTexts(page, { City: 'Entebbe' });
  await next(page).click();
  await page.getByRole('button', { name: 'Send for review' }).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take this change back?' });
  await checkScreen(page, '72-profile-take-back');
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await says(page, 'This change was taken back.');
  await focusOnPage(page);
  await page.getByRole('link', { name: 'Change address' }).waitFor();
});
