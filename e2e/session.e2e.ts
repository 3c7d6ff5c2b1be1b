import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { fillSignIn, PLAY_PASSWORD, typeSignIn } from './steps/account-steps.ts';
import { checkStill, pass, stopClocks } from './steps/clock-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading, landing, says } from './steps/screen-steps.ts';
import { profileButton, storedNames } from './steps/session-steps.ts';
import { proves } from './specification/proof-report.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment({ shared: true });
const AMINA = 'amina@nile-traders.example';

/** Records the sign-in requests to the provider, by their `prompt`. */
function countConsentRequests(page: Page): { prompts: (string | null)[] } {
  const seen: { prompts: (string | null)[] } = { prompts: [] };
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/protocol/openid-connect/auth'))
      seen.prompts.push(url.searchParams.get('prompt'));
  });
  return seen;
}

const merchant = (path: string) => `${environment.server.origin('merchant')}${path}`;

test('a stranger is asked about once, without a frame, and sent to auth/logout', async (t) => {
  const { page } = await environment.person(t);
  const seen = countConsentRequests(page);
  await page.goto(merchant('/dashboard/mandates'));
  await page.waitForURL('**/auth/logout');
  await says(page, 'You have been logged out. Please login to continue.');
  await page.waitForLoadState('networkidle');
  assert.deepEqual(seen.prompts, ['none'], 'one question, and no loop');
  assert.equal(page.frames().length, 1, 'no frame');
  proves(t, '1.sign-on-check', '6.stranger');
  assert.deepEqual(await storedNames(page), [], 'nothing is left of the question');
});

test('pages for strangers ask the provider nothing', async (t) => {
  const { page } = await environment.person(t);
  const seen = countConsentRequests(page);
  for (const path of ['/register/user', '/reset-password', '/auth/logout']) {
    await page.goto(merchant(path));
    await page.getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(new URL(page.url()).pathname, path);
  }
  assert.deepEqual(seen.prompts, []);
  proves(t, '1.no-check.register-user', '1.no-check.reset-password', '1.no-check.auth-logout');
});

test('the browser keeps the session under the names of the specification and no other', async (t) => {
  const { page } = await environment.person(t);
  const exchanging = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/token'),
  );
  await typeSignIn(page, environment.server, 'merchant', AMINA);
  const exchanged = await (await exchanging).allHeaders();
  assert.equal(exchanged['application-domain'], 'MERCHANT');
  const names = [
    'CURRENT_USER',
    'JWT_TOKEN',
    'LAST_ACTIVITY',
    'REFRESH_TOKEN',
    'USERNAME',
    'currentOrganization',
  ];
  assert.deepEqual(await storedNames(page), names);
  // No request is pending when the browser removes the session.
  await landing(page);
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  await page.waitForLoadState('networkidle');
  // A person with a session at the provider is signed in without a form.
  await page.evaluate(() => localStorage.clear());
  const seen = countConsentRequests(page);
  await page.goto(merchant('/dashboard/customers'));
  await heading(page, 'Customers');
  await profileButton(page).waitFor();
  assert.deepEqual(seen.prompts, ['none']);
  assert.deepEqual(await storedNames(page), names);
  await profileButton(page).click();
  await page.waitForURL('**/auth/logout');
  assert.deepEqual(await storedNames(page), [], 'the session is cleared');
});

test('a logout in one tab ends what every other tab shows', async (t) => {
  const { page, context } = await environment.person(t);
  await typeSignIn(page, environment.server, 'merchant', AMINA);
  // No request is pending when the session ends.
  await landing(page);
  await page.waitForLoadState('networkidle');
  const other = await context.newPage();
  await other.goto(merchant('/dashboard/products'));
  await heading(other, 'Products');
  await other.waitForLoadState('networkidle');
  await profileButton(page).click();
  await other.waitForURL('**/auth/logout');
  await says(other, 'You have been logged out. Please login to continue.');
});

test('the access token is renewed on the way, and the person notices nothing', async (t) => {
  const { page, context } = await environment.person(t);
  await context.clock.install();
  await typeSignIn(page, environment.server, 'operator', 'olivia@operator.example');
  const token = () => page.evaluate(() => localStorage.getItem('JWT_TOKEN'));
  const before = await token();
  const renewal = page.waitForRequest((request) =>
    (request.postData() ?? '').includes('grant_type=refresh_token'),
  );
  await context.clock.fastForward('06:00');
  await page.getByRole('button', { name: 'Approvals' }).click();
  await page.getByRole('link', { name: 'Inbox' }).click();
  await renewal;
  await page.getByRole('link', { name: 'Kololo Clinic' }).waitFor();
  assert.notEqual(await token(), before);
});

