import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { goInApp, heading, says } from '../steps/screen-steps.ts';
import type { App } from '../environment/server-process.ts';
import { merchantNamed, openAs, organizationOf, personOf } from './outside-people.ts';
import { proves } from './proof-report.ts';
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

async function entered(t: TestContext, app: App = 'merchant', roles?: readonly string[]) {
  const person = await environment.person(t);
  const { organizationId } =
    app === 'merchant'
      ? await merchantNamed(environment, 'Nile Traders')
      : { organizationId: await organizationOf(environment, app) };
  const somebody = personOf(app, organizationId, roles && { roles });
  await openAs(environment, person.page, app, somebody);
  await side(person.page).waitFor();
  return person;
}

/** The signed-in shell repeats a page's title above it. */
const shows = (page: Page, text: string) =>
  page.getByRole('main').getByRole('heading', { name: text, exact: true }).waitFor();

/** Asserts the page that a navigation within the app leads to. */
async function leadsTo(page: Page, path: string, expected: string): Promise<void> {
  await goInApp(page, path);
  await page.waitForURL((url) => url.pathname === expected);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  assert.equal(new URL(page.url()).pathname, expected, path);
}

/** Asserts the page that a typed address leads to. */
async function landsOn(page: Page, address: string, expected: string): Promise<void> {
  await page.goto(address);
  await page.waitForURL((url) => url.pathname === expected);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

test('a stranger is sent from every protected page to auth/logout', async (t) => {
  const { page } = await environment.person(t);
  for (const path of ['/dashboard/mandates', '/register/business']) {
    await landsOn(page, at('merchant', path), '/auth/logout');
    await says(page, 'You have been logged out. Please login to continue.');
  }
  for (const section of SECTIONS) {
    await landsOnLogout(page, `/dashboard/${section}`);
    proves(t, `2.1.${section}.access`);
  }
  for (const path of ['/register/business', '/register/pending-approval'])
    await landsOnLogout(page, path);
  proves(t, '6.stranger', '2.1.register-business.access', '2.1.pending-approval.access');
});

/** Goes from a public page to a protected one, which leads to auth/logout. */
async function landsOnLogout(page: Page, path: string): Promise<void> {
  await goInApp(page, '/register/user');
  // With an external provider this page has another text.
  await heading(page, 'Create Account');
  await leadsTo(page, path, '/auth/logout');
}

/** The names of scripts that differ from the names of their sections. */
const SCRIPTS: Readonly<Record<string, string>> = {
  billing: 'billing-balance',
  customers: 'customer-labels',
  products: 'product-list',
  mandates: '-mandates-own',
};
const scriptOf = (section: string) => SCRIPTS[section] ?? section;

test('somebody who is signed in reaches every section, which is fetched when it is first opened', async (t) => {
  const { page } = await entered(t);
  // The landing page is a section as well: it is opened last, in a document that has not shown it.
  await page.goto(at('merchant', `/dashboard/${SECTIONS[1]}`));
  await side(page).waitFor();
  const isFetched = (script: string) =>
    performance
      .getEntriesByType('resource')
      .some(({ name }) => new RegExp(`/${script}-[\\w-]{7}\\.js$`).test(name));
  for (const section of [...SECTIONS.slice(2), SECTIONS[0]]) {
    const script = scriptOf(section);
    assert.equal(await page.evaluate(isFetched, script), false, `${section} is not fetched ahead`);
    await leadsTo(page, `/dashboard/${section}`, `/dashboard/${section}`);
    await page.waitForFunction(isFetched, script);
    await side(page).waitFor();
  }
  proves(t, '2.2.side', '2.1.lazy');
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
  proves(t, '2.1.root', '2.1.auth-login.access');
  await landsOn(page, at('merchant', '/register'), '/register/user');
  proves(t, '2.1.register');
});

test('an unknown path leads to auth/404, with or without a session', async (t) => {
  const { page: stranger } = await environment.person(t, { expects: [/404 .*\/nothing/] });
  const { page } = await entered(t);
  // The inbox is no page of this app.
  for (const path of ['/register/nothing', '/dashboard/nothing', '/dashboard/approval-requests']) {
    await leadsTo(page, path, '/auth/404');
    await shows(page, 'Sorry, page not found');
  }
  await landsOn(page, at('merchant', '/auth/nothing'), '/auth/404');
  environment.provider.person = null;
  for (const path of ['/nothing', '/register/nothing/at/all'])
    await landsOn(stranger, at('merchant', path), '/auth/404');
  proves(t, '2.1.unknown');
});

/** The calls that each page loads: lists, records, a profile, own data. */
const LOADS = {
  merchant: [
    ['/dashboard/profile', /GET .*\/merchants\/[\w-]+\/profile$/],
    ['/dashboard/customers', /GET .*\/customers\?/],
    [`/dashboard/customers/${randomUUID()}`, /GET .*\/customers\/[\w-]+$/],
    ['/dashboard/customers/uploads', /GET .*\/customers\/bulk/],
    [`/dashboard/customers/uploads/${randomUUID()}`, /GET .*\/customers\/bulk\/[\w-]+$/],
  ],
  operator: [
    ['/dashboard/approval-requests', /GET .*\/approval-requests\?/],
    [`/dashboard/approval-requests/${randomUUID()}`, /GET .*\/approval-requests\/[\w-]+$/],
    ['/dashboard/banks', /GET .*\/operator\/banks\?/],
    [`/dashboard/banks/${randomUUID()}`, /GET .*\/operator\/banks\/[\w-]+$/],
    ['/dashboard/merchants', /GET .*\/operator\/merchants\?/],
    [`/dashboard/merchants/${randomUUID()}`, /GET .*\/operator\/merchants\/[\w-]+$/],
  ],
} as const;

for (const app of ['merchant', 'operator'] as const) {
  test(`a 404 of a navigation or a data load of the ${app} app leads to auth/404`, async (t) => {
    const { page, expects } = await entered(t, app);
    expects(/404/, /CallFailed/);
    for (const [path, calls] of LOADS[app]) {
      const end = environment.proxy.networkFault(calls, { kind: 'status', status: 404 });
      await leadsTo(page, path, '/auth/404');
      await shows(page, 'Sorry, page not found');
      end();
      await leadsTo(page, '/dashboard/mandates', '/dashboard/mandates');
    }
    proves(t, '2.1.not-found.navigation');
    const [path, calls] = LOADS[app][0];
    environment.proxy.networkFault(calls, { kind: 'status', status: 404 });
    await landsOn(page, at(app, path), '/auth/404');
    proves(t, '2.1.not-found.data', '8.404');
  });
}

test('a page that declares roles is open to those who have every one of them', async (t) => {
  const inbox = '/dashboard/approval-requests';
  const { page: decider } = await entered(t, 'operator', ['OPERATOR', 'approvals.decide']);
  await leadsTo(decider, inbox, '/auth/403');
  await shows(decider, 'Sorry, unauthorized access');
  await says(decider, '403');
  const { page: reader } = await entered(t, 'operator', ['OPERATOR', 'approvals.read']);
  await leadsTo(reader, inbox, inbox);
  const book = '/dashboard/customers';
  const { page: looker } = await entered(t, 'merchant', ['MERCHANT', 'customers.read']);
  await leadsTo(looker, book, book);
  await leadsTo(looker, `${book}/new`, '/auth/403');
  const { page: writer } = await entered(t, 'merchant', ['MERCHANT', 'customers.write']);
  await landsOn(writer, at('merchant', `${book}/new`), '/auth/403');
  const { page: both } = await entered(t);
  await leadsTo(both, `${book}/new`, `${book}/new`);
  proves(t, '6.required-roles', '8.unauthorized', '2.1.auth-403.content');
});
