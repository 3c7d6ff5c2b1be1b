import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { fillSignIn, PLAY_PASSWORD, typeSignIn } from './steps/account-steps.ts';
import { OWNER } from './steps/customer-steps.ts';
import { openOwnPage, PAYER } from './steps/payer-steps.ts';
import { openInbox } from './steps/review-steps.ts';
import { ALL_LOOKS, checkScreen } from './steps/screen-check.ts';
import { landing } from './steps/screen-steps.ts';
import { codeFor, messageTo } from './environment/outbox-read.ts';
import type { TestServer } from './environment/server-process.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

// As `npm start` starts it for the first time, with a database of its own.
const environment = openTestEnvironment({ embedded: true });

const OFFICER = 'ruth@stanbic.example';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** A newcomer opens the start page of the demo and follows it to the app of a merchant. */
async function start(page: Page, server: TestServer): Promise<void> {
  await page.goto(server.origin());
  await page.getByRole('heading', { name: 'Welcome to Tegeka' }).waitFor();
  await page.getByRole('heading', { name: '1. Collect from a customer' }).waitFor();
  await page.getByText(PLAY_PASSWORD).first().waitFor();
  await checkScreen(page, '198-start', ALL_LOOKS);
  await page.getByRole('link', { name: "Open Amina's app" }).click();
  await page.waitForURL(`${server.origin('id')}/**`);
  await checkScreen(page, '199-sign-in', ALL_LOOKS);
  await fillSignIn(page, OWNER.email, OWNER.password);
  await landing(page);
}

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

/** The owner asks the payer. Returns the reference of the new mandate. */
async function ask(page: Page): Promise<string> {
  await menu(page).getByRole('link', { name: 'Mandates' }).click();
  await page.getByRole('table', { name: 'Mandates' }).waitFor();
  await checkScreen(page, '203-mandates', ALL_LOOKS);
  await page.getByRole('link', { name: 'New mandate' }).first().click();
  const form = page.getByRole('dialog', { name: 'New mandate' });
  await form.getByRole('combobox', { name: 'Product' }).fill('school');
  await page.getByRole('option', { name: 'School fees' }).click();
  await form.getByRole('button', { name: 'Send request' }).click();
  await form.getByText('Customer is missing').waitFor();
  await form.getByRole('combobox', { name: 'Customer', exact: true }).fill('sarah');
  await page.getByRole('option', { name: 'Sarah Namutebi, PUPIL-77' }).click();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Kampala' }).format(new Date());
  await form.getByLabel('First day', { exact: true }).fill(today);
  await form.getByText('may take up to USh 250,000 from your account each month').waitFor();
  await checkScreen(page, '204-mandate-new', ALL_LOOKS);
  await form.getByRole('button', { name: 'Send request' }).click();
  // The new mandate is opened.
  const drawer = page.getByRole('dialog', { name: 'Mandate of Sarah Namutebi' });
  await drawer.getByText(/^Request sent to /).waitFor();
  await drawer.getByText(/^until \d\d\/\d\d\/\d{4}, in \d+ days$/).waitFor();
  const [reference = ''] =
    /^TGK\w{10}/.exec(await drawer.getByText(/^TGK\w{10}/).innerText()) ?? [];
  await checkScreen(page, '205-mandate-asked', ALL_LOOKS);
  await page.keyboard.press('Escape');
  return reference;
}

/** The payer reads and agrees on a phone, without JavaScript. */
async function consent(page: Page, server: TestServer): Promise<void> {
  const { text } = await messageTo(server, PAYER.phone, /may take up to USh 250,000/);
  const link = /http\S+\/mandates\/[\w-]+/.exec(text)?.[0];
  assert.ok(link, text);
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: /may take up to USh 250,000/ }).waitFor();
  await page.getByText('For School fees').waitFor();
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

/** The active mandate as the merchant reads it: its limits, its evidence, and the debits to come. */
async function readActive(drawer: Locator): Promise<void> {
  const part = (title: string) =>
    drawer.locator('section').filter({ has: drawer.page().getByRole('heading', { name: title }) });
  await drawer.getByText('Active').first().waitFor();
  await drawer.getByText('•••• 5566').waitFor();
  await part('Limits').getByText('Maximum per debit').waitFor();
  await part('Limits').getByText('USh 250,000').first().waitFor();
  const days = await part('Limits')
    .getByText(/^\d\d\/\d\d\/\d{4}, /)
    .innerText();
  assert.match(days, /^((0[5-9]|1\d)\/\d\d\/\d{4}(, |$)){5}/);
  await part('Evidence')
    .getByText(/Agreed on a page/)
    .waitFor();
  await part('Evidence')
    .getByText(/Sarah Namutebi, \+256772123987/)
    .waitFor();
  await part('Evidence').getByText('What was shown').click();
  await part('Evidence')
    .getByText(/SHA-256 [0-9a-f]{64}/)
    .waitFor();
}

test('from a fresh start a payer consents on a phone, the bank confirms, the merchant sees an active mandate, and the payer stops it', async (t) => {
  const { server } = environment;
  const { page } = await environment.person(t);
  await start(page, server);
  await prepare(page);
  const reference = await ask(page);

  const payer = await environment.person(t, { phone: true, expects: [/422 .*\/mandates\//] });
  await consent(payer.page, server);

  const officer = await environment.person(t);
  await typeSignIn(officer.page, server, 'bank', OFFICER);
  await openInbox(officer.page);
  const asked = officer.page.getByRole('row').filter({ hasText: reference });
  await asked.getByText(/: up to USh 250,000, each month/).waitFor();
  await asked.getByText(/^in \d+ days$/).waitFor();
  await checkScreen(officer.page, '219-bank-inbox', ALL_LOOKS);
  await officer.page.getByRole('link', { name: new RegExp(reference) }).click();
  const request = officer.page.getByRole('dialog', { name: new RegExp(reference) });
  await request.getByText('USh 250,000').first().waitFor();
  await checkScreen(officer.page, '220-bank-confirms', ALL_LOOKS);
  await request.getByRole('button', { name: 'Approve' }).click();
  await officer.page.getByRole('dialog').last().getByRole('button', { name: 'Approve' }).click();
  await request.getByText('Approved').first().waitFor();

  await page.reload();
  // The demo still makes its own mandates, which come before this one.
  await page.getByRole('searchbox', { name: 'Search mandates' }).fill(reference);
  await page.getByRole('link', { name: reference }).click();
  const drawer = page.getByRole('dialog', { name: 'Mandate of Sarah Namutebi' });
  await readActive(drawer);
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

  // The payer's pages work without scripts, but axe needs them.
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
