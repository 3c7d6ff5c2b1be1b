import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { signIn } from './steps/account-steps.ts';
import { OWNER } from './steps/customer-steps.ts';
import { OPERATOR } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { goInApp, titled } from './steps/screen-steps.ts';
import { ownerOf } from './environment/mandate-setup.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment();

/** The bank of the business. */
const BANK = 'Stanbic Bank Uganda';

/** Books a debit that was settled so many days ago. The amount is before charge and duty. */
async function settle(email: string, amount: number, daysAgo: number): Promise<void> {
  await environment.sql(`
    with merchant as (
      select organization_id from merchants where representative_email = '${email}'),
    entry as (
      insert into journal_entries (organization_id, source_kind, source_id, purpose, at, booked_on)
      select organization_id, 'debit', gen_random_uuid(), 'SETTLED',
        now() - interval '${daysAgo} days',
        greatest(((now() at time zone 'Africa/Kampala') - interval '${daysAgo} days')::date, open_from)
      from merchant, ledger_state returning organization_id, id, booked_on)
    insert into postings (organization_id, entry_id, account, booked_on, amount)
    select organization_id, id, account, booked_on, amount from entry, (values
      ('SETTLEMENT_BANK', ${amount}), ('PAYABLE', ${-(amount - 1150)}),
      ('CHARGES_INCOME', -1000), ('DUTY_PAYABLE', -150)) posting (account, amount)`);
}

test('a business sees what it is owed, is paid out, and keeps a statement', async (t) => {
  const { server } = environment;
  // With a payout schedule the payout would be made at 10:30, perhaps during the test.
  const { owner, base } = await ownerOf(server, OWNER.email);
  const { version } = await owner.ask(`${base}/payout-settings`);
  const manual = { schedule: 'MANUAL', weekday: 'Monday', minimum: 10_000, version };
  await owner.ask(`${base}/payout-settings`, { method: 'PUT', json: manual });
  await settle(OWNER.email, 1_501_150, 4);
  await settle(OWNER.email, 251_150, 0);
  await environment.sql(
    `update banks set bic = null, takes_direct_debits = false where name = '${BANK}'`,
  );
  // More than is available.
  const { page } = await environment.person(t, { expects: [/status of 400/] });
  await signIn(page, server, 'merchant', OWNER.email);
  await titled(page, 'Mandates');
  await page.getByRole('link', { name: 'Billing' }).click();
  await titled(page, 'Billing');
  await page.getByRole('link', { name: 'Can be paid out USh 1,500,000' }).waitFor();
  await page.getByRole('heading', { name: 'No payouts yet' }).waitFor();
  await checkScreen(page, '260-billing-empty');

  await page.getByRole('link', { name: 'Change when you are paid' }).click();
  const settings = page.getByRole('dialog', { name: 'When you are paid' });
  await settings.getByLabel('When').selectOption({ label: 'Every week' });
  await settings.getByLabel('Day of the week').selectOption({ label: 'Friday' });
  await settings.getByLabel('Least amount').fill('20,000');
  await checkScreen(page, '261-payout-settings');
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Your payout settings are saved.').waitFor();

  await page.getByRole('link', { name: 'Pay out now', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Pay out now' });
  await form.getByText('USh 1,500,000 can be paid out').waitFor();
  await form.getByLabel('Amount').fill('2,000,000');
  await form.getByRole('button', { name: 'Pay out' }).click();
  await form.getByText('USh 1,500,000 is available.').waitFor();
  await checkScreen(page, '262-payout-refused');
  await form.getByLabel('Amount').fill('1,000,000');
  await form.getByRole('button', { name: 'Pay out' }).click();
  // The new payout is opened.
  const drawer = page.getByRole('dialog', { name: 'USh 1,000,000' });
  await drawer.getByText('The payout of USh 1,000,000 is requested.').waitFor();
  await drawer.getByText('The bank of the business has no code (BIC) yet.').waitFor();
  await drawer.getByText('Manually').waitFor();
  await drawer.getByText('Debits (1)').waitFor();
  await drawer.getByText('Left for the next payout').waitFor();
  await checkScreen(page, '264-payout');
  const printed = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'PDF' }).click();
  assert.match((await printed).suggestedFilename(), /^payout-TGP\w{10}\.pdf$/);
  const listed = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'CSV' }).click();
  const items = await text(await (await listed).createReadStream());
  assert.match(items, /Debit,,,,1501150,-1000,-150,1500000/);
  await drawer.getByRole('link', { name: 'See it in the list' }).click();
  await titled(page, 'Payout items');
  await page.getByRole('button', { name: 'Filters' }).or(page.getByLabel('What')).first().waitFor();
  await page.getByRole('link', { name: 'Back to the payout' }).click();
  await environment.sql(`update banks set bic = 'SBICUGKX' where name = '${BANK}'`);
  await page.reload();
  await drawer.getByText('It goes to the bank with the next file.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'On its way USh 1,000,000' }).waitFor();
  await checkScreen(page, '263-billing');

  await page.getByRole('link', { name: 'Statements' }).click();
  await titled(page, 'Statements');
  await page.getByRole('table', { name: 'Months' }).waitFor();
  await checkScreen(page, '265-months');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).first().click();
  const csv = await text(await (await saved).createReadStream());
  assert.match(csv, /Paid out,TGP\w{10},-1000000,0,0,-1000000,\d+/);
});

