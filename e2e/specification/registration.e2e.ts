import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { keptInBrowser } from '../environment/browser-storage.ts';
import { fieldsOf } from '../environment/http-call.ts';
import type { SeenCall } from '../environment/http-proxy.ts';
import {
  choose,
  fillAccount,
  fillAddress,
  fillBusinessInfo,
  goOn,
} from '../steps/registration-steps.ts';
import { checkScreen } from '../steps/screen-check.ts';
import { hasBack, heading, next, says } from '../steps/screen-steps.ts';
import { enterAs, makeOrganization, personOf } from './outside-people.ts';
import { proves } from './proof-report.ts';
import { openOutsideEnvironment } from './proof-stage.ts';
import { keepsSpecifiedDraft, provesSubmission } from './submission-proof.ts';

const environment = openOutsideEnvironment();

const BANKS = /GET \/api\/v1\/banks$/;
const SETTING = '/identity/api/v1/settings/MERCHANT_APPROVAL_POLICY_ID';
const POLICY = /\/settings\/MERCHANT_APPROVAL_POLICY_ID$/;
const SUBMIT = /POST \/api\/v1\/merchants$/;
const INDUSTRIES = [
  'Agriculture',
  'Manufacturing',
  'Construction',
  'Retail',
  'Wholesale',
  'Transportation and Logistics',
  'Accommodation and Food Services',
  'Information Technology',
  'Professional, Scientific, and Technical Services',
  'Financial and Insurance Services',
  'Arts, Entertainment, and Recreation',
  'Education and Training',
  'Healthcare and Social Assistance',
  'Public Administration',
  'Other Services',
];

const options = async (page: Page, name: string) => {
  const list = page.getByRole('combobox', { name, exact: true }).getByRole('option');
  return (await list.allInnerTexts()).slice(1);
};

