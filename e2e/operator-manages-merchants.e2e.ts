import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Newcomer, PLAY_PASSWORD, signIn } from './steps/account-steps.ts';
import { OPERATOR } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { goInApp, heading, titled } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';
import { makeActiveBusiness } from './environment/state-setup.ts';

const environment = openTestEnvironment();

const OWNER: Newcomer = {
  firstName: 'Sarah',
  lastName: 'Namuli',
  businessName: 'Entebbe Road Stationers',
  phone: '0772414207',
  email: 'sarah@entebbe-road.example',
  password: PLAY_PASSWORD,
};
const REASON = 'Payers complain of debits that they did not agree to';

test('an operator finds a merchant, suspends it with a reason that it reads, and reinstates it', async (t) => {
  const { server, files } = environment;
  await makeActiveBusiness(server, files, OWNER);
  const { page } = await environment.person(t);
  await signIn(page, server, 'operator', OPERATOR);
  await page.getByRole('navigation', { name: 'Main' }).getByText('Merchants').click();
  await titled(page, 'Merchants');
  await page.getByRole('table').waitFor();
  await checkScreen(page, '110-merchants');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Industry').selectOption('Accommodation and Food Services');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('link', { name: OWNER.businessName }).click();
  const drawer = page.getByRole('dialog', { name: OWNER.businessName });
  await drawer.getByText('Account number').first().waitFor();
  const request = drawer.getByRole('listitem').filter({ hasText: 'New business' });
  // The same word as in the inbox.
  await request.getByText('Completed', { exact: true }).waitFor();
  await drawer.getByText(OWNER.email).last().waitFor();
  await checkScreen(page, '111-merchant');

  await drawer.getByRole('button', { name: 'Show the whole account number' }).click();
  const reveal = page.getByRole('dialog', { name: /^Show the account number/ });
  await reveal.getByLabel('Reason').fill('A payout came back');
  await reveal.getByRole('button', { name: 'Show' }).click();
  await drawer.getByRole('button', { name: 'Hide the account number' }).waitFor();
  await drawer.getByText('“A payout came back”').waitFor();

  await drawer.getByRole('button', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog', { name: `Suspend ${OWNER.businessName}?` });
  await checkScreen(page, '112-merchant-suspend');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await dialog.getByText('Say why').waitFor();
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await drawer.getByText(`${OWNER.businessName} is suspended.`).waitFor();
  await drawer.getByText(`“${REASON}”`).waitFor();
  await drawer.getByText('Users', { exact: true }).scrollIntoViewIfNeeded();
  await checkScreen(page, '113-merchant-suspended');

  const owner = await environment.person(t);
  await signIn(owner.page, server, 'merchant', OWNER.email);
  await owner.page.waitForURL('**/register/pending-approval');
  await heading(owner.page, 'Your business is suspended');
  await owner.page.getByText(REASON).waitFor();
  await checkScreen(owner.page, '114-suspended');
  await owner.page.getByRole('link', { name: 'See statements' }).click();
  await titled(owner.page, 'Statements');
  await goInApp(owner.page, '/dashboard/profile');
  await owner.page.getByText('Your business is suspended: nothing can be added').waitFor();
  const edit = owner.page.getByRole('button', { name: 'Edit contact data' });
  assert.equal(await edit.isDisabled(), true);
  await checkScreen(owner.page, '114-profile-suspended');
  await goInApp(owner.page, '/register/pending-approval');
  await heading(owner.page, 'Your business is suspended');

  await drawer.getByRole('button', { name: 'Reinstate' }).click();
  const back = page.getByRole('dialog', { name: `Reinstate ${OWNER.businessName}?` });
  await back.getByLabel('Reason').fill('It was a misunderstanding');
  await back.getByRole('button', { name: 'Reinstate' }).click();
  await drawer.getByText(`${OWNER.businessName} is active again.`).waitFor();
  assert.equal(await drawer.getByRole('button', { name: 'Suspend' }).isEnabled(), true);
  await owner.page.reload();
  await owner.page.waitForURL('**/dashboard/mandates');

  const name = `${OWNER.firstName} ${OWNER.lastName}`;
  for (const [action, then] of [
    ['Disable', 'Enable'],
    ['Enable', 'Disable'],
  ] as const) {
    await drawer.getByRole('button', { name: `${action} ${name}` }).click();
    const asked = page.getByRole('dialog', { name: `${action} ${name}?` });
    await asked.getByLabel('Reason').fill('The phone was stolen');
    await asked.getByRole('button', { name: action }).click();
    await drawer.getByRole('button', { name: `${then} ${name}` }).waitFor();
  }
  await checkScreen(page, '115-merchant-users');
});
