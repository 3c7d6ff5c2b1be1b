import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heading } from '../steps/screen-steps.ts';
import { httpCall } from '../environment/http-call.ts';
import { enterAs, makeOrganization, merchantNamed, personOf } from './outside-people.ts';
import { proves } from './proof-report.ts';
import { openElsewhereEnvironment } from './proof-stage.ts';

const environment = openElsewhereEnvironment({ ENVIRONMENT: 'PRODUCTION' });

test('the API and the banks can be services of other addresses, each with its own headers', async (t) => {
  const { page } = await environment.person(t, {
    expects: [/404 .*\/merchants\/organization\//],
  });
  const organizationId = await makeOrganization(environment, 'merchant');
  await enterAs(environment, page, 'merchant', personOf('merchant', organizationId));
  await heading(page, 'Register your Business');
  await page.waitForLoadState('networkidle');
  const calls = environment.api.seen.map(({ method, address }) => `${method} ${address}`);
  assert.deepEqual(calls.slice(0, 2), [
    'GET /identity/api/v1/users/currentuser',
    `GET /api/v1/merchants/organization/${organizationId}`,
  ]);
  for (const { headers } of environment.api.seen) {
    assert.match(String(headers.authorization), /^Bearer /);
    assert.equal(headers['application-domain'], 'MERCHANT');
  }
  proves(t, '7.base-address');
  assert.deepEqual(
    environment.proxy.seen,
    [],
    'nothing is called at the address of the app itself',
  );
  const banks = environment.banks.seen;
  assert.ok(banks.length > 0 && banks.every(({ address }) => address === '/api/v1/banks'));
  for (const { headers } of banks) {
    assert.equal(headers.authorization, undefined);
    assert.equal(headers['application-domain'], undefined);
  }
  proves(t, '7.banks-service', '6.bearer.banks', '6.application-domain.banks');
});

test('a change at another address is done, and carries no token against forgery', async (t) => {
  const { page } = await environment.person(t);
  const clinic = await merchantNamed(environment, 'Kololo Clinic');
  await enterAs(environment, page, 'merchant', personOf('merchant', clinic.organizationId));
  await page.getByRole('button', { name: 'Take back and change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take your registration back?' });
  const answered = page.waitForResponse(/withdrawal$/);
  await dialog.getByRole('button', { name: 'Take back' }).click();
  assert.ok((await answered).ok());
  const change = environment.api.seen.find(({ method }) => method === 'POST');
  assert.match(String(change?.headers.authorization), /^Bearer /);
  assert.equal(change?.headers['x-xsrf-token'], undefined);
  proves(t, '6.csrf.relative');
});

test('the API is described in a file of its own for production', async (t) => {
  const address = '/openapi/production.json';
  assert.equal((await httpCall(environment.server, 'merchant', address)).status, 200);
  assert.equal(
    (await httpCall(environment.server, 'merchant', '/openapi/sandbox.json')).status,
    404,
  );
  proves(t, '9.api-file.production');
});

test('where another provider keeps the accounts, nobody is offered one or a password here', async (t) => {
  const { page } = await environment.person(t);
  for (const [path, name] of [
    ['/register/user', 'Create Account'],
    ['/reset-password', 'Reset your password'],
  ] as const) {
    await page.goto(`${environment.server.origin('merchant')}${path}`);
    await heading(page, name);
    await page.getByText(/kept by another sign-in service/).waitFor();
    assert.equal(await page.getByRole('textbox').count(), 0);
    await page.getByRole('link', { name: 'Go to the sign-in page' }).waitFor();
  }
  await page.goto(environment.server.origin());
  await page.getByText(environment.provider.issuer).waitFor();
  assert.doesNotMatch(await page.getByRole('main').innerText(), /password is|@/);
});
