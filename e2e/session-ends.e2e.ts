import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { fillSignIn, PLAY_PASSWORD, typeSignIn } from './steps/account-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading, landing, says } from './steps/screen-steps.ts';
import { profileButton, storedNames } from './steps/session-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment({ shared: true });
const AMINA = 'amina@nile-traders.example';
const merchant = (path: string) => `${environment.server.origin('merchant')}${path}`;

test('two people in two apps of one browser do not end each other’s session', async (t) => {
  const { page, context } = await environment.person(t);
  const { server } = environment;
  const bank = (path: string) => `${server.origin('bank')}${path}`;
  const RUTH = 'ruth@stanbic.example';
  await context.clock.install();
  await typeSignIn(page, server, 'merchant', AMINA);
  await landing(page);
  const officer = await context.newPage();
  // The bank's app has no session yet. Amina's account cannot open it.
  await officer.goto(bank('/'));
  await officer.waitForURL(`${server.origin('id')}/**`);
  await fillSignIn(officer, AMINA, PLAY_PASSWORD);
  await officer.waitForURL(bank('/auth/logout'));
  await says(officer, 'You have been logged out. Please login to continue.');
  await says(officer, `You are signed in as ${AMINA}. This account cannot open the bank app.`);
  assert.deepEqual(await storedNames(officer), [], 'nothing of her stays in the bank app');
  await checkScreen(officer, '42-another-app');
  await officer.getByRole('link', { name: 'Use another account' }).click();
  await officer.waitForURL(`${server.origin('id')}/**`);
  await fillSignIn(officer, RUTH, PLAY_PASSWORD);
  await landing(officer);
  // Both renew their tokens, and open a second tab without a question.
  const tokenOf = (tab: Page) => tab.evaluate(() => localStorage.getItem('JWT_TOKEN'));
  for (const [person, home] of [
    [AMINA, merchant('/dashboard/mandates')],
    [RUTH, bank('/dashboard/mandates')],
    [AMINA, merchant('/dashboard/mandates')],
  ] as const) {
    const before = [await tokenOf(page), await tokenOf(officer)];
    await context.clock.fastForward('06:00');
    for (const [n, tab] of [page, officer].entries())
      await tab.waitForFunction(
        (old) => localStorage.getItem('JWT_TOKEN') !== old,
        before[n] ?? null,
      );
    const second = await context.newPage();
    await second.goto(home);
    await landing(second);
    assert.equal(await second.evaluate(() => localStorage.getItem('USERNAME')), person);
    await second.close();
  }
  await profileButton(page).click();
  await page.waitForURL('**/auth/logout');
  await officer.reload();
  await landing(officer);
});

test('an alert that a server is off stays on the page that follows', async (t) => {
  const { page, context } = await environment.person(t, { expects: [/401/, /503/, /CallFailed/] });
  await typeSignIn(page, environment.server, 'merchant', AMINA);
  await landing(page);
  await page.waitForLoadState('networkidle');
  const off = { status: 503, json: {}, headers: { 'access-control-allow-origin': '*' } };
  await context.route('**/protocol/openid-connect/token', (route) => route.fulfill(off));
  await context.route('**/api/v1/**', (route) =>
    route.fulfill({ status: 401, json: { code: 'NOT_SIGNED_IN', title: 'Please sign in' } }),
  );
  await page.getByRole('link', { name: 'Products' }).click();
  await page.waitForURL('**/auth/logout');
  await says(page, 'Sorry, server is off. Please contact system administrator.');
});

test('a document that is gone leads to the 404 page', async (t) => {
  const { page, context } = await environment.person(t, { expects: [/404/, /CallFailed/] });
  await typeSignIn(page, environment.server, 'operator', 'olivia@operator.example');
  await landing(page);
  await page.getByRole('link', { name: 'Merchants' }).click();
  await page
    .getByRole('table', { name: 'Merchants' })
    .getByRole('link', { name: 'Nile Traders' })
    .first()
    .click();
  await page.getByRole('img', { name: 'Logo' }).waitFor();
  await context.route('**/api/v1/files/*', (route) =>
    route.fulfill({ status: 404, json: { code: 'NOT_FOUND', title: 'Gone' } }),
  );
  await page
    .getByRole('button', { name: /^Save .*\.pdf$/ })
    .first()
    .click();
  await page.waitForURL('**/auth/404');
});

test('every request of the app to our own servers names its domain, but for the list of banks', async (t) => {
  const { page, context } = await environment.person(t);
  const seen: { address: string; domain: string | undefined }[] = [];
  context.on('request', (request) => {
    const isCall = ['fetch', 'xhr'].includes(request.resourceType());
    if (!isCall || request.method() === 'OPTIONS') return;
    const address = `${request.method()} ${new URL(request.url()).pathname}`;
    seen.push({ address, domain: request.headers()['application-domain'] });
  });
  await page.goto(merchant('/dashboard/mandates'));
  await page.waitForURL('**/auth/logout');
  await typeSignIn(page, environment.server, 'merchant', AMINA);
  await landing(page);
  await page.getByRole('link', { name: 'Customers' }).click();
  await heading(page, 'Customers');
  await profileButton(page).click();
  await page.waitForURL('**/auth/logout');
  const realm = 'realms/tegeka';
  for (const expected of [
    `GET /${realm}/.well-known/openid-configuration`,
    `POST /${realm}/protocol/openid-connect/token`,
    `POST /${realm}/protocol/openid-connect/logout`,
    'GET /identity/api/v1/users/currentuser',
  ])
    assert.ok(
      seen.some(({ address }) => address === expected),
      `${expected} is called`,
    );
  for (const { address, domain } of seen)
    assert.equal(domain, address === 'GET /api/v1/banks' ? undefined : 'MERCHANT', address);
});
