import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, httpCall } from '../environment/http-call.ts';
import { says, titled } from '../steps/screen-steps.ts';
import {
  enterAs,
  makeOrganization,
  merchantNamed,
  openAs,
  organizationOf,
  personOf,
  storedIn,
  storedRecord,
} from './outside-people.ts';
import { proves } from './proof-report.ts';
import { openOutsideEnvironment } from './proof-stage.ts';

const environment = openOutsideEnvironment();

const STORED = 'CURRENT_USER JWT_TOKEN LAST_ACTIVITY REFRESH_TOKEN USERNAME currentOrganization';
const path = (address: string) => new URL(address).pathname;

test('a person is sent to the provider, with PKCE, and their profile and roles are loaded', async (t) => {
  const { page } = await environment.person(t);
  const person = personOf('operator', await organizationOf(environment, 'operator'));
  environment.proxy.forget();
  environment.provider.person = person;
  await page.goto(environment.server.origin('operator'));
  await page.waitForURL('**/dashboard/mandates');
  const asked = environment.provider.requests.at(-1) ?? {};
  assert.equal(asked['response_type'], 'code');
  assert.equal(asked['code_challenge_method'], 'S256');
  assert.match(asked['code_challenge'] ?? '', /^[\w-]{43}$/);
  assert.equal(asked['client_id'], 'tegeka-web');
  const exchanged = environment.provider.exchanges.at(-1) ?? {};
  assert.equal(exchanged['grant_type'], 'authorization_code');
  assert.match(exchanged['code_verifier'] ?? '', /^[\w.~-]{43,128}$/);
  proves(t, '1.single-sign-on', '4.1.1.redirect', '7.provider');
  const [first] = environment.proxy.seen;
  assert.equal(first?.address, '/identity/api/v1/users/currentuser');
  const token = (await storedIn(page))['JWT_TOKEN'];
  assert.equal(first.headers.authorization, `Bearer ${token}`);
  assert.deepEqual(fieldsOf(await storedRecord(page, 'CURRENT_USER'))['roles'], person.roles);
  proves(t, '4.1.1.load', '6.roles.token', '3.user.roles', '1.landing');
});

test('an operator enters as the platform itself, with a fixed name and logo', async (t) => {
  const { page } = await environment.person(t);
  const organizationId = await organizationOf(environment, 'operator');
  const person = personOf('operator', organizationId);
  await enterAs(environment, page, 'operator', person);
  assert.equal(path(page.url()), '/dashboard/mandates');
  assert.deepEqual(await storedRecord(page, 'currentOrganization'), {
    organizationId,
    organizationName: 'Tegeka Operations',
    logoUrl: '/logo.svg',
  });
  const side = page.getByRole('complementary', { name: 'Product' });
  const profile = side.getByTitle('Log out');
  assert.match(await profile.innerText(), /^Joan\s+Tegeka\b/);
  await profile.locator('img[src="/logo.svg"]').waitFor();
  proves(t, '4.1.3.operator', '3.organization', '1.sidebar.profile');
});

