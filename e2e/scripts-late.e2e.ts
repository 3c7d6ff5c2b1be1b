import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { heading, next, says } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment({ shared: true });

/** Holds back the scripts of pages, except the first one. Returns a function that lets them through. */
async function holdScripts(context: BrowserContext): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await context.route('**/assets/*.js', async (route) => {
    if (!route.request().url().includes('/early-')) await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test('without JavaScript the public pages show their text and form', async (t) => {
  const { page } = await environment.person(t, { scripts: false });
  const origin = environment.server.origin('merchant');
  await page.goto(`${origin}/register/user`);
  await heading(page, "Let's get started!");
  await page.getByPlaceholder('Your business email').fill('typed@before.example');
  assert.equal(await next(page).isVisible(), true);
  await page.goto(`${origin}/reset-password`);
  await heading(page, 'Reset your password');
  await page.goto(`${origin}/auth/logout`);
  await says(page, 'You have been logged out. Please login to continue.');
  await page.goto(`${origin}/auth/login`);
  await says(page, 'Please wait...');
  await page.goto(`${origin}/auth/404`);
  await heading(page, 'Sorry, page not found');
});

test('what is typed before JavaScript arrives is kept, and Next works then', async (t) => {
  const { page, context } = await environment.person(t);
  const release = await holdScripts(context);
  await page.goto(`${environment.server.origin('merchant')}/register/user`, {
    waitUntil: 'commit',
  });
  const email = page.getByPlaceholder('Your business email');
  await email.fill('early@bird.example');
  await next(page).click();
  release();
  await heading(page, 'Verify your Email');
  await page.getByText('early@bird.example').waitFor();
});

test('what is typed while JavaScript arrives replaces what was typed before', async (t) => {
  const { page, context } = await environment.person(t);
  const email = page.getByPlaceholder('Your business email');
  await page.goto(`${environment.server.origin('merchant')}/register/user`);
  await email.fill('before@draft.example');
  const release = await holdScripts(context);
  await page.reload({ waitUntil: 'commit' });
  await email.focus();
  assert.equal(await email.inputValue(), '');
  release();
  await page.waitForFunction(() => document.querySelector('input')?.value !== '');
  await page.keyboard.type('now@draft.example');
  assert.equal(await email.inputValue(), 'now@draft.example');
});
