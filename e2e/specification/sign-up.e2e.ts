import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissionsOf } from '@tegeka/contract/kit/permissions.ts';
import type { Page } from 'playwright-core';
import { enterCode, fillPersonalInfo, phoneAddress, typeSignIn } from '../steps/account-steps.ts';
import { fieldsOf, httpCall } from '../environment/http-call.ts';
import type { SeenCall } from '../environment/http-proxy.ts';
import { codeFor } from '../environment/outbox-read.ts';
import { hasBack, heading, next, says } from '../steps/screen-steps.ts';
import { proves } from './proof-report.ts';
import { openProofEnvironment } from './proof-stage.ts';

const environment = openProofEnvironment();

const JOAN = {
  email: 'joan@lake-stores.example',
  phone: '0772640001',
  firstName: 'Joan',
  lastName: 'Atim',
  businessName: 'Lake Stores Limited',
  password: 'basket-thunder-orange',
};
const IDENTITY = '/identity/api/v1';
const CODE = `${IDENTITY}/auth/public/sec-token`;

/** The latest call whose path begins with this text. */
function lastCall(method: string, address: string): SeenCall {
  const call = environment.proxy.seen.findLast(
    (seen) => seen.method === method && seen.address.startsWith(address),
  );
  assert.ok(call, `${method} ${address} was called`);
  return call;
}

const sent = (call: SeenCall): unknown => JSON.parse(call.body.toString());
const given = (call: SeenCall) => fieldsOf(JSON.parse(call.answer?.text ?? 'null'));
const codeState = (page: Page) => page.locator('[data-state]').first().getAttribute('data-state');
const answerSoon = { kind: 'slow', ms: 900 } as const;

/** Asserts that every call of the browser so far has the headers of section 6. */
async function carriesHeaders(page: Page): Promise<void> {
  const cookies = await page.context().cookies(environment.server.origin('merchant'));
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value;
  assert.ok(token, 'there is a cookie');
  for (const { method, address, headers } of environment.proxy.seen) {
    const call = `${method} ${address}`;
    const banks = address === '/api/v1/banks';
    assert.equal(headers['application-domain'], banks ? undefined : 'MERCHANT', call);
    assert.equal(headers['x-xsrf-token'], method === 'GET' ? undefined : token, call);
  }
}

test('an account is created by the specified calls, with what they carry', async (t) => {
  const { page, expects } = await environment.person(t);
  const { proxy, server } = environment;
  await page.goto(`${server.origin('merchant')}/register/user`);
  const email = page.getByPlaceholder('Your business email', { exact: true });
  assert.equal(await page.getByRole('textbox').count(), 1, 'one input');
  await next(page).click();
  await says(page, 'Sorry, an invalid email entered. Check the phone and try again.');
  proves(t, '5.email.required', '2.4.email.input', '4.3.form.error');
  await email.fill(JOAN.email);
  const slow = proxy.networkFault(/email-exists/, answerSoon);
  await next(page).click();
  await page.locator('main button[data-loading=true]:disabled').waitFor();
  proves(t, '4.3.form.submitting');
  await heading(page, 'Verify your Email');
  slow();
  const exists = lastCall('GET', `${IDENTITY}/users/email-exists`);
  assert.equal(
    exists.address,
    `${IDENTITY}/users/email-exists?email=${encodeURIComponent(JOAN.email)}`,
  );
  assert.equal(given(exists)['exists'], false);
  proves(t, '7.email-exists');
  assert.deepEqual(sent(lastCall('POST', CODE)), { identifier: JOAN.email, tokenType: 'OTP' });
  proves(t, '7.code.send', '7.code.otp');
  assert.equal(await hasBack(page), true);
  assert.equal(await codeState(page), 'DEFAULT');
  await page.evaluate(() => {
    addEventListener('server-error', (event) => {
      document.body.dataset['told'] = JSON.stringify('detail' in event ? event.detail : null);
    });
  });
  expects(/500/);
  const broken = proxy.networkFault(/sec-token\/verify/, { kind: 'status', status: 500 });
  const box = page.getByRole('textbox', { name: 'Verification code' });
  await box.fill('11111');
  await page.getByRole('alert').getByText('E500', { exact: true }).waitFor();
  assert.equal(await codeState(page), 'ERROR');
  assert.equal(await page.locator('body').getAttribute('data-told'), '{"status":500}');
  broken();
  proves(t, '8.code-verify', '4.3.code.error');
  const late = proxy.networkFault(/sec-token\/verify/, answerSoon);
  const code = await codeFor(server, JOAN.email);
  // The waits begin before the input: the second state is shown only for a moment.
  await Promise.all([
    page.locator('[data-state=PROCESSING]').first().waitFor(),
    page.locator('[data-state=SUCCESS]').first().waitFor(),
    box.fill(code),
  ]);
  late();
  proves(t, '4.3.code.default', '4.3.code.processing', '4.3.code.success', '2.8.code');
  await heading(page, 'Enter your Phone Number');
  const verify = lastCall('POST', `${CODE}/verify`);
  assert.deepEqual(sent(verify), { token: code, identifier: JOAN.email, tokenType: 'OTP' });
  assert.equal(given(verify)['message'], 'valid');
  proves(t, '7.code.verify', '7.code.valid', '9.code-length');
  assert.equal(await hasBack(page), true);
  await page.getByRole('textbox').fill(JOAN.phone);
  await next(page).click();
  await heading(page, 'Verify Phone Number');
  const phone = lastCall('GET', `${IDENTITY}/users/phone-exists`);
  assert.equal(phone.address, `${IDENTITY}/users/phone-exists?phoneNumber=0772640001`);
  assert.equal(given(phone)['exists'], false);
  proves(t, '7.phone-exists', '5.phone.leading-0');
  const identifier = '+256772640001';
  assert.deepEqual(sent(lastCall('POST', CODE)), { identifier, tokenType: 'OTP' });
  proves(t, '7.code.identifier');
  assert.equal(await hasBack(page), true);
  await enterCode(page, server, phoneAddress(JOAN));
  await heading(page, 'Create Account');
  assert.equal(await hasBack(page), true);
  proves(t, '2.4.back.others');
  await fillPersonalInfo(page, JOAN);
  await next(page).click();
  await heading(page, 'Your account was created!');
  const { firstName, lastName, businessName, password } = JOAN;
  assert.deepEqual(sent(lastCall('POST', `${IDENTITY}/users/merchant-rep-account`)), {
    firstName,
    lastName,
    businessName,
    password,
    email: JOAN.email,
    phoneNumber: { countryCode: '256', region: 'UG', subscriberNumber: 772640001 },
    isAdmin: true,
    domainName: 'MERCHANT',
  });
  proves(
    t,
    '7.representative',
    '3.representative',
    '3.representative.admin',
    '2.4.personal.submit',
  );
  proves(t, '3.draft.email', '3.draft.phone', '9.phone');
  const [account] = await environment.sql(
    `select permissions from accounts where email = '${JOAN.email}'`,
  );
  assert.deepEqual(fieldsOf(account)['permissions'], permissionsOf('MERCHANT'));
  proves(t, '6.admin');
  await carriesHeaders(page);
  proves(t, '6.application-domain', '6.csrf', '6.csrf.get');
});

