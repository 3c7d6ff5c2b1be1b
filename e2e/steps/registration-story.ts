import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { keptInBrowser, reloadWithDrafts } from '../environment/browser-storage.ts';
import {
  ACCOUNT,
  ADDRESS,
  attach,
  BUSINESS,
  choose,
  fillTexts,
  goOn,
  readTexts,
  submitRegistration,
} from './registration-steps.ts';
import { valueAt } from './review-steps.ts';
import { checkScreen } from './screen-check.ts';
import { hasBack, heading, next, says, titled } from './screen-steps.ts';
import { MARIA } from './sign-up-story.ts';
import { proves } from '../specification/proof-report.ts';
import type { StoryFiles } from '../environment/story-files.ts';

const BUSINESS_NAMES = Object.keys(BUSINESS);

const DOCUMENTS = ['Registration Certificate', 'Business Logo'];

/** Asserts that these fields, and no others, are marked as missing. */
async function marksMissing(page: Page, labels: readonly string[]): Promise<void> {
  const main = page.getByRole('main');
  for (const label of labels) {
    const field = main.getByLabel(label, { exact: true });
    assert.equal(await field.getAttribute('aria-invalid'), 'true', `${label} is marked`);
  }
  assert.equal(await main.locator('[aria-invalid=true]').count(), labels.length);
}

/** BUSINESS_INFO, with every text of the specification. */
export async function fillsBusinessInfo(
  t: TestContext,
  page: Page,
  files: StoryFiles,
): Promise<void> {
  await heading(page, 'Register your Business');
  await titled(page, 'Register Business');
  proves(t, '2.1.register-business.title');
  assert.equal(await hasBack(page), false, 'no back arrow on BUSINESS_INFO');
  await page.getByPlaceholder('777XXXXXX', { exact: true }).waitFor();
  proves(t, '2.5.info.heading', '2.5.back.not-info', '2.5.info.phone');
  await checkScreen(page, '12-register-business-info');
  await next(page).click();
  await says(page, 'Sorry, please enter all fields to proceed.');
  await marksMissing(page, ['Industry', ...BUSINESS_NAMES, ...DOCUMENTS]);
  proves(t, '5.info.required');
  await checkScreen(page, '13-register-business-info-refused');
  await choose(page, 'Industry', 'Professional, Scientific, and Technical Services');
  await choose(page, 'Industry', 'Accommodation and Food Services');
  await fillTexts(page, BUSINESS);
  await attach(page, 'Registration Certificate', files.certificate);
  await attach(page, 'Business Logo', files.logo);
  await says(page, 'certificate.pdf', 'logo.png');
  proves(t, '2.5.info.registration-number', '2.5.info.tax-number', '2.5.info.certificate');
  await checkScreen(page, '14-register-business-info-filled');
}

/** A reload loses no input, including the files. */
export async function keepsThemOverReload(page: Page): Promise<void> {
  await reloadWithDrafts(page);
  await heading(page, 'Register your Business');
  await says(page, 'certificate.pdf', 'logo.png');
  assert.deepEqual(await readTexts(page, BUSINESS_NAMES), BUSINESS);
  const industry = page.getByRole('combobox', { name: 'Industry' });
  assert.equal(await industry.inputValue(), 'Accommodation and Food Services');
}

/** BUSINESS_ADDRESS. */
export async function fillsAddress(t: TestContext, page: Page): Promise<void> {
  await heading(page, 'Primary Business Address');
  assert.match(
    await page.locator('main').innerText(),
    /primary headquarters as on the legal documents/,
  );
  const countries = page.getByRole('combobox', { name: 'Country' }).getByRole('option');
  assert.deepEqual((await countries.allInnerTexts()).slice(1), ['Uganda', 'Kenya', 'Nigeria']);
  await next(page).click();
  await says(page, 'Please fill all required to proceed');
  await marksMissing(page, ['Country', ...Object.keys(ADDRESS)]);
  proves(t, '2.5.address.heading', '2.5.address.text', '5.address.required');
  await checkScreen(page, '15-register-business-address');
  await choose(page, 'Country', 'Uganda');
  await fillTexts(page, ADDRESS);
  proves(t, '2.5.address.fields');
  await goOn(page, 'Primary Bank Account');
}

