import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { typeSignIn } from './steps/account-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment({ shared: true });
const AMINA = 'amina@nile-traders.example';
const REFUSED = 'Sorry, You are not authorised to login. Please contact the administrator.';

async function openSignIn(page: Page): Promise<void> {
  await page.goto(environment.server.origin('merchant'));
  await page.waitForURL(`${environment.server.origin('id')}/**`);
  await heading(page, 'Sign in');
}

async function tries(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password').fill(password);
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await answered;
}

test('a wrong password, and a wait after too many, are told in our look', async (t) => {
  const { page } = await environment.person(t, {
    expects: [/403 .*\/sign-in\//, /429 .*\/sign-in\//],
  });
  await openSignIn(page);
  await page.getByLabel('Email').fill('guessed@nowhere.example');
  for (let guess = 1; guess <= 5; guess += 1) {
    await tries(page, `guess-${guess}`);
    await page.getByRole('alert').getByText(REFUSED, { exact: true }).waitFor();
  }
  await checkScreen(page, '90-provider-wrong-password');
  await tries(page, 'guess-6');
  await page.getByText(/There were too many tries\. Please wait \d+ seconds/).waitFor();
  await checkScreen(page, '91-provider-wait');
});

test('a sign-in page that was left open too long says so, and leads on', async (t) => {
  const { page, context } = await environment.person(t, { expects: [/410 .*\/sign-in\//] });
  await openSignIn(page);
  await context.clearCookies();
  await page.getByLabel('Email').fill(AMINA);
  await tries(page, 'whatever');
  await heading(page, 'This page has expired');
  await checkScreen(page, '92-provider-expired');
  await page.getByRole('link', { name: 'Go back and sign in' }).click();
  await heading(page, 'Sign in');
});

test('a sign-out that no page of ours asked for is asked about first', async (t) => {
  const { page } = await environment.person(t);
  await typeSignIn(page, environment.server, 'merchant', AMINA);
  await page.goto(
    `${environment.server.origin('id')}/realms/tegeka/protocol/openid-connect/logout`,
  );
  await heading(page, 'Sign out?');
  await checkScreen(page, '93-provider-sign-out');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading(page, 'Signed out');
  await checkScreen(page, '94-provider-signed-out');
});
