import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from './account-steps.ts';
import { fillTexts } from './registration-steps.ts';
import { reviewAs, valueAt } from './review-steps.ts';
import { checkScreen } from './screen-check.ts';
import { heading, next, says } from './screen-words.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const AMINA = 'amina@nile-traders.example';
const NAME = 'Nile Traders';
const PENDING = 'We are checking this change. Until then everything stays as it is.';

/** Types a change of the city and looks at the difference. */
async function changesCity(page: Page, city: string): Promise<void> {
  await signIn(page, stage.server, 'merchant', AMINA);
  await page.goto(`${stage.server.origin('merchant')}/dashboard/profile?edit=details`);
  await heading(page, 'Change legal or bank data');
  await fillTexts(page, { City: city });
  await next(page).click();
  await heading(page, 'Check what changes');
}

test('a change is not sent over data that were replaced meanwhile, and is not lost either', async (t) => {
  const { page, expects } = await stage.person(t);
  await changesCity(page, 'Gulu');
  const main = page.locator('main');
  assert.match(await valueAt(main, 'City'), /Kampala.*Gulu/s);
  const colleague = await stage.person(t);
  await changesCity(colleague.page, 'Jinja');
  await colleague.page.getByRole('button', { name: 'Send for review' }).click();
  await says(colleague.page, PENDING);
  const operator = await stage.person(t);
  const drawer = await reviewAs(operator.page, stage.server, NAME);
  await drawer.getByRole('button', { name: 'Approve' }).click();
  const question = operator.page.getByRole('dialog', { name: `Approve the change of ${NAME}?` });
  await question.getByRole('button', { name: 'Approve' }).click();
  await drawer.getByText('Approved.', { exact: true }).waitFor();
  expects(/409 .*\/changes/);
  await page.getByRole('button', { name: 'Send for review' }).click();
  await page
    .getByRole('alert')
    .getByText('The data of the business have changed since then. Please look at them again.')
    .waitFor();
  // What is typed stands beside what holds now.
  assert.match(await valueAt(main, 'City'), /Jinja.*Gulu/s);
  await checkScreen(page, '73-profile-change-overtaken');
  await page.reload();
  await heading(page, 'Check what changes');
  assert.match(await valueAt(main, 'City'), /Jinja.*Gulu/s);
  await page.getByRole('button', { name: 'Send for review' }).click();
  await says(page, PENDING);
  assert.match(await valueAt(main.locator('section').first(), 'City'), /Jinja.*Gulu/s);
});
