import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from './environment/browser-person.ts';
import {
  enterCode,
  fillPersonalInfo,
  goesToCode,
  newcomer,
  phoneAddress,
} from './steps/account-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading, next, says } from './steps/screen-steps.ts';
import { proves } from './specification/proof-report.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment({ shared: true });

/** Causes of a failed call: its status, and what is said after the specified words. */
const FAILURE_REASONS = [
  [500, ''],
  [429, 'Please wait a moment.'],
  [0, 'There is no connection to the server.'],
] as const;

/** Lets calls to an address fail for each cause, and waits for the specified words and the advice. */
function failingFor({ page, context }: Pick<Person, 'page' | 'context'>) {
  return async (address: string, text: string, act: () => Promise<void>) => {
    for (const [status, advice] of FAILURE_REASONS) {
      const problem = { type: 'about:blank', title: advice, code: 'TOO_MANY_REQUESTS' };
      const json = { ...problem, status, requestId: 'r' };
      await context.route(address, (route) =>
        status === 0 ? route.abort() : route.fulfill({ status, json }),
      );
      await act();
      const first = new RegExp(`^${text.replace('500', String(status))}`);
      const told = page.locator('p, output, [role="alert"]').filter({ hasText: first });
      await told.filter({ hasText: advice }).first().waitFor();
      await context.unroute(address);
      const dismiss = page.getByRole('button', { name: 'Dismiss' });
      while ((await dismiss.count()) > 0) await dismiss.first().click();
    }
  };
}

test('calls that fail during a password reset are told in the same words as those of the sign-up', async (t) => {
  const person = await environment.person(t, { expects: [/500/, /429/, /ERR_FAILED/] });
  const { page, context } = person;
  const failing = failingFor(person);
  const press = () => next(page).click();
  const email = 'reset-fails@nowhere.example';
  await page.goto(`${environment.server.origin('merchant')}/reset-password`);
  await page.getByLabel('Email').fill(email);
  const notSent = 'Sorry, server failed to send an OTP. Try again';
  await failing('**/sec-token', notSent, press);
  await heading(page, 'Reset your password');
  await page.clock.install();
  await press();
  await heading(page, 'Verify your Email');
  const box = page.getByRole('textbox', { name: 'Verification code' });
  await failing('**/sec-token/verify', 'E500', () => box.fill('11111'));
  await says(page, 'The code could not be checked. Please try again.');
  await page.clock.fastForward('01:01');
  const resend = page.getByRole('button', { name: 'Send another code' });
  await failing('**/sec-token', notSent, () => resend.click());
  // Asked for too soon by the server's clock: refused, and never said to be sent.
  await resend.click();
  await page.getByText(`${notSent}. You can ask for another code in `).waitFor();
  assert.equal(await page.getByText('We have sent you another code.').count(), 0);
  await context.unrouteAll();
});

test('calls that fail during the sign-up are told in the specified words, whatever the cause', async (t) => {
  const person = await environment.person(t, { expects: [/500/, /429/, /ERR_FAILED/] });
  const { page } = person;
  const failing = failingFor(person);
  const press = () => next(page).click();
  const moses = newcomer('Failing', '700004');
  await page.goto(`${environment.server.origin('merchant')}/register/user`);
  await page.getByPlaceholder('Your business email').fill(moses.email);
  await failing('**/email-exists*', 'E500', press);
  proves(t, '8.email-exists');
  const notSent = 'Sorry, server failed to send an OTP. Try again';
  await failing('**/sec-token', notSent, press);
  proves(t, '8.code-send');
  await press();
  await heading(page, 'Verify your Email');
  const box = page.getByRole('textbox', { name: 'Verification code' });
  await failing('**/sec-token/verify', 'E500', () => box.fill('11111'));
  await enterCode(page, environment.server, moses.email);
  await heading(page, 'Enter your Phone Number');
  await page.getByRole('textbox').fill(moses.phone);
  await failing('**/phone-exists*', 'Error phone exists', press);
  proves(t, '8.phone-exists');
  await press();
  await heading(page, 'Verify Phone Number');
  await enterCode(page, environment.server, phoneAddress(moses));
  await heading(page, 'Create Account');
  await fillPersonalInfo(page, moses);
  const failed = 'Sorry, we encountered an error. Please try again later.';
  await failing('**/merchant-rep-account', failed, press);
  proves(t, '8.account');
  assert.equal(await page.getByLabel('Business Name').inputValue(), moses.businessName);
  await press();
  await heading(page, 'Your account was created!');
});

test('an account that is refused says so in place, and offers the step back that helps', async (t) => {
  const { page, context } = await environment.person(t, { expects: [/409/] });
  const moses = newcomer('Refused', '700009');
  await goesToCode(page, environment.server, moses.email);
  await enterCode(page, environment.server, moses.email);
  await heading(page, 'Enter your Phone Number');
  await page.getByRole('textbox').fill(moses.phone);
  await next(page).click();
  await heading(page, 'Verify Phone Number');
  await enterCode(page, environment.server, phoneAddress(moses));
  await heading(page, 'Create Account');
  await fillPersonalInfo(page, moses);
  const kept = await page.evaluate(() => sessionStorage.getItem('tegeka.sign-up'));
  for (const [code, title, button, step] of [
    ['PHONE_TAKEN', 'Sorry, that phone number exists', 'Change the phone number', 'Phone'],
    ['EMAIL_TAKEN', 'Sorry, that email exists', 'Change the email', 'Email'],
    ['NOT_VERIFIED', 'That was too long ago.', 'Verify email and phone again', 'Email'],
  ] as const) {
    const json = { type: 'about:blank', title, code, status: 409, requestId: 'r' };
    await context.route('**/merchant-rep-account', (route) => route.fulfill({ status: 409, json }));
    await next(page).click();
    await says(page, `Sorry, we encountered an error. Please try again later. ${title}`);
    assert.equal(await page.getByLabel('Business Name').inputValue(), moses.businessName);
    if (code === 'PHONE_TAKEN') await checkScreen(page, '85-account-refused');
    await page.getByRole('button', { name: button }).click();
    await heading(page, step === 'Phone' ? 'Enter your Phone Number' : "Let's get started!");
    if (code === 'NOT_VERIFIED') break;
    await context.unroute('**/merchant-rep-account');
    await page.evaluate((draft) => sessionStorage.setItem('tegeka.sign-up', draft ?? ''), kept);
    await page.reload();
    await heading(page, 'Create Account');
    await page.getByLabel('Password', { exact: true }).fill(moses.password);
  }
});
