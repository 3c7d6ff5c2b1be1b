import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { typeSignIn } from './steps/account-steps.ts';
import { codeFor } from './environment/outbox-read.ts';
import { heading, landing, next } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment({ embedded: true });
const NEWCOMER = 'again@and-again.example';

/** No request of the page may be pending when the server stops; another test covers that. */
async function leavesNothingUnderWay(page: Page): Promise<void> {
  await page.goto('about:blank');
}

/** The person who is signed in stays so, and what was written before is still there. */
async function goesOn(page: Page, code: string): Promise<void> {
  const { server } = environment;
  await page.goto(`${server.origin('merchant')}/dashboard/profile`);
  await page.getByText('80020003412901').waitFor();
  assert.equal(await codeFor(server, NEWCOMER), code);
}

test('what was done before Ctrl-C, and before kill -9, is there after the next start', async (t) => {
  const { server } = environment;
  const { page: stranger } = await environment.person(t);
  await stranger.goto(`${server.origin('merchant')}/register/user`);
  await stranger.getByPlaceholder('Your business email').fill(NEWCOMER);
  await next(stranger).click();
  await heading(stranger, 'Verify your Email');
  const code = await codeFor(server, NEWCOMER);
  const { page } = await environment.person(t, { expects: [/ERR_CONNECTION_REFUSED/] });
  await typeSignIn(page, server, 'merchant', 'amina@nile-traders.example');
  await landing(page);
  await leavesNothingUnderWay(page);
  await server.stop();
  await server.start();
  await goesOn(page, code);
  await leavesNothingUnderWay(page);
  await server.kill();
  await server.start();
  await goesOn(page, code);
  // The code that was sent before both stops is still valid.
  await stranger.getByRole('textbox', { name: 'Verification code' }).fill(code);
  await heading(stranger, 'Enter your Phone Number');
});
