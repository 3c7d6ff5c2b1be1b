import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enterCode, fillSignIn, PLAY_PASSWORD, typeSignIn } from './steps/account-steps.ts';
import { codeFor, codeIn, messagesTo, messageTo } from './environment/outbox-read.ts';
import { checkScreen } from './steps/screen-check.ts';
import { hasBack, heading, says, titled } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment();
const BRIAN = 'brian@kololo-clinic.example';
const PETER = 'peter@operator.example';
const FRESH = 'river-copper-window';

test('a forgotten password is replaced with a code, and every session of the account ends', async (t) => {
  const { server } = environment;
  const elsewhere = await environment.person(t, {
    expects: [/401 .*\/api\//, /400 .*\/token/, /CallFailed: Please sign in/],
  });
  await elsewhere.context.clock.install();
  await typeSignIn(elsewhere.page, server, 'merchant', BRIAN);
  await heading(elsewhere.page, 'Business verification in progress');

  const { page } = await environment.person(t, { expects: [/403 .*\/sign-in\//] });
  await page.goto(server.origin('merchant'));
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await heading(page, 'Reset your password');
  await titled(page, 'Reset Password');
  await page.getByLabel('Email').fill(BRIAN);
  await page.getByRole('button', { name: 'Next' }).click();
  await heading(page, 'Verify your Email');
  await says(page, `Enter the 5 digit verification code sent to your email ${BRIAN}`);
  assert.equal(await hasBack(page), true);
  const wrong = (await codeFor(server, BRIAN)) === '00000' ? '11111' : '00000';
  await page.getByRole('textbox', { name: 'Verification code' }).fill(wrong);
  await says(page, 'Sorry, check the code and try again');
  await checkScreen(page, '60-reset-code-refused');
  await enterCode(page, server, BRIAN);
  await heading(page, 'Choose a new password');
  await page.reload();
  await heading(page, 'Choose a new password');
  await checkScreen(page, '61-reset-new-password');
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page
    .getByText(/at least 10/i)
    .first()
    .waitFor();
  await page.getByLabel('New password').fill(FRESH);
  await page.getByRole('button', { name: 'Change password' }).click();
  await heading(page, 'Your password was changed');
  await checkScreen(page, '62-reset-done');
  await messageTo(server, BRIAN, /password was changed/);

  await page.goto(server.origin('merchant'));
  await fillSignIn(page, BRIAN, PLAY_PASSWORD);
  await says(page, 'Sorry, You are not authorised to login. Please contact the administrator.');
  await page.getByLabel('Password').fill(FRESH);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Business verification in progress');

  // An access token issued before cannot be renewed. Once it is over the open page logs out; a reload here
  // would race with that.
  await elsewhere.context.clock.fastForward('06:00');
  await elsewhere.page.waitForURL('**/auth/logout');
  await elsewhere.page.goto(`${server.origin('merchant')}/register/pending-approval`);
  await elsewhere.page.waitForURL('**/auth/logout');
});

test('an operator sets a new password with a link, whose token leaves the address at once', async (t) => {
  const { server } = environment;
  const { page } = await environment.person(t, { expects: [/409 .*\/reset-password/] });
  await page.goto(`${server.origin('operator')}/reset-password`);
  await page.getByText('If there is one, we send a link to it.').waitFor();
  await page.getByLabel('Email').fill(PETER);
  await page.getByRole('button', { name: 'Next' }).click();
  await heading(page, 'Check your email');
  await checkScreen(page, '63-reset-link-sent');
  const { text } = await messageTo(server, PETER, /this link sets a new password/);
  const link = /http\S+\/reset-password#\S+/.exec(text)?.[0] ?? '';
  // From another page, as from a mail program: a change of the fragment alone does not load the page.
  await page.goto('about:blank');
  await page.goto(link);
  await heading(page, 'Choose a new password');
  assert.equal(page.url(), `${server.origin('operator')}/reset-password`);
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  assert.ok(!kept.includes(link.split('#')[1] ?? link), kept);
  await page.getByLabel('New password').fill(FRESH);
  await page.getByRole('button', { name: 'Change password' }).click();
  await heading(page, 'Your password was changed');
  await typeSignIn(page, server, 'operator', PETER, FRESH);
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('New password').fill(`${FRESH} again`);
  await page.getByRole('button', { name: 'Change password' }).click();
  await says(
    page,
    'This link was used already, or is older than 15 minutes. Please ask for another.',
  );
  await heading(page, 'Reset your password');
});

test('nothing on the screen tells whether an email has an account', async (t) => {
  const { page } = await environment.person(t);
  const nobody = 'nobody@nowhere.example';
  await page.goto(`${environment.server.origin('merchant')}/reset-password`);
  await page.getByLabel('Email').fill(nobody);
  await page.getByRole('button', { name: 'Next' }).click();
  await heading(page, 'Verify your Email');
  await says(page, `Enter the 5 digit verification code sent to your email ${nobody}`);
  await messageTo(environment.server, nobody, /There is no Tegeka account/);
  const messages = await messagesTo(environment.server, nobody);
  assert.ok(
    messages.every(({ text }) => codeIn(text) === undefined),
    'no code is sent',
  );
});
