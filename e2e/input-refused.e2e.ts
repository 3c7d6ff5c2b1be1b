import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Person } from './environment/browser-person.ts';
import {
  enterCode,
  fillPersonalInfo,
  newcomer,
  phoneAddress,
  signIn,
} from './steps/account-steps.ts';
import { codeFor } from './environment/outbox-read.ts';
import {
  attach,
  BUSINESS,
  fillAccount,
  fillAddress,
  fillBusinessInfo,
  goOn,
  readTexts,
  submitRegistration,
} from './steps/registration-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading, next, says } from './steps/screen-words.ts';
import { proves } from './specification/proof-mark.ts';
import { openTestEnvironment } from './environment/test-environment.ts';
import { makeAccount } from './environment/state-setup.ts';

const environment = openTestEnvironment({ shared: true });

async function goesToCode(page: Page, email: string): Promise<void> {
  await page.goto(`${environment.server.origin('merchant')}/register/user`);
  await page.getByPlaceholder('Your business email').fill(email);
  await next(page).click();
  await heading(page, 'Verify your Email');
}

test('a code that is wrong, incomplete or tried too often is refused in the specified words', async (t) => {
  const { page } = await environment.person(t);
  const moses = newcomer('Codes', '700001');
  await goesToCode(page, moses.email);
  const code = await codeFor(environment.server, moses.email);
  const box = page.getByRole('textbox', { name: 'Verification code' });
  await page.getByRole('button', { name: 'Verify' }).click();
  await says(page, 'Sorry, please check your number and try again');
  proves(t, '5.code.required');
  const wrong = code === '12345' ? '54321' : '12345';
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const answered = page.waitForResponse('**/sec-token/verify');
    await box.fill(wrong);
    await answered;
    await says(page, 'Sorry, check the code and try again');
    assert.equal(await box.inputValue(), '', 'the wrong code is cleared');
  }
  proves(t, '8.code-invalid');
  await checkScreen(page, '80-code-refused');
  const answered = page.waitForResponse('**/sec-token/verify');
  await box.fill(code);
  assert.equal(JSON.parse(await (await answered).text()).message, 'too-many-tries');
  await says(page, 'Sorry, check the code and try again');
});

test('another code is sent after a minute at the earliest, whatever the browser thinks', async (t) => {
  const { page, context } = await environment.person(t, { expects: [/429 .*\/sec-token/] });
  await context.clock.install();
  const moses = newcomer('Hasty', '700007');
  await goesToCode(page, moses.email);
  const wait = page.getByText(/You can ask for another in \d+\ss\./);
  await wait.waitFor();
  await context.clock.runFor(61_000);
  const refused = page.waitForResponse('**/sec-token');
  await page.getByRole('button', { name: 'Send another code' }).click();
  assert.equal((await refused).status(), 429, 'the clock of the server has not moved');
  await wait.waitFor();
  await page.getByText(/^Sorry, server failed to send an OTP\. Try again\. You can ask/).waitFor();
  assert.equal(await page.getByText('We have sent you another code.').count(), 0);
});

test('an email and a phone that have an account are told in the specified words', async (t) => {
  const { page } = await environment.person(t);
  await page.goto(`${environment.server.origin('merchant')}/register/user`);
  await page.getByPlaceholder('Your business email').fill('amina@nile-traders.example');
  await next(page).click();
  await page.getByRole('alert').getByText('Sorry, that email exists').waitFor();
  proves(t, '5.email.exists');
  await checkScreen(page, '81-email-exists');
  const moses = newcomer('Phones', '700003');
  await goesToCode(page, moses.email);
  await enterCode(page, environment.server, moses.email);
  await heading(page, 'Enter your Phone Number');
  await page.getByRole('textbox').fill('0772100001');
  await next(page).click();
  await page.getByRole('alert').getByText('Sorry, that phone number exists').waitFor();
  proves(t, '5.phone.exists');
});

/** Causes of a failed call: its status, and what is said after the specified words. */
const CAUSES = [
  [500, ''],
  [429, 'Please wait a moment.'],
  [0, 'There is no connection to the server.'],
] as const;

