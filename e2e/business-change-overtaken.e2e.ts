import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from './steps/account-steps.ts';
import { fillTexts } from './steps/registration-steps.ts';
import { reviewAs, valueAt } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading, next, says } from './steps/screen-words.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment();
const AMINA = 'amina@nile-traders.example';
const NAME = 'Nile Traders';
const PENDING = 'We are checking this change. Until then everything stays as it is.';

/** Types a change of the city and looks at the difference. */
async function changesCity(page: Page, city: string): Promise<void> {
  await signIn(page, environment.server, 'merchant', AMINA);
  await page.goto(`${environment.server.origin('merchant')}/dashboard/profile?edit=details`);
  await heading(page, 'Change legal or bank data');
  await fillTexts(page, { City: city });
  await next(page).click();
  await heading(page, 'Check what changes');
}

/** Sends a change of the city. */
async function sendsCity(page: Page, city: string): Promise<void> {
  await changesCity(page, city);
  await page.getByRole('button', { name: 'Send for review' }).click();
  await says(page, PENDING);
}

/** Lets an operator approve the change that waits. */
async function approves(page: Page): Promise<void> {
  const drawer = await reviewAs(page, environment.server, NAME);
  await drawer.getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('dialog', { name: `Approve the change of ${NAME}?` });
  await question.getByRole('button', { name: 'Approve' }).click();
  await drawer.getByText('Approved.', { exact: true }).waitFor();
}

test('a change is not sent over data that were replaced meanwhile, and is not lost either', async (t) => {
  const { page, expects } = await environment.person(t);
  await changesCity(page, 'Gulu');
  const main = page.locator('main');
  assert.match(await valueAt(main, 'City'), /Kampala.*Gulu/s);
  await sendsCity((await environment.person(t)).page, 'Jinja');
  await approves((await environment.person(t)).page);
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

test('what is typed is there after a reload, also when the data under it were replaced meanwhile', async (t) => {
  await approves((await environment.person(t)).page);
  const { page } = await environment.person(t);
  await changesCity(page, 'Mbale');
  await sendsCity((await environment.person(t)).page, 'Lira');
  await approves((await environment.person(t)).page);
  await page.reload();
  await heading(page, 'Check what changes');
  await says(page, 'The data of the business have changed since you began.');
  const main = page.locator('main');
  assert.match(await valueAt(main, 'City'), /Lira.*Mbale/s);
  await checkScreen(page, '74-profile-change-older');
  await page.getByRole('button', { name: 'Send for review' }).click();
  await says(page, PENDING);
  assert.match(await valueAt(main.locator('section').first(), 'City'), /Lira.*Mbale/s);
});
