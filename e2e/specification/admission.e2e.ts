import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../environment/http-call.ts';
import { landing, says } from '../steps/screen-steps.ts';
import {
  enterAs,
  makeOrganization,
  merchantNamed,
  organizationOf,
  personOf,
  storedIn,
  storedRecord,
} from './outside-people.ts';
import { proves } from './proof-report.ts';
import { openOutsideEnvironment } from './proof-stage.ts';

const environment = openOutsideEnvironment();

const path = (address: string) => new URL(address).pathname;

test('an officer whose bank is not on the platform is shown the 404 page', async (t) => {
  const { page } = await environment.person(t, { expects: [/404 .*\/banks\/organization-id\//] });
  const organizationId = await makeOrganization(environment, 'bank');
  await enterAs(environment, page, 'bank', personOf('bank', organizationId));
  assert.equal(path(page.url()), '/auth/404');
  await page.getByText('Sorry, page not found').waitFor();
});

test('somebody whom another app admits is logged out of the app that was opened', async (t) => {
  const organization = await organizationOf(environment, 'operator');
  const nile = await merchantNamed(environment, 'Nile Traders');
  for (const [app, name, person, ids] of [
    [
      'merchant',
      'the business app',
      personOf('operator', organization),
      ['4.1.2.domain', '6.domain'] as const,
    ],
    [
      'operator',
      'Tegeka Operations',
      personOf('merchant', nile.organizationId),
      ['4.1.2.domain'] as const,
    ],
  ] as const) {
    const { page, leave } = await environment.person(t);
    await enterAs(environment, page, app, person);
    await page.waitForURL(`${environment.server.origin(app)}/auth/logout`);
    assert.deepEqual(await storedIn(page), {}, `${app} keeps nothing of ${person.email}`);
    await says(page, 'You have been logged out. Please login to continue.');
    await page
      .getByText(`You are signed in as ${person.email}. This account cannot open ${name}.`)
      .waitFor();
    assert.equal(environment.provider.person, person, 'the session at the provider goes on');
    await page.getByText(/your sign-in service first asks you to sign out/).waitFor();
    await page.getByRole('link', { name: 'Use another account' }).click();
    await page.getByRole('heading', { name: 'Do you want to log out?' }).waitFor();
    proves(t, ...ids);
    await leave();
  }
});

test('somebody of no organization, of CONSUMER or ACH is logged out', async (t) => {
  const consumers = await makeOrganization(environment, 'consumer');
  const clearing = await makeOrganization(environment, 'ach');
  for (const [app, person, ids] of [
    ['merchant', personOf('merchant', null), ['4.1.2.organization'] as const],
    ['operator', personOf('operator', null), ['8.not-admitted'] as const],
    ['consumer', personOf('consumer', consumers), ['4.1.2.consumer', '1.domains'] as const],
    ['ach', personOf('ach', clearing), ['4.1.2.ach'] as const],
  ] as const) {
    const { page, leave } = await environment.person(t, { expects: [/403 .*\/currentuser/] });
    await enterAs(environment, page, app, person);
    await page.waitForURL(`${environment.server.origin(app)}/auth/logout`);
    assert.deepEqual(await storedIn(page), {}, `${app} keeps nothing of ${person.email}`);
    assert.equal(environment.provider.person, null, 'logged out at the provider as well');
    proves(t, ...ids);
    await leave();
  }
});

test('the shipped realm signs in an administrator of each domain, with all of its permissions', async (t) => {
  const nile = await merchantNamed(environment, 'Nile Traders');
  const stanbic = await environment.sql(
    'select organization_id from banks where organization_id is not null limit 1',
  );
  for (const [app, organizationId, permission] of [
    ['operator', await organizationOf(environment, 'operator'), 'clearing.write'],
    ['bank', String(fieldsOf(stanbic[0])['organization_id']), 'approvals.decide'],
    ['merchant', nile.organizationId, 'transactions.write'],
  ] as const) {
    const { page, leave } = await environment.person(t);
    const person = personOf(app, organizationId, { roles: [`${app}-administrator`] });
    await enterAs(environment, page, app, person);
    await landing(page);
    const stored = fieldsOf(await storedRecord(page, 'CURRENT_USER'))['roles'];
    assert.ok(Array.isArray(stored) && stored.includes(permission), `${app}: ${String(stored)}`);
    await leave();
  }
});

test('somebody of several domains is admitted to each of them', async (t) => {
  const { page } = await environment.person(t);
  const nile = await merchantNamed(environment, 'Nile Traders');
  const person = personOf('merchant', nile.organizationId, { domainName: ['BANK', 'MERCHANT'] });
  await enterAs(environment, page, 'merchant', person);
  assert.equal(path(page.url()), '/dashboard/mandates');
});

test('signed out, an unknown path below the dashboard is an unknown page', async (t) => {
  const { page } = await environment.person(t);
  environment.provider.person = null;
  // The second one is a page of the operator's app only.
  for (const unknown of ['/dashboard/nothing', '/dashboard/banks', '/dashboard/customers/x/y/z']) {
    await page.goto(`${environment.server.origin('merchant')}${unknown}`);
    await page.waitForURL('**/auth/404');
  }
});
