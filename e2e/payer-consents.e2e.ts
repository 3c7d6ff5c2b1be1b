import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { signIn } from './steps/account-steps.ts';
import { OWNER } from './steps/customer-steps.ts';
import { openInbox } from './steps/review-steps.ts';
import { ALL_LOOKS, checkScreen } from './steps/screen-check.ts';
import { codeFor, codeIn, messagesTo, messageTo } from './environment/outbox-read.ts';
import type { TestServer } from './environment/server-process.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment();

const OFFICER = 'ruth@stanbic.example';
const PAYER = { phone: '+256772123987', name: 'Sarah Namutebi' };

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** The owner adds the customer and the product that the mandate is about. */
async function prepare(page: Page): Promise<void> {
  await menu(page).getByRole('link', { name: 'Customers' }).click();
  await page.getByRole('link', { name: 'Add customer' }).click();
  const customer = page.getByRole('dialog', { name: 'Add customer' });
  await customer.getByLabel('First name').fill('Sarah');
  await customer.getByLabel('Last name').fill('Namutebi');
  await customer.getByLabel('Reference number').fill('PUPIL-77');
  await customer.getByLabel('Phone number').fill('0772 123987');
  await customer.getByRole('button', { name: 'Add customer' }).click();
  await customer.waitFor({ state: 'detached' });
  await menu(page).getByRole('link', { name: 'Products' }).click();
  await page.getByRole('table', { name: 'Products' }).waitFor();
  await checkScreen(page, '200-products', ALL_LOOKS);
  await page.getByRole('link', { name: 'Add product' }).first().click();
  const product = page.getByRole('dialog', { name: 'Add product' });
  await product.getByRole('button', { name: 'Add product' }).click();
  await product.getByText('Name is missing').waitFor();
  await product.getByLabel('Name').fill('School fees');
  await product.getByLabel('Code').fill('FEES');
  await product.getByLabel('Category').selectOption({ label: 'School fees' });
  await product.getByLabel('Amount of each debit').fill('250,000');
  await product.getByLabel('Day of the month').selectOption('5');
  await checkScreen(page, '201-product-new', ALL_LOOKS);
  await product.getByRole('button', { name: 'Add product' }).click();
  await product.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'School fees' }).click();
  const detail = page.getByRole('dialog', { name: 'School fees' });
  await detail.getByText('Each month on the 5th').waitFor();
  await detail.getByText('Next days of a mandate from tomorrow').waitFor();
  await checkScreen(page, '202-product', ALL_LOOKS);
  await page.keyboard.press('Escape');
}

/** The owner asks the payer; the reference of the new mandate. */
async function ask(page: Page): Promise<string> {
  await menu(page).getByRole('link', { name: 'Mandates' }).click();
  await page.getByRole('table', { name: 'Mandates' }).waitFor();
  await checkScreen(page, '203-mandates', ALL_LOOKS);
  await page.getByRole('link', { name: 'New mandate' }).first().click();
  const form = page.getByRole('dialog', { name: 'New mandate' });
  await form.getByLabel('Product').selectOption({ label: 'School fees' });
  await form.getByRole('button', { name: 'Ask the payer' }).click();
  await form.getByText('Customer is missing').waitFor();
  await form.getByRole('combobox', { name: 'Customer' }).fill('sarah');
  await page.getByRole('option', { name: 'Sarah Namutebi, PUPIL-77' }).click();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Kampala' }).format(new Date());
  await form.getByLabel('First day').fill(today);
  await form.getByText('may take up to USh 250,000 from your account each month').waitFor();
  await checkScreen(page, '204-mandate-new', ALL_LOOKS);
  await form.getByRole('button', { name: 'Ask the payer' }).click();
  await form.waitFor({ state: 'detached' });
  const link = page.getByRole('table', { name: 'Mandates' }).getByRole('link').first();
  await page.getByText('Wait for the payer').waitFor();
  await checkScreen(page, '205-mandates', ALL_LOOKS);
  return link.innerText();
}

/** The payer reads and agrees on a phone, without JavaScript. */
async function consent(page: Page, server: TestServer): Promise<void> {
  const { text } = await messageTo(server, PAYER.phone, /may take up to USh 250,000/);
  const link = /http\S+\/mandates\/[\w-]+/.exec(text)?.[0];
  assert.ok(link, text);
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: /may take up to USh 250,000/ }).waitFor();
  await checkScreen(page, '210-consent', ALL_LOOKS);
  await page.getByLabel('Your bank').selectOption({ label: 'Stanbic Bank Uganda' });
  await page.getByLabel('Name on the account').fill(PAYER.name);
  await page.getByLabel('Account number').fill('12345');
  await page.getByLabel(/^I agree/).check();
  await page.getByRole('button', { name: 'Agree and get the code' }).click();
  await page.getByText('Enter the account number: 9 to 18 digits').waitFor();
  assert.equal(await page.getByLabel('Name on the account').inputValue(), PAYER.name);
  await checkScreen(page, '211-consent-wrong', ALL_LOOKS);
  await page.getByLabel('Account number').fill('9030 0055 5566');
  await page.getByRole('button', { name: 'Agree and get the code' }).click();
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  await checkScreen(page, '212-consent-code', ALL_LOOKS);
  await page.getByLabel('Code').fill(await codeFor(server, PAYER.phone));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await checkScreen(page, '213-consent-done', ALL_LOOKS);
  await page.goto(link);
  await page.getByText('This has been answered').waitFor();
}

