import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { signIn } from './steps/account-steps.ts';
import { OWNER } from './steps/customer-steps.ts';
import { OPERATOR } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { titled } from './steps/screen-steps.ts';
import { makeActiveMandate, OFFICER } from './environment/mandate-setup.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment();

const PAYER = { firstName: 'Sarah', lastName: 'Namutebi', phone: '0772123987' };

/** Opens the mandate from the list, found by the beginning of its reference. */
async function openMandate(page: Page, reference: string): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Search mandates' }).fill(reference.slice(0, 7));
  await page.getByRole('link', { name: reference }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Mandate of Sarah Namutebi' });
  await drawer.getByText('•••• 5566').waitFor();
  return drawer;
}

/** Presses the button of the drawer and gives the reason for it. */
async function act(drawer: Locator, verb: 'Suspend' | 'Reinstate', reason: string): Promise<void> {
  await drawer.getByRole('button', { name: verb }).click();
  const dialog = drawer.page().getByRole('dialog', { name: new RegExp(`^${verb} TGK`) });
  await dialog.getByRole('button', { name: verb }).click();
  await dialog.getByText('Say why').waitFor();
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: verb }).click();
  await drawer.getByText(`“${reason}”`).waitFor();
}

test("a bank suspends a mandate of its customer, and lifts it; the operator reads why it can't", async (t) => {
  const { server } = environment;
  const reference = await makeActiveMandate(server, OWNER.email, PAYER);
  const { page } = await environment.person(t);
  await signIn(page, server, 'bank', OFFICER);
  await titled(page, 'Mandates');
  await page.getByRole('searchbox', { name: 'Search mandates' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Filters' }).count(), 0);
  const bank = await openMandate(page, reference);
  await checkScreen(page, '230-bank-mandate');
  assert.equal(await bank.getByText(PAYER.phone.slice(1)).count(), 0);
  await act(bank, 'Suspend', 'The account holder complains');
  await bank.getByText('Suspended', { exact: true }).first().waitFor();
  await checkScreen(page, '231-bank-suspended');
  const owner = await environment.person(t);
  await signIn(owner.page, server, 'merchant', OWNER.email);
  await titled(owner.page, 'Mandates');
  const own = await openMandate(owner.page, reference);
  await own.getByText('Only the bank can lift it: ask your customer to call it.').waitFor();
  await checkScreen(owner.page, '231-mandate-suspended');

  const operator = await environment.person(t);
  await signIn(operator.page, server, 'operator', OPERATOR);
  await titled(operator.page, 'Mandates');
  await operator.page.getByRole('button', { name: 'Filters' }).click();
  await operator.page.getByRole('combobox', { name: 'Merchant' }).fill('nile');
  await operator.page.getByRole('option', { name: /^Nile Traders/ }).click();
  await operator.page.getByLabel('Bank').selectOption({ label: 'Stanbic Bank Uganda' });
  await operator.page.getByRole('button', { name: 'Apply' }).click();
  await operator.page.getByText('Bank: Stanbic Bank Uganda').waitFor();
  await operator.page.getByText(/^Merchant: Nile Traders/).waitFor();
  await checkScreen(operator.page, '232-operator-mandates');
  const seen = await openMandate(operator.page, reference);
  await seen.getByText("The payer's bank has suspended it: only they can lift that.").waitFor();
  assert.equal(await seen.getByRole('button', { name: 'Reinstate' }).isDisabled(), true);
  await checkScreen(operator.page, '233-operator-mandate');

  await act(bank, 'Reinstate', 'They take the complaint back');
  await bank.getByText('Active', { exact: true }).first().waitFor();
});

test('an operator moves the business clock and sees what happens on the way', async (t) => {
  const { server } = environment;
  const { page } = await environment.person(t);
  await signIn(page, server, 'operator', OPERATOR);
  await page.getByRole('navigation', { name: 'Main' }).getByText('Transactions').click();
  const clock = page.getByRole('region', { name: 'Business clock' });
  await clock.getByText('Next session', { exact: true }).waitFor();
  await checkScreen(page, '234-business-clock');
  await clock.getByRole('button', { name: 'By 7 days' }).press('Enter');
  await clock.getByText(/^Moved from /).waitFor();
  await checkScreen(page, '235-business-clock-moved');
});
