import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { typeSignIn } from './steps/account-steps.ts';
import { OWNER } from './steps/customer-steps.ts';
import { ALL_LOOKS, checkScreen } from './steps/screen-check.ts';
import { landing, titled } from './steps/screen-steps.ts';
import { fieldsOf } from './environment/http-call.ts';
import { listOf, makeActiveMandate, OFFICER, ownerOf } from './environment/mandate-setup.ts';
import { messageTo } from './environment/outbox-read.ts';
import type { TestServer } from './environment/server-process.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

// As `npm start` starts it for the first time, with a database of its own.
const environment = openTestEnvironment({ embedded: true });

const OPERATOR = 'olivia@operator.example';
const AMOUNT = 100_000;

/** Payers whose simulated bank acts by their first name, with a debit's state after three weeks. */
const PAYERS = [
  { firstName: 'Successful', phone: '0772540201', state: 'Settled', attempts: 1 },
  { firstName: 'Penniless', phone: '0772540202', state: 'Settled', attempts: 2 },
  { firstName: 'Bounced', phone: '0772540203', state: 'Returned', attempts: 1 },
  { firstName: 'Silent', phone: '0772540204', state: 'Settled', attempts: 1 },
] as const;

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** A payer consents, their bank confirms, and the owner collects once. Returns the id of the debit. */
async function collectFrom(server: TestServer, payer: (typeof PAYERS)[number]): Promise<string> {
  const { firstName, phone } = payer;
  const who = { firstName, lastName: 'Nakimera', phone };
  const reference = await makeActiveMandate(server, OWNER.email, who, { retries: 1 });
  const { owner, base } = await ownerOf(server, OWNER.email);
  const { content } = await owner.ask(`${base}/mandates?search=${reference}`);
  const [mandate] = listOf(content);
  const made = await owner.ask(`${base}/transactions`, {
    json: { mandateId: mandate?.['id'], reference: `INV-${firstName}`, amount: AMOUNT },
  });
  return String(made['id']);
}

/** Moves the business clock on the start page, and waits until the due work is done. */
async function moveTime(page: Page, server: TestServer, button: string): Promise<void> {
  await page.goto(server.origin());
  await page.getByRole('button', { name: button }).click();
  for (let tries = 0; tries < 400; tries += 1) {
    await page.getByRole('heading', { name: '4. Move time' }).waitFor();
    if ((await page.getByRole('button', { name: button }).count()) > 0) return;
    await page.waitForTimeout(300);
    await page.goto(server.origin());
  }
  assert.fail('The clock does not arrive within two minutes');
}