/** The payer gets into their page, with a link and a code sent to their phone; codes that were read are old. */
async function openOwnPage(page: Page, server: TestServer, screens: boolean): Promise<void> {
  const check = async (name: string) => screens && (await checkScreen(page, name));
  const known = (await messagesTo(server, PAYER.phone)).map(({ text }) => text);
  await page.goto(server.origin('consumer'));
  await check('230-payer-home');
  await page.getByLabel('Phone number').fill('0772 123987');
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await page.getByRole('heading', { name: 'Look at your phone' }).waitFor();
  await check('231-payer-link-sent');
  const fresh = new RegExp(String.raw`http\S+/me/[\w-]{43}`);
  const link = await waitFor(async () => {
    const sent = await messagesTo(server, PAYER.phone);
    return sent
      .filter(({ text }) => !known.includes(text))
      .flatMap(({ text }) => fresh.exec(text) ?? [])[0];
  });
  await page.goto(link);
  await check('232-payer-link');
  const read = known.flatMap((text) => codeIn(text) ?? []);
  await page.getByRole('button', { name: 'Send me the code' }).click();
  await page.getByLabel('Code').fill(await codeFor(server, PAYER.phone, read));
  await page.getByLabel('Account number').fill('1');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('Enter the account number: 9 to 18 digits').waitFor();
  await check('233-payer-code');
  await page.getByLabel('Account number').fill('903000555566');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Who may take money' }).waitFor();
  await check('234-payer-mandates');
}

/** What comes about in seconds. */
async function waitFor<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 150; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(100);
  }
  throw new Error('It did not come about');
}

test('a payer consents on a phone, the bank confirms, and the merchant sees an active mandate', async (t) => {
  const { server } = environment;
  const { page } = await environment.person(t);
  await signIn(page, server, 'merchant', OWNER.email, OWNER.password);
  await prepare(page);
  const reference = await ask(page);

  const payer = await environment.person(t, { expects: [/422 .*\/mandates\//] });
  await consent(payer.page, server);

  const officer = await environment.person(t);
  await signIn(officer.page, server, 'bank', OFFICER);
  await openInbox(officer.page);
  await officer.page.getByRole('link', { name: new RegExp(reference) }).click();
  const request = officer.page.getByRole('dialog', { name: new RegExp(reference) });
  await request.getByText('USh 250,000').first().waitFor();
  await checkScreen(officer.page, '220-bank-confirms', ALL_LOOKS);
  await request.getByRole('button', { name: 'Approve' }).click();
  await officer.page.getByRole('dialog').last().getByRole('button', { name: 'Approve' }).click();
  await request.getByText('Approved').first().waitFor();

  await page.reload();
  await page.getByRole('link', { name: reference }).click();
  const drawer = page.getByRole('dialog', { name: reference });
  await drawer.getByText('Active').first().waitFor();
  await drawer.getByText('•••• 5566').waitFor();
  await checkScreen(page, '206-mandate-active', ALL_LOOKS);
  await drawer.getByRole('button', { name: 'Pause' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause this mandate?' });
  await dialog.getByLabel('Reason').fill('The school is closed');
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await drawer.getByText('The mandate is paused.').waitFor();
  await drawer.getByRole('button', { name: 'Resume' }).click();
  const resume = page.getByRole('dialog', { name: 'Resume this mandate?' });
  await resume.getByRole('button', { name: 'Resume' }).click();
  await drawer.getByText('The mandate is active again.').waitFor();

  // Everything of the payer works without scripts; axe needs them.
  const looker = await environment.person(t, { expects: [/422 .*\/me\//] });
  await openOwnPage(looker.page, server, true);
  await looker.page.getByRole('link', { name: new RegExp(reference) }).click();
  await looker.page.getByText('You agreed on a page').waitFor();
  await checkScreen(looker.page, '235-payer-mandate', ALL_LOOKS);
  await looker.page.getByRole('link', { name: 'Stop these direct debits' }).click();
  await checkScreen(looker.page, '236-payer-stop', ALL_LOOKS);
  const plain = await environment.person(t, {
    phone: true,
    scripts: false,
    expects: [/422 .*\/me\//],
  });
  await openOwnPage(plain.page, server, false);
  await plain.page.getByRole('link', { name: new RegExp(reference) }).click();
  await plain.page.getByRole('link', { name: 'Stop these direct debits' }).click();
  await plain.page.getByLabel(/Why do you stop it/).fill('We moved to Gulu');
  await plain.page.getByRole('button', { name: 'Stop for good' }).click();
  await plain.page.getByRole('heading', { name: 'Stopped for good' }).waitFor();
  await plain.page.getByRole('link', { name: 'Back to all' }).click();
  await plain.page.getByText('Stopped: nothing more is taken').waitFor();
  await plain.page.getByRole('button', { name: 'Leave this page' }).click();
  await plain.page.getByRole('heading', { name: 'Open your page' }).waitFor();
  await looker.page.getByRole('button', { name: 'Stop for good' }).click();
  await looker.page.getByText('It has ended already').waitFor();
  await checkScreen(looker.page, '237-payer-ended', ALL_LOOKS);
  looker.expects(/409 .*\/stop/);
  await page.reload();
  await drawer.getByText('We moved to Gulu').first().waitFor();
});
