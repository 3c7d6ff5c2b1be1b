import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { HttpPerson } from './environment/http-person.ts';
import { PLAY_PASSWORD, signIn, typeSignIn } from './steps/account-steps.ts';
import { focusOnPage } from './steps/keyboard-steps.ts';
import { messageTo } from './environment/outbox-read.ts';
import { OPERATOR } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading, titled } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment();
const AMINA = 'amina@nile-traders.example';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** The refused renewal of a token, which the browser logs. */
const RENEWAL_REFUSED = /status of 400 .*\/protocol\/openid-connect\/token/;

async function openSessions(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Your sessions' }).click();
  await page.waitForURL('**/dashboard/profile/sessions');
  await heading(page, 'Where you are signed in');
}

/** The rows of the list by their first line. */
const devices = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });

test('somebody ends the session of a lost phone, and the phone is out', async (t) => {
  const own = await environment.person(t, { userAgent: FIREFOX });
  await signIn(own.page, environment.server, 'merchant', AMINA);
  const lost = await environment.person(t, {
    phone: true,
    userAgent: ANDROID,
    expects: [RENEWAL_REFUSED],
  });
  await lost.context.clock.install();
  await typeSignIn(lost.page, environment.server, 'merchant', AMINA);
  const message = await messageTo(environment.server, AMINA, /New sign-in to your Tegeka account/);
  assert.match(message.text, /Browser: Chrome on Android/);

  await openSessions(own.page);
  await titled(own.page, 'Your sessions');
  const [mine, phone] = [devices(own.page).nth(0), devices(own.page).nth(1)];
  await mine.getByText('Firefox on Linux').waitFor();
  await mine.getByText('This browser').waitFor();
  assert.equal(await mine.getByRole('button').count(), 0, 'signing out here is another button');
  await checkScreen(own.page, '60-sessions');
  await phone.getByRole('button', { name: /^Sign out: Chrome on Android/ }).click();
  const dialog = own.page.getByRole('dialog', { name: 'Sign out Chrome on Android?' });
  await dialog.waitFor();
  await checkScreen(own.page, '60-sessions-dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await devices(own.page).count(), 2, 'nothing happened yet');
  await phone.getByRole('button', { name: /^Sign out/ }).click();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await own.page.getByText('Chrome on Android was signed out.').waitFor();
  await own.page.getByText('You are signed in with this browser only.').waitFor();
  assert.equal(await devices(own.page).count(), 1);
  await checkScreen(own.page, '60-sessions-only');

  await lost.context.clock.fastForward('06:00');
  await lost.page.waitForURL('**/auth/logout');
  assert.deepEqual(await lost.page.evaluate(() => Object.keys(localStorage)), []);
  await own.page.goto(`${environment.server.origin('merchant')}/dashboard/profile`);
  await openSessions(own.page);
  await own.page.getByText(/^As .+@/).waitFor();
});

test('an operator signs out everywhere else, by keyboard', async (t) => {
  const { server } = environment;
  await new HttpPerson(server, 'operator').signIn(OPERATOR, PLAY_PASSWORD);
  const { page } = await environment.person(t, { phone: true, userAgent: ANDROID });
  await signIn(page, server, 'operator', OPERATOR);
  await openSessions(page);
  assert.equal(await devices(page).count(), 2);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere else?' });
  await dialog.getByRole('button', { name: 'Sign out' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('1 other browser was signed out.').waitFor();
  await page.getByText('You are signed in with this browser only.').waitFor();
  await focusOnPage(page);
});