async function isOut(page: Page): Promise<void> {
  await page.waitForURL((url) => !url.pathname.startsWith('/dashboard'));
}

/** Signs Amina in under a clock that the test moves, and waits until everything is loaded. */
async function signInUnderClock(page: Page, context: BrowserContext): Promise<void> {
  await context.clock.install();
  await typeSignIn(page, environment.server, 'merchant', AMINA);
  await landing(page);
  await page.waitForLoadState('networkidle');
}

/**
 * Lets seconds pass until the session is over. Timeouts of requests run on the same clock: it must
 * not run ahead of the answers.
 */
async function passUntilOut(page: Page, context: BrowserContext): Promise<void> {
  const isIn = () => new URL(page.url()).pathname.startsWith('/dashboard');
  for (let second = 0; second < 120 && isIn(); second += 1) {
    await context.clock.runFor(1000);
    await page.waitForTimeout(50);
  }
  await context.clock.resume();
  await isOut(page);
}

test('30 minutes without a sign of life end the session, after a warning', async (t) => {
  const { page, context } = await environment.person(t);
  await signInUnderClock(page, context);
  await stopClocks(page, context);
  await page.mouse.move(300, 300);
  await pass(page, 28);
  const stay = page.getByRole('button', { name: 'Stay signed in' });
  assert.equal(await stay.count(), 0, 'no warning before its time');
  await pass(page, 1);
  await context.clock.runFor(5000);
  await stay.waitFor();
  await checkStill(page, context, '40-inactivity-warning');
  await page.mouse.move(310, 300);
  await says(page, 'Welcome back. You stay signed in.');
  await stay.click();
  await stay.waitFor({ state: 'detached' });
  await pass(page, 20);
  assert.equal(new URL(page.url()).pathname, '/dashboard/mandates', 'still signed in');
  await pass(page, 9);
  await passUntilOut(page, context);
  await page.waitForURL(`${environment.server.origin('id')}/**`);
  await heading(page, 'Sign in');
});

test('a reload does not start the 30 minutes again, and who comes back after them is logged out', async (t) => {
  const { page, context } = await environment.person(t);
  await signInUnderClock(page, context);
  await page.mouse.move(300, 300);
  // A token renewal that is interrupted would end the session.
  const passRenewed = async (time: string) => {
    const before = await page.evaluate(() => localStorage.getItem('JWT_TOKEN'));
    await context.clock.fastForward(time);
    await page.waitForFunction((old) => localStorage.getItem('JWT_TOKEN') !== old, before);
  };
  await passRenewed('20:00');
  await page.reload();
  await landing(page);
  await passRenewed('09:05');
  await page.getByRole('button', { name: 'Stay signed in' }).waitFor();
  // No timer runs while the app is closed.
  await page.goto('about:blank');
  await context.clock.fastForward('02:00');
  await page.goto(merchant('/dashboard/customers'));
  await page.waitForURL(`${environment.server.origin('id')}/**`);
  await heading(page, 'Sign in');
  await fillSignIn(page, AMINA, PLAY_PASSWORD);
  await heading(page, 'Customers');
});

test('a link that was opened without a session is shown after the sign-in, and once', async (t) => {
  const { page } = await environment.person(t);
  await page.goto(merchant('/dashboard/customers?status=DISABLED'));
  await page.waitForURL('**/auth/logout');
  const login = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Login' }).click();
  const tab = await login;
  await tab.waitForURL(`${environment.server.origin('id')}/**`);
  await fillSignIn(tab, AMINA, PLAY_PASSWORD);
  await heading(tab, 'Customers');
  assert.equal(new URL(tab.url()).search, '?status=DISABLED');
  await tab.goto(merchant('/auth/login'));
  await landing(tab);
});

test('a provider that can not be reached is told, and tried again', async (t) => {
  const { page, context } = await environment.person(t, { expects: [/ERR_FAILED .*\/realms\//] });
  const provider = `${environment.server.origin('id')}/**`;
  await context.route(provider, (route) => route.abort());
  await page.goto(merchant('/auth/login'));
  await says(page, 'Sorry, our server encountered an error. Please try again.');
  await checkScreen(page, '41-provider-unreachable');
  await context.unroute(provider);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForURL(provider);
  await fillSignIn(page, AMINA, PLAY_PASSWORD);
  await page.waitForURL('**/dashboard/mandates');
});

test('no text becomes markup or a script in a page, whoever writes it there', async (t) => {
  const { page } = await environment.person(t, { expects: [/TrustedHTML|TrustedScript/] });
  for (const address of [merchant('/auth/logout'), environment.server.origin()]) {
    await page.goto(address);
    const refused = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<img src="x" alt="">';
        return null;
      } catch (error) {
        return String(error);
      }
    });
    assert.match(refused ?? '', /TrustedHTML/);
  }
});