test('the new account signs in with a form of username and password', async (t) => {
  const { page } = await environment.person(t, {
    // A code for this email was sent a moment ago.
    expects: [/404 .*\/merchants\/organization\//, /429 .*\/sec-token/],
  });
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await typeSignIn(page, environment.server, 'merchant', JOAN.email, JOAN.password);
  const form = await posted;
  assert.equal(form.headers()['content-type'], 'application/x-www-form-urlencoded');
  const fields = new URLSearchParams(form.postData() ?? '');
  assert.deepEqual([fields.get('username'), fields.get('password')], [JOAN.email, JOAN.password]);
  proves(t, '7.password');
  await page.waitForURL('**/register/business');
  proves(t, '4.2.account');
  const call = lastCall('GET', `${IDENTITY}/users/currentuser`);
  const { attributes, firstName, lastName, email, roles } = given(call);
  assert.deepEqual([firstName, lastName, email], ['Joan', 'Atim', JOAN.email]);
  const { organizationId, ...others } = fieldsOf(attributes);
  assert.deepEqual(others, {
    domainName: ['MERCHANT'],
    businessName: [JOAN.businessName],
    phoneNumber: ['+256772640001'],
  });
  assert.ok(Array.isArray(organizationId) && organizationId.length === 1);
  assert.ok(Array.isArray(roles) && roles.includes('MERCHANT'));
  proves(t, '3.user');
  assert.match(String(call.headers.authorization), /^Bearer [\w.-]+$/);
  proves(t, '6.bearer');
  environment.proxy.forget();
  await page.goto(`${environment.server.origin('merchant')}/reset-password`);
  await page.waitForLoadState('networkidle');
  const asked = lastCall('GET', `${IDENTITY}/users/reset-password`);
  assert.equal(asked.headers.authorization, undefined);
  assert.equal(asked.headers['application-domain'], 'MERCHANT');
  proves(t, '6.bearer.reset');
  await page.getByRole('main').getByLabel('Email').fill(JOAN.email);
  await page.getByRole('button', { name: 'Next' }).click();
  await heading(page, 'Verify your Email');
  const reset = { identifier: JOAN.email, tokenType: 'PASSWORD_RESET' };
  assert.deepEqual(sent(lastCall('POST', CODE)), reset);
  proves(t, '7.code.reset', '2.1.reset-password.section');
});

test('the API is described in a file of its own for the sandbox', async (t) => {
  const sandbox = await httpCall(environment.server, 'merchant', '/openapi/sandbox.json');
  assert.equal(sandbox.status, 200);
  assert.equal(typeof fieldsOf(sandbox.json)['openapi'], 'string');
  assert.equal(
    (await httpCall(environment.server, 'merchant', '/openapi/production.json')).status,
    404,
  );
  proves(t, '9.api-file.sandbox');
  const roles = '"enum":["OPERATOR","ACH","BANK","MERCHANT","CONSUMER"]';
  assert.ok(JSON.stringify(sandbox.json).includes(roles), 'every call is of one of five domains');
  proves(t, '3.roles', '6.roles');
});

test('each linked document is the PDF of its date', async (t) => {
  for (const [name, id] of [
    ['merchant-agreement-2024-06-24', '9.document.terms'],
    ['privacy-policy-2024-04-30', '9.document.privacy'],
    ['consumer-protection-policy-2025-02-10', '9.document.consumer'],
  ] as const) {
    const answer = await httpCall(environment.server, 'merchant', `/documents/${name}.pdf`);
    assert.equal(answer.headers['content-type'], 'application/pdf');
    assert.ok(answer.text.startsWith('%PDF-'));
    proves(t, id);
  }
});
