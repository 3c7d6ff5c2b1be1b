import { test } from 'node:test';
import { signIn } from './steps/account-steps.ts';
import { OPERATOR } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { titled } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment();

test('an operator announces a holiday beside the sessions, and withdraws it with a reason', async (t) => {
  const { server } = environment;
  const { page } = await environment.person(t, {
    expects: [/400 .*\/calendar-overrides/, /409 .*\/calendar-overrides/],
  });
  await signIn(page, server, 'operator', OPERATOR);
  await titled(page, 'Mandates');
  await page.getByRole('navigation', { name: 'Main' }).getByText('Transactions').click();
  await page.getByRole('main').getByRole('link', { name: 'Holidays' }).click();
  await titled(page, 'Holidays');
  await page.getByRole('heading', { name: 'No announced days' }).waitFor();
  await checkScreen(page, '260-holidays-none');

  const day = `${new Date().getUTCFullYear() + 1}-05-27`;
  const shown = day.split('-').toReversed().join('/');
  const announce = async (typed: string) => {
    await page.getByRole('link', { name: 'Announce a day' }).first().click();
    const form = page.getByRole('dialog', { name: 'Announce a day' });
    await form.getByLabel('Day', { exact: true }).fill(typed);
    await form.getByLabel('Name').fill('Eid al-Adha');
    await form.getByRole('button', { name: 'Announce' }).click();
    return form;
  };
  const form = await announce('2026-01-05');
  await form.getByText('Choose a day after today').waitFor();
  await checkScreen(page, '261-holiday-new-wrong');
  await form.getByLabel('Day', { exact: true }).fill(day);
  await form.getByRole('button', { name: 'Announce' }).click();
  await page.getByText('Eid al-Adha is announced.').waitFor();
  const second = await announce(day);
  await second.getByText('Something is announced for this day already.').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('table').getByRole('link', { name: shown }).press('Enter');
  const drawer = page.getByRole('dialog', { name: `Eid al-Adha, ${shown}` });
  await drawer.getByText('Closed: a holiday').waitFor();
  await checkScreen(page, '262-holiday');
  await drawer.getByRole('button', { name: 'Withdraw' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw Eid al-Adha?' });
  await dialog.getByLabel('Reason').fill('The moon was not seen');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await drawer.getByText('Eid al-Adha is withdrawn.').waitFor();
  await drawer.getByText('“The moon was not seen”').waitFor();
  await checkScreen(page, '263-holiday-withdrawn');
});
