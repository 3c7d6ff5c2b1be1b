import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { App } from './environment/server-process.ts';
import { openTestEnvironment } from './environment/test-environment.ts';
import { ALL_LOOKS, checkScreen } from './steps/screen-check.ts';
import { landing, titled } from './steps/screen-steps.ts';

const environment = openTestEnvironment({ shared: true });

/** Waits for the landing page of an app. */
async function landed(page: Page, app: App): Promise<void> {
  await page.waitForURL(`${environment.server.origin(app)}/dashboard/**`);
  await titled(page, 'Mandates');
  await landing(page);
}

test('one press on the start page of the demo signs in to the app of each person', async (t) => {
  const { page } = await environment.person(t);
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  for (const [name, app] of [
    ['Sign in as Olivia (operator)', 'operator'],
    ['Sign in as Ruth (officer of Stanbic Bank)', 'bank'],
    ['Sign in as Amina (Nile Traders, business)', 'merchant'],
  ] as const) {
    await page.goto(environment.server.origin());
    await link(name).click();
    await landed(page, app);
  }
});

test('on a phone and with the keyboard as well', async (t) => {
  const { page } = await environment.person(t, { phone: true });
  await page.goto(environment.server.origin());
  await checkScreen(page, '197-start-people', ALL_LOOKS);
  await page.getByRole('link', { name: /^Sign in as Amina/ }).focus();
  await page.keyboard.press('Enter');
  await landed(page, 'merchant');
});