test('an active business enters its dashboard, and its ids are stored', async (t) => {
  const { page } = await environment.person(t);
  const nile = await merchantNamed(environment, 'Nile Traders');
  const person = personOf('merchant', nile.organizationId);
  environment.proxy.forget();
  await enterAs(environment, page, 'merchant', person);
  assert.equal(path(page.url()), '/dashboard/mandates');
  const calls = environment.proxy.seen.map(({ method, address }) => `${method} ${address}`);
  assert.ok(calls.includes(`GET /api/v1/merchants/organization/${nile.organizationId}`));
  proves(t, '4.1.3.merchant.lookup', '7.merchant', '7.current-user');
  const { email, firstName, lastName, roles } = person;
  assert.deepEqual(await storedRecord(page, 'CURRENT_USER'), {
    organizationId: nile.organizationId,
    merchantId: nile.id,
    email,
    firstName,
    lastName,
    roles,
  });
  const { organizationId, organizationName, logoUrl } = fieldsOf(
    await storedRecord(page, 'currentOrganization'),
  );
  assert.deepEqual([organizationId, organizationName], [nile.organizationId, 'Nile Traders']);
  assert.match(String(logoUrl), /^\/api\/v1\//);
  proves(t, '4.1.3.merchant.active', '3.merchant.id', '3.session.user', '3.session.organization');
  const stored = await storedIn(page);
  assert.equal(Object.keys(stored).toSorted().join(' '), STORED);
  assert.equal(stored['USERNAME'], email);
  assert.equal(stored['JWT_TOKEN']?.split('.').length, 3);
  assert.ok(stored['REFRESH_TOKEN']);
  proves(t, '9.storage.token', '9.storage.refresh', '9.storage.name', '9.storage.user');
  proves(t, '9.storage.organization', '3.session.token');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  proves(t, '4.1.4');
});

test('a business in any other state enters at pending-approval', async (t) => {
  const { page } = await environment.person(t);
  const clinic = await merchantNamed(environment, 'Kololo Clinic');
  const person = personOf('merchant', clinic.organizationId);
  for (const [state, id] of [
    ['PENDING_APPROVAL', '4.1.3.merchant.pending'],
    ['ACTION_REQUIRED', '4.1.3.merchant.action'],
    ['SUSPENDED', '4.1.3.merchant.suspended'],
    ['REJECTED', '4.1.3.merchant.rejected'],
  ] as const) {
    await environment.sql(`update merchants set state = '${state}' where id = '${clinic.id}'`);
    await openAs(environment, page, 'merchant', person);
    assert.equal(path(page.url()), '/register/pending-approval');
    await page.getByRole('heading', { level: 2 }).waitFor();
    assert.equal('merchantId' in fieldsOf(await storedRecord(page, 'CURRENT_USER')), false);
    assert.equal(await storedRecord(page, 'currentOrganization'), null, 'stored once it is active');
    proves(t, id);
  }
});

test('a business that is gone when its review is looked at again leads to auth/404', async (t) => {
  const lookup = '/merchants/organization/';
  const { page } = await environment.person(t, { expects: [new RegExp(`404 .*${lookup}`)] });
  const clinic = await merchantNamed(environment, 'Kololo Clinic');
  const waiting = `update merchants set state = 'PENDING_APPROVAL' where id = '${clinic.id}'`;
  await environment.sql(waiting);
  await openAs(environment, page, 'merchant', personOf('merchant', clinic.organizationId));
  await page.getByRole('heading', { name: 'Business verification in progress' }).waitFor();
  await page.route(`**${lookup}*`, (route) =>
    route.fulfill({ status: 404, json: { code: 'NOT_FOUND', title: 'Gone' } }),
  );
  // The person comes back to the tab.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await page.waitForURL('**/auth/404');
});

test('a business that is not registered yet enters the registration, and its details are kept', async (t) => {
  const { page } = await environment.person(t, { expects: [/404 .*\/merchants\/organization\//] });
  const organizationId = await makeOrganization(environment, 'merchant');
  await enterAs(environment, page, 'merchant', personOf('merchant', organizationId));
  assert.equal(path(page.url()), '/register/business');
  assert.deepEqual(fieldsOf(await storedRecord(page, 'CURRENT_USER'))['registration'], {
    firstName: 'Joan',
    lastName: 'Atim',
    businessName: 'Lake Stores Limited',
    organizationId,
    phoneNumber: '+256772345678',
    email: 'joan@merchant.example',
  });
  proves(t, '4.1.3.merchant.none', '8.merchant-404', '3.carried');
});

test('a bank officer enters with the profile of the bank', async (t) => {
  const { page } = await environment.person(t);
  const organizationId = await organizationOf(environment, 'bank');
  environment.proxy.forget();
  await enterAs(environment, page, 'bank', personOf('bank', organizationId));
  assert.equal(path(page.url()), '/dashboard/mandates');
  const address = `/api/v1/banks/organization-id/${organizationId}`;
  const call = environment.proxy.seen.find((seen) => seen.address === address);
  assert.equal(call?.method, 'GET');
  assert.equal(call.headers['application-domain'], 'BANK');
  const headers = { authorization: call.headers.authorization ?? '' };
  const answer = await httpCall(environment.server, 'bank', address, { headers });
  const { id, name, logoUrl, organizationId: own, ...rest } = fieldsOf(answer.json);
  assert.deepEqual([own, rest], [organizationId, {}]);
  assert.equal(fieldsOf(await storedRecord(page, 'CURRENT_USER'))['bankId'], id);
  assert.deepEqual(await storedRecord(page, 'currentOrganization'), {
    organizationId,
    organizationName: name,
    logoUrl,
  });
  proves(t, '4.1.3.bank', '7.bank', '3.bank-profile');
});

test('a sign-in that the provider refuses is told in the specified words', async (t) => {
  const { page } = await environment.person(t, { expects: [/400 .*\/token/] });
  for (const [error, text, id] of [
    [
      'invalid_grant',
      'Sorry, You are not authorised to login. Please contact the administrator.',
      '8.invalid-grant',
    ],
    ['server_error', 'Sorry, our server encountered an error. Please try again.', '8.login-error'],
  ] as const) {
    environment.provider.person = personOf(
      'operator',
      await organizationOf(environment, 'operator'),
    );
    environment.provider.refuseNext(error);
    await page.goto(environment.server.origin('operator'));
    await says(page, text);
    proves(t, id);
  }
});

test('a check on load that fails is told on the logout page', async (t) => {
  const { page } = await environment.person(t, { expects: [/400 .*\/token/] });
  const person = personOf('operator', await organizationOf(environment, 'operator'));
  for (const [error, text] of [
    ['invalid_grant', 'Sorry, You are not authorised to login. Please contact the administrator.'],
    ['server_error', 'Sorry, our server encountered an error. Please try again.'],
  ] as const) {
    environment.provider.person = person;
    environment.provider.refuseNext(error);
    await page.goto(`${environment.server.origin('operator')}/dashboard/banks`);
    await page.waitForURL('**/auth/logout');
    await says(page, text);
  }
  environment.provider.person = null;
  await page.goto(`${environment.server.origin('operator')}/dashboard/banks`);
  await page.waitForURL('**/auth/logout');
  await page.getByText('You have not signed in here yet, or your session has ended.').waitFor();
});

test('auth/login shows a loader and says to wait while the profile is looked up', async (t) => {
  const { page } = await environment.person(t);
  environment.provider.person = personOf('operator', await organizationOf(environment, 'operator'));
  const end = environment.proxy.networkFault(/\/currentuser$/, { kind: 'slow', ms: 1500 });
  await page.goto(environment.server.origin('operator'));
  await page.waitForURL('**/auth/login');
  await says(page, 'Please wait...');
  const loader = page.locator('main :has(> output) > [aria-hidden=true]');
  assert.ok((await loader.boundingBox())?.width, 'a loader is shown');
  await titled(page, 'Login');
  proves(t, '2.1.auth-login.title', '2.1.auth-login.content');
  end();
  await page.waitForURL('**/dashboard/mandates');
});
