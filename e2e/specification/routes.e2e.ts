import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { heading, says, titled } from '../steps/screen-words.ts';
import type { App } from '../environment/server-process.ts';
import {
  enterAs,
  makeOrganization,
  merchantNamed,
  organizationOf,
  personOf,
} from './outside-people.ts';
import { proves } from './proof-mark.ts';
import { openOutsideEnvironment } from './proof-stage.ts';

const environment = openOutsideEnvironment();

const SECTIONS = [
  'mandates',
  'api-keys',
  'public-keys',
  'api-documentation',
  'billing',
  'profile',
  'customers',
  'products',
  'analytics',
] as const;

const at = (app: App, path: string) => `${environment.server.origin(app)}${path}`;
const side = (page: Page) => page.getByRole('complementary', { name: 'Product' });

async function entered(t: TestContext, app: App = 'merchant') {
  const person = await environment.person(t);
  const { organizationId } =
    app === 'merchant'
      ? await merchantNamed(environment, 'Nile Traders')
      : { organizationId: await organizationOf(environment, app) };
  await enterAs(environment, person.page, app, personOf(app, organizationId));
  await side(person.page).waitFor();
  return person;
}

/** The signed-in shell repeats a page's title above it. */
const shows = (page: Page, words: string) =>
  page.getByRole('main').getByRole('heading', { name: words, exact: true }).waitFor();

/** Asserts where a person ends up who opens an address. */
async function landsOn(page: Page, address: string, expected: string): Promise<void> {
  await page.goto(address);
  await page.waitForURL((url) => url.pathname === expected);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  assert.equal(new URL(page.url()).pathname, expected, address);
}

test('a stranger is sent from every protected page to auth/logout', async (t) => {
  const { page } = await environment.person(t);
  for (const section of SECTIONS) {
    await landsOn(page, at('merchant', `/dashboard/${section}`), '/auth/logout');
    await says(page, 'You have been logged out. Please login to continue.');
  }
  await landsOn(page, at('merchant', '/register/business'), '/auth/logout');
  await landsOn(page, at('merchant', '/register/pending-approval'), '/auth/logout');
  proves(t, '6.stranger');
});

test('somebody who is signed in reaches every section', async (t) => {
  const { page } = await entered(t);
  for (const section of SECTIONS) {
    await landsOn(page, at('merchant', `/dashboard/${section}`), `/dashboard/${section}`);
    await side(page).waitFor();
    proves(t, `2.1.${section}.access`);
  }
  proves(t, '2.2.side');
});

test('each section is fetched when it is first opened', async (t) => {
  const { page } = await environment.person(t);
  const { organizationId } = await merchantNamed(environment, 'Nile Traders');
  await enterAs(environment, page, 'merchant', personOf('merchant', organizationId));
  await page.waitForLoadState('networkidle');
  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const section of ['customers', 'products', 'api-documentation', 'api-keys', 'public-keys']) {
    if (section === 'api-documentation')
      await nav.getByRole('button', { name: 'Settings' }).click();
    const known = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    await nav.locator(`a[href="/dashboard/${section}"]`).click();
    await page.waitForURL(`**/dashboard/${section}`);
    // The section's own code is loaded only now.
    await page.waitForFunction(
      (before) =>
        performance
          .getEntriesByType('resource')
          .some(({ name }) => name.endsWith('.js') && !before.includes(name)),
      known,
    );
  }
  proves(t, '2.1.lazy');
});

test('public pages are open to a stranger, with their titles', async (t) => {
  // With an external provider, passwords are not changed here.
  const { page } = await environment.person(t, { expects: [/404 .*\/users\/reset-password/] });
  for (const [path, title, id] of [
    ['/auth/logout', 'Logout', '2.1.auth-logout.access'],
    ['/auth/404', 'Sorry, page not found', '2.1.auth-404.access'],
    ['/auth/403', 'Sorry, unauthorized access', '2.1.auth-403.access'],
    ['/register/user', 'Create Account', '2.1.register-user.access'],
    ['/reset-password', 'Reset Password', '2.1.reset-password.access'],
  ] as const) {
    await page.goto(at('merchant', path));
    await page.waitForLoadState('networkidle');
    assert.equal(new URL(page.url()).pathname, path);
    await titled(page, title);
    proves(t, id);
  }
  await page.goto(at('merchant', '/auth/login'));
  await heading(page, 'Who are you?');
  proves(t, '2.1.auth-login.access');
});

