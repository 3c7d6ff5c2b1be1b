import type { Page } from 'playwright-core';
import type { StoryFiles } from '../environment/story-files.ts';

/** What is typed on register/business. */
export const BUSINESS = {
  'Registration Number': '80020009876543',
  'Tax Identification Number': '1000123456',
  'Business Phone Number': '0772 900 100',
} as const;

export const ADDRESS = {
  Region: 'Central',
  City: 'Kampala',
  Street: 'Kira Road 5',
  'Building Name': 'Mirembe House',
  'Postal Code': 'P.O. Box 1234',
} as const;

export const ACCOUNT = {
  'Account Name': 'Mirembe Foods Limited',
  'Account Number': '9030012345678',
  Branch: 'Kampala Road',
  'Branch Code': '031',
} as const;

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Chooses from a list by its label. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });
}

/** Fills in the texts of a step. */
export async function fillTexts(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) await box(page, name).fill(text);
}

/** The texts in the inputs of a step. */
export async function readTexts(
  page: Page,
  names: readonly string[],
): Promise<Record<string, string>> {
  const pairs = names.map(async (name) => [name, await box(page, name).inputValue()] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

/** Chooses a file for a document of the business. */
export async function attach(page: Page, label: string, file: string): Promise<void> {
  await page.getByLabel(label).setInputFiles(file);
}

/** Goes on to the next step, which has this heading. */
export async function goOn(page: Page, heading: string): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: heading }).waitFor();
}

/** Fills in BUSINESS_INFO. */
export async function fillBusinessInfo(page: Page, files: StoryFiles): Promise<void> {
  await choose(page, 'Industry', 'Accommodation and Food Services');
  await fillTexts(page, BUSINESS);
  await attach(page, 'Registration Certificate', files.certificate);
  await attach(page, 'Business Logo', files.logo);
}

/** Fills in BUSINESS_ADDRESS. */
export async function fillAddress(page: Page): Promise<void> {
  await choose(page, 'Country', 'Uganda');
  await fillTexts(page, ADDRESS);
}

/** Fills in BUSINESS_BANK. */
export async function fillAccount(page: Page): Promise<void> {
  await choose(page, 'Bank', 'Centenary Bank');
  await choose(page, 'Account Type', 'Current');
  await fillTexts(page, ACCOUNT);
}

/** Fills in all steps from the first to the review, as quickly as a person can. */
export async function fillRegistration(page: Page, files: StoryFiles): Promise<void> {
  await page.getByRole('heading', { name: 'Register your Business' }).waitFor();
  await fillBusinessInfo(page, files);
  await goOn(page, 'Primary Business Address');
  await fillAddress(page);
  await goOn(page, 'Primary Bank Account');
  await fillAccount(page);
  await goOn(page, 'Review your business');
}

/** Submits from the review. */
export async function submitRegistration(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { name: 'Your business was submitted' }).waitFor();
}
