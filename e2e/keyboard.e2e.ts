import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Newcomer, PLAY_PASSWORD, phoneAddress, signIn } from './steps/account-steps.ts';
import { pressOn, tabTo, typeInto } from './steps/keyboard-steps.ts';
import { codeFor } from './environment/outbox-read.ts';
import { ACCOUNT, ADDRESS, attach, BUSINESS } from './steps/registration-steps.ts';
import { OPERATOR } from './steps/review-steps.ts';
import { heading } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment({ shared: true });

const JOY: Newcomer = {
  email: 'joy@keys-only.example',
  phone: '0782555020',
  firstName: 'Joy',
  lastName: 'Adong',
  businessName: 'Keys Only Limited',
  password: 'basket-thunder-orange',
};

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const list = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

async function typesCode(page: Page, to: string): Promise<void> {
  const code = await codeFor(environment.server, to);
  await typeInto(page, box(page, 'Verification code'), code);
}

async function signsUp(page: Page): Promise<void> {
  await page.goto(`${environment.server.origin('merchant')}/register/user`);
  await heading(page, "Let's get started!");
  await typeInto(page, page.getByPlaceholder('Your business email'), JOY.email);
  await page.keyboard.press('Enter');
  await heading(page, 'Verify your Email');
  await typesCode(page, JOY.email);
  await heading(page, 'Enter your Phone Number');
  await typeInto(page, page.getByRole('textbox'), JOY.phone);
  await page.keyboard.press('Enter');
  await heading(page, 'Verify Phone Number');
  await typesCode(page, phoneAddress(JOY));
  await heading(page, 'Create Account');
  await typeInto(page, box(page, 'First Name'), JOY.firstName);
  await typeInto(page, box(page, 'Last Name'), JOY.lastName);
  await typeInto(page, box(page, 'Business Name'), JOY.businessName);
  await typeInto(page, page.getByLabel('Password', { exact: true }), JOY.password);
  await page.keyboard.press('Enter');
  await heading(page, 'Your account was created!');
}

async function signsIn(page: Page, email: string, password: string): Promise<void> {
  await heading(page, 'Sign in');
  await typeInto(page, page.getByLabel('Email'), email);
  await typeInto(page, page.getByLabel('Password'), password);
  await page.keyboard.press('Enter');
}

async function typesTexts(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) await typeInto(page, box(page, name), text);
}

async function registers(page: Page): Promise<void> {
  const { files } = environment;
  await heading(page, 'Register your Business');
  await typeInto(page, list(page, 'Industry'), 'Retail');
  await typesTexts(page, BUSINESS);
  // The file dialog of the browser is not part of the page, so the files are set directly.
  await tabTo(page, page.getByLabel('Registration Certificate'));
  await attach(page, 'Registration Certificate', files.certificate);
  await attach(page, 'Business Logo', files.logo);
  await pressOn(page, page.getByRole('button', { name: 'Next' }));
  await heading(page, 'Primary Business Address');
  await typeInto(page, list(page, 'Country'), 'Kenya');
  await typesTexts(page, { Region: ADDRESS.Region, City: 'Nairobi', Street: ADDRESS.Street });
  await typesTexts(page, { 'Building Name': ADDRESS['Building Name'], 'Postal Code': '00100' });
  await page.keyboard.press('Enter');
  await heading(page, 'Primary Bank Account');
  await typeInto(page, list(page, 'Bank'), 'Equity');
  await typesTexts(page, { 'Account Name': JOY.businessName, 'Account Number': '9030012345678' });
  await typeInto(page, list(page, 'Account Type'), 'Savings');
  await typesTexts(page, { Branch: ACCOUNT.Branch, 'Branch Code': ACCOUNT['Branch Code'] });
  await page.keyboard.press('Enter');
  await heading(page, 'Review your business');
  await pressOn(page, page.getByRole('button', { name: 'Submit' }));
  await heading(page, 'Your business was submitted');
}

test('a business signs up with the keyboard alone, and always sees where it is', async (t) => {
  const { page } = await environment.person(t, { expects: [/404 .*\/merchants\/organization\//] });
  await signsUp(page);
  const opened = page.context().waitForEvent('page');
  await pressOn(page, page.getByRole('link', { name: 'Login' }));
  const tab = await opened;
  await signsIn(tab, JOY.email, JOY.password);
  await registers(tab);
});

test('an operator decides with the keyboard alone', async (t) => {
  const { page } = await environment.person(t);
  await page.goto(environment.server.origin('operator'));
  await signsIn(page, OPERATOR, PLAY_PASSWORD);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await pressOn(page, menu.getByRole('button', { name: 'Approvals' }));
  await pressOn(page, menu.getByRole('link', { name: 'Inbox' }));
  await page.getByRole('table', { name: 'Approval requests' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('Keys');
  await page.getByRole('link', { name: 'Kololo Clinic' }).waitFor({ state: 'detached' });
  const row = page.getByRole('link', { name: JOY.businessName });
  await pressOn(page, row);
  const drawer = page.getByRole('dialog', { name: JOY.businessName });
  await drawer.getByText('Nobody has decided yet.').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  // The focus comes back a moment after the drawer is gone.
  await row.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await pressOn(page, drawer.getByRole('button', { name: 'Approve' }));
  const dialog = page.getByRole('dialog', { name: `Approve ${JOY.businessName}?` });
  await pressOn(page, dialog.getByRole('button', { name: 'Approve' }));
  await drawer.getByText('Approved.', { exact: true }).waitFor();
});

test('the first Tab of a signed-in screen offers a way past the menu', async (t) => {
  const { page } = await environment.person(t);
  await signIn(page, environment.server, 'merchant', 'amina@nile-traders.example');
  await page.reload();
  await heading(page, 'Mandates');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  assert.equal(await skip.evaluate((link) => link === document.activeElement), true);
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'MAIN');
});
