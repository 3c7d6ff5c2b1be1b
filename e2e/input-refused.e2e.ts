import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  enterCode,
  fillPersonalInfo,
  goesToCode,
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
import { heading, next, says } from './steps/screen-steps.ts';
import { proves } from './specification/proof-report.ts';
import { openTestEnvironment } from './environment/test-environment.ts';
import { makeAccount } from './environment/state-setup.ts';

const environment = openTestEnvironment({ shared: true });

test('a code that is wrong, incomplete or tried too often is refused in the specified words', async (t) => {
  const { page } = await environment.person(t);
  const moses = newcomer('Codes', '700001');
  await goesToCode(page, environment.server, moses.email);
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
  await goesToCode(page, environment.server, moses.email);
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
  await goesToCode(page, environment.server, moses.email);
  await enterCode(page, environment.server, moses.email);
  await heading(page, 'Enter your Phone Number');
  await page.getByRole('textbox').fill('0772100001');
  await next(page).click();
  await page.getByRole('alert').getByText('Sorry, that phone number exists').waitFor();
  proves(t, '5.phone.exists');
});

test('an email that is taken between its check and the end is refused, and nothing typed is lost', async (t) => {
  const { page, context } = await environment.person(t, {
    expects: [/409 .*\/merchant-rep-account/],
  });
  const moses = newcomer('Race', '700005');
  await goesToCode(page, environment.server, moses.email);
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
  for (const [label, file, refusal] of [
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
    await page.getByText(refusal).waitFor();
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
