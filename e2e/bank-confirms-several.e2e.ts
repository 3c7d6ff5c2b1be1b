import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signIn } from './steps/account-steps.ts';
import { OWNER } from './steps/customer-steps.ts';
import { ALL_LOOKS, checkScreen } from './steps/screen-check.ts';
import { goInApp, landing } from './steps/screen-steps.ts';
import { confirm, makeConsentedMandate, OFFICER } from './environment/mandate-setup.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment();

const payer = (firstName: string, phone: string) => ({ firstName, lastName: 'Namutebi', phone });

test('an officer confirms several mandates with the keyboard, and reads which one somebody else has decided', async (t) => {
  const { server } = environment;
  const references = [
    await makeConsentedMandate(server, OWNER.email, payer('Sarah', '0772123981')),
    await makeConsentedMandate(server, OWNER.email, payer('Ritah', '0772123982')),
    await makeConsentedMandate(server, OWNER.email, payer('Joan', '0772123983')),
  ];
  const { page } = await environment.person(t);
  await signIn(page, server, 'bank', OFFICER);
  await landing(page);
  await goInApp(page, '/dashboard/approval-requests?search=Namutebi');
  for (const reference of references) {
    await page.getByRole('checkbox', { name: `Select ${reference}` }).press('Space');
  }
  await page.getByText('3 mandates selected').waitFor();
  await checkScreen(page, '410-inbox-selected', ALL_LOOKS);
  await page.getByRole('button', { name: 'Approve 3' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Approve 3 mandates?' });
  await dialog.getByText('Sarah Namutebi, •••• 5566. Nile Traders: up to USh 250,000').waitFor();
  await checkScreen(page, '411-inbox-preview', ALL_LOOKS);
  await confirm(server, references[1] ?? '');
  await dialog.getByRole('button', { name: 'Approve' }).press('Enter');
  await page.getByText('Approved: 2 mandates.').waitFor();
  const refused = page.getByRole('listitem').filter({ hasText: references[1] ?? '' });
  assert.match(await refused.innerText(), /Ritah Namutebi: This request has been settled already/);
  await checkScreen(page, '412-inbox-decided', ALL_LOOKS);
});

test('an officer rejects several mandates with one reason', async (t) => {
  const { server } = environment;
  for (const phone of ['0772123984', '0772123985'])
    await makeConsentedMandate(server, OWNER.email, payer(`Esther`, phone));
  const { page } = await environment.person(t, { phone: true });
  await signIn(page, server, 'bank', OFFICER);
  await landing(page);
  await goInApp(page, '/dashboard/approval-requests?search=Esther');
  await page.getByLabel('Select all mandates shown').check();
  await page.getByRole('button', { name: 'Reject 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject 2 mandates?' });
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await dialog.getByText('Choose a reason').waitFor();
  await dialog.getByLabel('Reason').selectOption({ label: 'The account is closed or blocked.' });
  await dialog.getByLabel('Comment').fill('Closed last year');
  await checkScreen(page, '413-inbox-reject', ALL_LOOKS);
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Rejected: 2 mandates.').waitFor();
});