/** Lets calls to an address fail for each cause, and waits for the specified words and the advice. */
function failingFor({ page, context }: Pick<Person, 'page' | 'context'>) {
  return async (address: string, words: string, act: () => Promise<void>) => {
    for (const [status, advice] of CAUSES) {
      const problem = { type: 'about:blank', title: advice, code: 'TOO_MANY_REQUESTS' };
      const json = { ...problem, status, requestId: 'r' };
      await context.route(address, (route) =>
        status === 0 ? route.abort() : route.fulfill({ status, json }),
      );
      await act();
      const first = new RegExp(`^${words.replace('500', String(status))}`);
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

test('an email that is taken between its check and the end is refused, and nothing typed is lost', async (t) => {
  const { page, context } = await environment.person(t, {
    expects: [/409 .*\/merchant-rep-account/],
  });
  const moses = newcomer('Race', '700005');
  await goesToCode(page, moses.email);
  await enterCode(page, environment.server, moses.email);
  await heading(page, 'Enter your Phone Number');
  await page.getByRole('textbox').fill(moses.phone);
  await next(page).click();
  await heading(page, 'Verify Phone Number');
  await enterCode(page, environment.server, phoneAddress(moses));
  await heading(page, 'Create Account');
  // A tab that the page opens gets a copy of its session storage, with the sign-up.
  const opened = context.waitForEvent('page');
  await page.evaluate(() => void open(location.href));
  const duplicate = await opened;
  await heading(duplicate, 'Create Account');
  for (const tab of [page, duplicate]) await fillPersonalInfo(tab, moses);
  await next(duplicate).click();
  await heading(duplicate, 'Your account was created!');
  await next(page).click();
  // The account of the other tab has used up the proofs, and the message says so.
  await says(
    page,
    'Sorry, we encountered an error. Please try again later. Sorry, that email exists. If you have just created the account in another tab, please log in there.',
  );
  assert.equal(await page.getByLabel('Business Name').inputValue(), moses.businessName);
  assert.equal(await page.getByLabel('First Name').inputValue(), moses.firstName);
  await checkScreen(page, '84-account-made-elsewhere');
});

test('an account that is refused says so in place, and offers the step back that helps', async (t) => {
  const { page, context } = await environment.person(t, { expects: [/409/] });
  const moses = newcomer('Refused', '700009');
  await goesToCode(page, moses.email);
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
    await page.getByLabel('Password').fill(moses.password);
  }
});

test('files that are too large, of a false type, empty or cut off are refused with a reason', async (t) => {
  const { server, files } = environment;
  const { page } = await environment.person(t, {
    expects: [/404 .*\/merchants\/organization\//, /422 .*\/merchants/],
  });
  const moses = newcomer('Files', '700006');
  await makeAccount(server, moses);
  await signIn(page, server, 'merchant', moses.email, moses.password);
  await fillBusinessInfo(page, files);
  const large = await files.write('large.png', await padded(files.logo, 2.5 * 1024 * 1024));
  const text = await files.write('logo.jpg', Buffer.from('This is no picture.'));
  const empty = await files.write('empty.pdf', new Uint8Array());
  const whole = await readFile(files.logo);
  const cut = await files.write('cut.png', whole.subarray(0, whole.length - 60));
  for (const [label, file, words] of [
    ['Business Logo', large, 'large.png: This file has 2.5 MB. We take up to 2 MB.'],
    ['Business Logo', text, 'logo.jpg: This is not a JPG or PNG file. Please choose another one.'],
    ['Business Logo', files.certificate, 'This is not a JPG or PNG file.'],
    [
      'Registration Certificate',
      empty,
      'empty.pdf: This file is empty. Please choose another one.',
    ],
  ] as const) {
    await attach(page, label, file);
    await page.getByText(words).waitFor();
  }
  proves(t, '5.info.logo');
  await checkScreen(page, '82-files-refused');
  // The files that were chosen before are not sent in place of the refused ones.
  await next(page).click();
  await page.locator('input[type=file][aria-invalid=true]:focus').waitFor();
  await heading(page, 'Register your Business');
  await attach(page, 'Registration Certificate', files.certificate);
  // A browser cannot detect this: only the server decodes the whole picture.
  await attach(page, 'Business Logo', cut);
  await goOn(page, 'Primary Business Address');
  await fillAddress(page);
  await goOn(page, 'Primary Bank Account');
  await fillAccount(page);
  await goOn(page, 'Review your business');
  await page.getByRole('button', { name: 'Submit' }).click();
  await says(page, 'Sorry, we encountered an error. Please try agian later');
  await page.getByText(/The file is damaged or was cut off\./).waitFor();
  await checkScreen(page, '83-file-damaged');
  await page.getByRole('button', { name: 'Business Logo' }).click();
  await heading(page, 'Register your Business');
  assert.deepEqual(await readTexts(page, Object.keys(BUSINESS)), BUSINESS);
  await attach(page, 'Business Logo', files.photo);
  for (const step of ['Primary Business Address', 'Primary Bank Account', 'Review your business'])
    await goOn(page, step);
  await submitRegistration(page);
});

/** A file, padded with zeros to a size above the limit. */
async function padded(file: string, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  (await readFile(file)).copy(bytes);
  return bytes;
}
