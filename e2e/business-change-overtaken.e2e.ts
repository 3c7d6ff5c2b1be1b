import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signIn } from './steps/account-steps.ts';
import { fillTexts } from './steps/registration-steps.ts';
import { valueAt } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading, next, says } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';
import { changeBusiness } from './environment/state-setup.ts';

const environment = openTestEnvironment();
const AMINA = 'amina@nile-traders.example';

test('a change is not sent over data that were replaced meanwhile, and is not lost either', async (t) => {
  const { server } = environment;
  const { page } = await environment.person(t, { expects: [/409 .*\/changes/] });
  await signIn(page, server, 'merchant', AMINA);
  await page.goto(`${server.origin('merchant')}/dashboard/profile?edit=details`);
  await heading(page, 'Change legal or bank data');
  await fillTexts(page, { 'Tax Identification Number': '1014560001' });
  await next(page).click();
  await heading(page, 'Check what changes');
  const main = page.locator('main');
  await changeBusiness(server, AMINA, { taxNumber: '1014560002' });
  const send = page.getByRole('button', { name: 'Send for review' });
  await send.click();
  await page
    .getByRole('alert')
    .getByText('The data of the business have changed since you began.')
    .waitFor();
  // The typed value is shown beside the current one.
  assert.match(await valueAt(main, 'Tax Number'), /1014560002.*1014560001/s);
  await checkScreen(page, '73-profile-change-overtaken');
  await changeBusiness(server, AMINA, { taxNumber: '1014560003' });
  await page.reload();
  await heading(page, 'Check what changes');
  await says(page, 'The data of the business have changed since you began.');
  assert.match(await valueAt(main, 'Tax Number'), /1014560003.*1014560001/s);
  await checkScreen(page, '74-profile-change-older');
  await send.click();
  await says(page, 'We are checking this change. Until then everything stays as it is.');
  assert.match(
    await valueAt(main.locator('section').first(), 'Tax Number'),
    /1014560003.*1014560001/s,
  );
});