/** BUSINESS_BANK. */
export async function fillsAccount(t: TestContext, page: Page): Promise<void> {
  assert.match(
    await page.locator('main').innerText(),
    /primary account to receive customer payments/,
  );
  await next(page).click();
  await says(page, 'Please fill all required to proceed');
  await marksMissing(page, ['Bank', 'Account Type', ...Object.keys(ACCOUNT)]);
  proves(t, '2.5.bank.heading', '2.5.bank.text', '5.bank.required');
  await checkScreen(page, '16-register-business-bank');
  await choose(page, 'Bank', 'Centenary Bank');
  const types = page.getByRole('combobox', { name: 'Account Type' }).getByRole('option');
  assert.deepEqual((await types.allInnerTexts()).slice(1), ['Current', 'Savings']);
  await choose(page, 'Account Type', 'Savings');
  await fillTexts(page, ACCOUNT);
  proves(t, '2.5.bank.type', '2.5.bank.fields');
}

/** Goes back to the first step and forward to REVIEW, with a reload. */
export async function goesBackAndForth(t: TestContext, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back' }).click();
  await heading(page, 'Primary Business Address');
  assert.deepEqual(await readTexts(page, Object.keys(ADDRESS)), ADDRESS);
  await page.getByRole('button', { name: 'Back' }).click();
  await heading(page, 'Register your Business');
  await says(page, 'certificate.pdf', 'logo.png');
  await goOn(page, 'Primary Business Address');
  await goOn(page, 'Primary Bank Account');
  assert.deepEqual(await readTexts(page, Object.keys(ACCOUNT)), ACCOUNT);
  await reloadWithDrafts(page);
  await heading(page, 'Primary Bank Account');
  assert.deepEqual(await readTexts(page, Object.keys(ACCOUNT)), ACCOUNT);
  proves(t, '2.5.back.earlier', '2.5.kept');
  await goOn(page, 'Review your business');
}

/** What the review and the operator see of each field. */
export const REVIEW = {
  Name: MARIA.businessName,
  Industry: 'Accommodation and Food Services',
  'Registration Number': '80020009876543',
  'Tax Number': '1000123456',
  'Phone Number': '+256 772 900100',
  Country: 'Uganda',
  'Country Code': 'UG',
  Region: 'Central',
  Street: 'Kira Road 5',
  City: 'Kampala',
  'Postal Code': 'P.O. Box 1234',
  'Building Name': 'Mirembe House',
  Bank: 'Centenary Bank',
  'Account Name': 'Mirembe Foods Limited',
  'Account Number': '9030012345678',
  Branch: 'Kampala Road',
  'Branch Code': '031',
} as const;

/** REVIEW and SUCCESS; the draft is gone afterwards. */
export async function reviewsAndSubmits(t: TestContext, page: Page): Promise<void> {
  const card = page.getByRole('main');
  for (const title of ['Business Info', 'Business Address', 'Bank Account'])
    await heading(page, title);
  for (const [label, value] of Object.entries(REVIEW)) {
    assert.equal(await valueAt(card, label), value, label);
  }
  for (const label of ['Logo', 'Certificate'])
    assert.match(await valueAt(card, label), /Uploaded/, label);
  assert.equal(await hasBack(page), true, 'a back arrow on REVIEW');
  proves(t, '2.5.review.info', '2.5.review.address', '2.5.review.bank', '2.5.review.uploaded');
  await checkScreen(page, '17-register-business-review');
  await submitRegistration(page);
  await says(page, 'Your business information is being reviewed. You will be notified on email.');
  assert.equal(await hasBack(page), false, 'no back arrow on SUCCESS');
  proves(t, '2.5.success.heading', '2.5.success.text', '2.5.back.not-success');
  await checkScreen(page, '18-register-business-submitted');
  assert.deepEqual(await keptInBrowser(page), [], 'the draft is gone');
}