test('from a fresh start debits go out, clear, settle and are paid out; screens, ledger and bank agree to the shilling', async (t) => {
  const { server } = environment;
  const { page } = await environment.person(t);
  const ids = new Map<string, string>();
  for (const payer of PAYERS) ids.set(payer.firstName, await collectFrom(server, payer));

  await typeSignIn(page, server, 'merchant', OWNER.email);
  await landing(page);
  await menu(page).getByRole('link', { name: 'Transactions' }).click();
  const table = page.getByRole('table', { name: 'Transactions' });
  await table.waitFor();
  await page.getByRole('searchbox').fill('nakimera');
  const rowOf = (name: string) => table.getByRole('row').filter({ hasText: `${name} Nakimera` });
  await rowOf('Successful').getByText('Pending').waitFor();
  await checkScreen(page, '301-transactions', ALL_LOOKS);

  await moveTime(page, server, 'To the next session');
  await checkScreen(page, '300-start-clock', ALL_LOOKS);
  for (let week = 0; week < 3; week += 1) await moveTime(page, server, 'By 7 days');

  await page.goto(`${server.origin('merchant')}/dashboard/mandates/transactions?search=nakimera`);
  await table.waitFor();
  for (const { firstName, state } of PAYERS)
    await rowOf(firstName)
      .filter({ hasText: `${AMOUNT / 1000},000` })
      .getByText(state)
      .first()
      .waitFor();
  await checkScreen(page, '302-transactions-settled', ALL_LOOKS);

  const { owner, base } = await ownerOf(server, OWNER.email);
  for (const { firstName, attempts } of PAYERS) {
    const one = await owner.ask(`${base}/transactions/${ids.get(firstName)}`);
    assert.equal(listOf(one['attempts']).length, attempts, firstName);
  }
  // The schedule of the mandate may have made a debit too.
  const penniless = rowOf('Penniless').filter({ hasText: `${AMOUNT / 1000},000` });
  await penniless.getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Insufficient funds').first().waitFor();
  await checkScreen(page, '303-transaction', ALL_LOOKS);
  await page.keyboard.press('Escape');

  await page.goto(`${server.origin('merchant')}/dashboard/billing`);
  await page.getByText('Paid').first().waitFor();
  await checkScreen(page, '304-billing', ALL_LOOKS);
  // A payout lists its debits, and each of them names the payout.
  const payoutLink = page.getByRole('link', { name: /^TGP/ }).last();
  const payoutReference = (await payoutLink.textContent()) ?? '';
  await payoutLink.click();
  const payout = page.getByRole('dialog', { name: /^USh/ });
  await payout.getByText(/^Debits \(\d+\)$/).waitFor();
  await checkScreen(page, '309-payout', ALL_LOOKS);
  await payout.getByRole('link', { name: /in the list$/ }).click();
  await titled(page, 'Payout items');
  const items = page.getByRole('table', { name: 'Items' });
  await items.waitFor();
  await checkScreen(page, '310-payout-items', ALL_LOOKS);
  await items.getByRole('link').first().click();
  // A debit that came back before its payout is named by it twice: paid, and deducted.
  const named = page.getByRole('dialog').getByRole('link', { name: payoutReference });
  await named.first().waitFor();
  await checkScreen(page, '311-transaction-paid', ALL_LOOKS);

  const operator = await environment.person(t);
  await typeSignIn(operator.page, server, 'operator', OPERATOR);
  await menu(operator.page).getByRole('link', { name: 'Transactions' }).click();
  await operator.page.getByRole('main').getByRole('link', { name: 'Sessions' }).click();
  await operator.page.getByRole('table', { name: 'Sessions' }).waitFor();
  await checkScreen(operator.page, '305-sessions', ALL_LOOKS);
  await menu(operator.page).getByRole('link', { name: 'Revenue' }).click();
  await operator.page.getByText('Settlement bank').first().waitFor();
  await checkScreen(operator.page, '306-revenue', ALL_LOOKS);

  const bank = await environment.person(t);
  await typeSignIn(bank.page, server, 'bank', OFFICER);
  await menu(bank.page).getByRole('link', { name: 'Transactions' }).click();
  await bank.page.getByRole('main').getByRole('link', { name: 'Files' }).click();
  await bank.page.getByRole('table', { name: 'Files' }).waitFor();
  await checkScreen(bank.page, '307-bank-files', ALL_LOOKS);
  await bank.page.getByRole('link', { name: 'Debits', exact: true }).first().press('Enter');
  const file = bank.page.getByRole('dialog', { name: 'Debits' });
  await file.getByText('Created').waitFor();
  assert.equal(await file.getByRole('button', { name: 'Show the content' }).count(), 0);
  await checkScreen(bank.page, '308-bank-file', ALL_LOOKS);

  // Debits of the demo may come back on the same day.
  const returned =
    /Debits that were returned: [1-9][^]*?\n- Insufficient funds in the account: [1-9]/;
  await messageTo(server, OWNER.email, returned);

  // What was collected, less what was returned, charges and duty, was paid out or is still owed.
  const { content } = await owner.ask(`${base}/transactions?size=100`);
  const owed = listOf(content)
    .filter((one) => one['chargeIsEstimate'] === false)
    .reduce((total, one) => total + Number(one['net']), 0);
  const payouts = listOf((await owner.ask(`${base}/payouts?size=100`))['content']);
  const paid = payouts.reduce((total, one) => total + Number(one['amount']), 0);
  const balance = fieldsOf(await owner.ask(`${base}/balance`));
  assert.ok(paid > 0, 'Something was paid out');
  assert.equal(Number(balance['balance']), owed - paid);
});