test('short addresses lead to their pages', async (t) => {
  const { page } = await environment.person(t);
  const passed: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) passed.push(new URL(request.url()).pathname);
  });
  await page.goto(at('merchant', '/'));
  await heading(page, 'Who are you?');
  assert.deepEqual(passed.slice(0, 2), ['/', '/auth/login']);
  proves(t, '2.1.root');
  await landsOn(page, at('merchant', '/register'), '/register/user');
  proves(t, '2.1.register');
});

test('an unknown path leads to auth/404, with or without a session', async (t) => {
  const { page: stranger } = await environment.person(t);
  const { page } = await entered(t);
  for (const path of ['/nothing', '/auth/nothing', '/register/nothing', '/dashboard/nothing']) {
    await landsOn(page, at('merchant', path), '/auth/404');
    await shows(page, 'Sorry, page not found');
  }
  environment.provider.person = null;
  for (const path of ['/nothing', '/register/nothing/at/all'])
    await landsOn(stranger, at('merchant', path), '/auth/404');
  proves(t, '2.1.unknown');
});

test('a 404 of a navigation or a data load leads to auth/404', async (t) => {
  const { page, expects } = await entered(t);
  expects(/404/, /CallFailed/);
  const end = environment.proxy.networkFault(/GET \/api\/v1\/merchants\//, {
    kind: 'status',
    status: 404,
  });
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('button', { name: 'Settings' }).click();
  await nav.getByRole('link', { name: 'Business Profile' }).click();
  await page.waitForURL('**/auth/404');
  await shows(page, 'Sorry, page not found');
  proves(t, '2.1.not-found.navigation');
  await landsOn(page, at('merchant', '/dashboard/profile'), '/auth/404');
  end();
  proves(t, '2.1.not-found.data', '8.404');
});

test('registration and pending approval are for signed-in people, with their titles', async (t) => {
  const { page } = await environment.person(t, { expects: [/404 .*\/merchants\/organization\//] });
  const organizationId = await makeOrganization(environment, 'merchant');
  await enterAs(environment, page, 'merchant', personOf('merchant', organizationId));
  await landsOn(page, at('merchant', '/register/business'), '/register/business');
  await titled(page, 'Register Business');
  await heading(page, 'Register your Business');
  proves(t, '2.1.register-business.title', '2.1.register-business.access');
  const { page: waiting } = await environment.person(t);
  const clinic = await merchantNamed(environment, 'Kololo Clinic');
  await enterAs(environment, waiting, 'merchant', personOf('merchant', clinic.organizationId));
  await landsOn(
    waiting,
    at('merchant', '/register/pending-approval'),
    '/register/pending-approval',
  );
  await titled(waiting, 'Pending Approval');
  proves(t, '2.1.pending-approval.title', '2.1.pending-approval.access');
});

test('a page that declares roles is open to those who have every one of them', async (t) => {
  const organizationId = await organizationOf(environment, 'operator');
  const inbox = at('operator', '/dashboard/approval-requests');
  for (const [roles, expected] of [
    [['OPERATOR'], '/auth/403'],
    [['OPERATOR', 'approvals.decide'], '/auth/403'],
    [['OPERATOR', 'approvals.read'], '/dashboard/approval-requests'],
  ] as const) {
    const { page, leave } = await environment.person(t);
    await enterAs(environment, page, 'operator', personOf('operator', organizationId, { roles }));
    await landsOn(page, inbox, expected);
    if (expected === '/auth/403') await shows(page, 'Sorry, unauthorized access');
    await leave();
  }
  const { organizationId: nile } = await merchantNamed(environment, 'Nile Traders');
  const book = '/dashboard/customers';
  for (const [roles, path, expected] of [
    [['MERCHANT', 'customers.read'], book, book],
    [['MERCHANT', 'customers.read'], `${book}/new`, '/auth/403'],
    [['MERCHANT', 'customers.write'], `${book}/new`, '/auth/403'],
    [['MERCHANT', 'customers.read', 'customers.write'], `${book}/new`, `${book}/new`],
  ] as const) {
    const { page, leave } = await environment.person(t);
    await enterAs(environment, page, 'merchant', personOf('merchant', nile, { roles }));
    await landsOn(page, at('merchant', path), expected);
    await leave();
  }
  proves(t, '6.required-roles', '8.unauthorized', '2.1.auth-403.content');
});