test('an operator sees what was earned, the payouts of all businesses, and the books', async (t) => {
  // More than the bank has.
  const { page } = await environment.person(t, { expects: [/status of 400/] });
  await signIn(page, environment.server, 'operator', OPERATOR);
  await titled(page, 'Mandates');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Revenue' })
    .click();
  await titled(page, 'Revenue');
  await page.getByRole('link', { name: 'Charges not withdrawn USh 2,000' }).waitFor();
  await page.getByRole('table', { name: 'Payouts' }).waitFor();
  await checkScreen(page, '266-revenue');
  await page.getByRole('link', { name: /^TGP/ }).press('Enter');
  await page.getByRole('dialog', { name: 'USh 1,000,000' }).getByText('Merchant').waitFor();
  await checkScreen(page, '267-revenue-payout');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Months' }).click();
  await page.getByRole('table', { name: /^Merchants in/ }).waitFor();
  await checkScreen(page, '268-revenue-months');
  await page.getByRole('link', { name: 'Ledger' }).click();
  await titled(page, 'Ledger');
  await page.getByText('Settlement bank', { exact: true }).waitFor();
  await checkScreen(page, '269-ledger');
  await page.getByRole('link', { name: 'Book manually' }).click();
  const form = page.getByRole('dialog', { name: 'Book manually' });
  await form.getByLabel('What happened').selectOption({ label: 'The settlement bank took fees' });
  await form.getByLabel('Amount').fill('999,000,000');
  await form.getByLabel('Reason').fill('Fees of November, statement 11');
  await form.getByRole('button', { name: 'Ask a second operator' }).click();
  await form.getByText(/^There is USh/).waitFor();
  await form.getByLabel('Amount').fill('2,500');
  await checkScreen(page, '270-book-by-hand');
  await form.getByRole('button', { name: 'Ask a second operator' }).click();
  await page.getByText('It waits in the inbox of your colleagues.').waitFor();
  await goInApp(page, '/dashboard/approval-requests');
  await page.getByText('The settlement bank took fees, USh 2,500').first().waitFor();
});

test('a business that owes money copies the reference with which it repays it', async (t) => {
  const { server } = environment;
  await settle(OWNER.email, -4_000_000, 5);
  const { page } = await environment.person(t);
  await signIn(page, server, 'merchant', OWNER.email);
  await titled(page, 'Mandates');
  await page.getByRole('link', { name: 'Billing' }).click();
  await titled(page, 'Billing');
  await page.getByText(/^You owe USh/).waitFor();
  await page.getByRole('button', { name: 'Copy the reference' }).press('Enter');
  await page.getByText('Copied', { exact: true }).waitFor();
  await checkScreen(page, '271-billing-owed');
});