/** Signs in a person whose business is not registered yet. */
async function newcomer(t: TestContext, businessName: string) {
  const person = await environment.person(t, { expects: [/404 .*\/merchants\/organization\//] });
  const organizationId = await makeOrganization(environment, 'merchant');
  const somebody = personOf('merchant', organizationId, { businessName: [businessName] });
  await enterAs(environment, person.page, 'merchant', somebody);
  await heading(person.page, 'Register your Business');
  return { ...person, organizationId };
}

/** The latest submission: its JSON and the names and types of its files. */
async function submission(): Promise<{ merchant: Record<string, unknown>; files: string[] }> {
  const call = environment.proxy.seen.findLast((seen) =>
    SUBMIT.test(`${seen.method} ${seen.address}`),
  );
  assert.ok(call, 'the merchant was sent');
  const type = call.headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(call.body), {
    headers: { 'content-type': type },
  }).formData();
  const merchant = form.get('merchant');
  const files = [...form.entries()].flatMap(([name, value]) =>
    typeof value === 'string' ? [] : [`${name}: ${value.type}`],
  );
  return { merchant: fieldsOf(JSON.parse(typeof merchant === 'string' ? merchant : '')), files };
}

const callsOf = (seen: readonly SeenCall[]) =>
  seen.map(({ method, address }) => `${method} ${address}`);
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' });

test('the steps offer and take what the specification says', async (t) => {
  const failing = environment.proxy.networkFault(BANKS, { kind: 'status', status: 500 });
  const { page, expects } = await newcomer(t, 'Steps Limited');
  expects(/500 .*\/banks/);
  assert.deepEqual(await options(page, 'Industry'), INDUSTRIES);
  proves(t, '3.industries', '2.5.info.industry');
  const accepted = await page.getByLabel('Business Logo').getAttribute('accept');
  for (const type of ['jpg', 'jpeg', 'png']) assert.match(accepted ?? '', new RegExp(type));
  assert.doesNotMatch(accepted ?? '', /pdf|gif|\*/);
  proves(t, '2.5.info.logo');
  await fillBusinessInfo(page, environment.files);
  await goOn(page, 'Primary Business Address');
  assert.equal(await hasBack(page), true);
  assert.deepEqual(await options(page, 'Country'), ['Uganda', 'Kenya', 'Nigeria']);
  proves(t, '9.countries', '2.5.address.country');
  await fillAddress(page);
  await goOn(page, 'Primary Bank Account');
  await says(page, 'Sorry, we encountered an error loading banks. Try again.');
  proves(t, '8.banks-failed');
  await checkScreen(page, '73-banks-failed');
  failing();
  const none = environment.proxy.networkFault(BANKS, { kind: 'status', status: 200, body: '[]' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await says(page, 'No data found');
  proves(t, '8.banks-empty');
  await checkScreen(page, '74-no-banks');
  none();
  environment.proxy.forget();
  const slow = environment.proxy.networkFault(BANKS, { kind: 'slow', ms: 1200 });
  await page.reload();
  await page.getByText('Loading the banks…').waitFor();
  proves(t, '4.3.form.loading');
  slow();
  await page
    .getByRole('combobox', { name: 'Bank', exact: true })
    .locator('option')
    .nth(1)
    .waitFor({ state: 'attached' });
  const call = environment.proxy.seen.find((seen) => BANKS.test(`${seen.method} ${seen.address}`));
  const banks: unknown = JSON.parse(call?.answer?.text ?? '[]');
  assert.ok(Array.isArray(banks) && banks.length > 3);
  const list = banks.map(fieldsOf);
  for (const bank of list) assert.deepEqual(Object.keys(bank).toSorted(), ['id', 'name']);
  assert.deepEqual(
    await options(page, 'Bank'),
    list.map(({ name }) => name),
  );
  proves(t, '7.banks', '2.5.bank.bank', '3.bank', '4.3.form.data');
  assert.deepEqual(await options(page, 'Account Type'), ['Current', 'Savings']);
  assert.equal(await hasBack(page), true);
  await fillAccount(page);
  await goOn(page, 'Review your business');
  assert.equal(await page.getByRole('main').getByRole('textbox').count(), 0, 'read-only');
  assert.equal(await hasBack(page), true);
  proves(t, '2.5.review.heading', '2.5.back.others', '2.8.cards');
  // The bank that was chosen is no longer in the list.
  const others = list.filter(({ name }) => name !== 'Centenary Bank');
  const body = JSON.stringify(others);
  environment.proxy.networkFault(BANKS, { kind: 'status', status: 200, body });
  await page.getByRole('button', { name: 'Back' }).click();
  await page.reload();
  await heading(page, 'Primary Bank Account');
  const bank = page.getByRole('combobox', { name: 'Bank', exact: true });
  await bank.locator('option').nth(1).waitFor({ state: 'attached' });
  assert.equal((await options(page, 'Bank')).length, others.length);
  await next(page).click();
  await page.locator('select[aria-invalid=true]').waitFor();
  assert.equal(await bank.getAttribute('aria-invalid'), 'true');
  await heading(page, 'Primary Bank Account');
  proves(t, '5.bank.listed');
});

test('a submission fetches its policy first, and carries what is specified', async (t) => {
  const { page, expects, organizationId } = await newcomer(t, 'Weather Limited');
  const { proxy } = environment;
  await fillBusinessInfo(page, environment.files);
  await goOn(page, 'Primary Business Address');
  await fillAddress(page);
  await choose(page, 'Country', 'Kenya');
  await goOn(page, 'Primary Bank Account');
  await fillAccount(page);
  await goOn(page, 'Review your business');
  expects(/500/);

  const broken = proxy.networkFault(POLICY, { kind: 'status', status: 500 });
  await submit(page).click();
  await says(page, 'Sorry, there was an error submitting your business. Please try again.');
  assert.equal(await submit(page).isEnabled(), true, 'the state is as before');
  broken();
  proves(t, '8.policy', '4.3.form.default');

  const none = proxy.networkFault(POLICY, {
    kind: 'status',
    status: 200,
    body: '{"name":"MERCHANT_APPROVAL_POLICY_ID","value":null}',
  });
  const refused = proxy.networkFault(SUBMIT, { kind: 'status', status: 500 });
  await submit(page).click();
  await says(page, 'Sorry, we encountered an error. Please try agian later');
  assert.equal('approvalPolicyId' in (await submission()).merchant, false);
  none();
  refused();
  proves(t, '8.submission', '4.2.no-policy');

  proxy.forget();
  const slow = proxy.networkFault(SUBMIT, { kind: 'slow', ms: 1000 });
  await submit(page).click();
  await page.locator('button[data-loading=true]:disabled', { hasText: 'Submit' }).waitFor();
  slow();
  await heading(page, 'Your business was submitted');
  proves(t, '2.5.review.submit', '4.2.business');
  const calls = callsOf(proxy.seen);
  assert.ok(calls.indexOf(`GET ${SETTING}`) < calls.findIndex((call) => SUBMIT.test(call)));
  const setting = proxy.seen.find(({ address }) => address === SETTING);
  const { value } = fieldsOf(JSON.parse(setting?.answer?.text ?? 'null'));
  const { merchant, files } = await submission();
  assert.equal(typeof value, 'string');
  assert.equal(merchant['approvalPolicyId'], value);
  proves(t, '4.2.policy-first', '4.2.policy', '7.policy');
  provesSubmission(t, merchant, organizationId);
  assert.deepEqual(files.toSorted(), [
    'certificateOfIncorporation: application/pdf',
    'logo: image/png',
  ]);
  proves(t, '7.merchants', '3.submission.files', '3.draft.info');
  await page.goto(environment.server.origin('merchant'));
  await page.waitForURL('**/register/pending-approval');
  await page.locator('main .tabler-icon-clock').waitFor();
  proves(t, '4.2.cleared', '1.road', '2.6.icon');
});

test('any answer that is not empty counts as success, and clears the draft', async (t) => {
  const { page } = await newcomer(t, 'Terse Limited');
  await fillBusinessInfo(page, environment.files);
  await goOn(page, 'Primary Business Address');
  assert.equal(await page.getByRole('combobox', { name: 'Country' }).inputValue(), '');
  await fillAddress(page);
  await goOn(page, 'Primary Bank Account');
  await fillAccount(page);
  await goOn(page, 'Review your business');
  await keepsSpecifiedDraft(page, 'Terse Limited');
  proves(t, '3.draft.held');
  environment.proxy.networkFault(SUBMIT, { kind: 'status', status: 200, body: 'taken' });
  await submit(page).click();
  await heading(page, 'Your business was submitted');
  await page.locator('main .tabler-icon-check').waitFor();
  proves(t, '7.merchants.any', '2.5.success.icon');
  assert.deepEqual(await keptInBrowser(page), []);
  proves(t, '3.draft.cleared');
});
