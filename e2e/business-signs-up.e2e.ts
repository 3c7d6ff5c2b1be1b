import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn, typeSignIn } from './steps/account-steps.ts';
import { messageTo } from './environment/outbox-read.ts';
import {
  ADDRESS,
  attach,
  choose,
  fillTexts,
  goOn,
  readTexts,
  submitRegistration,
} from './steps/registration-steps.ts';
import {
  fillsAccount,
  fillsAddress,
  fillsBusinessInfo,
  goesBackAndForth,
  keepsThemOverReload,
  REVIEW,
  reviewsAndSubmits,
} from './steps/registration-story.ts';
import { OPERATOR, openInbox, openRequest, reviewAs, valueAt } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading, landing, says, titled } from './steps/screen-steps.ts';
import {
  createsAccount,
  followsLogin,
  MARIA,
  provesEmail,
  provesPhone,
} from './steps/sign-up-story.ts';
import { proves } from './specification/proof-report.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment();
const BRIAN = 'brian@kololo-clinic.example';

async function waitsForReview(t: TestContext, page: Page): Promise<void> {
  await page.goto(environment.server.origin('merchant'));
  await page.waitForURL('**/register/pending-approval');
  await heading(page, 'Business verification in progress');
  await titled(page, 'Pending Approval');
  assert.match(await page.locator('main').innerText(), /being reviewed.*notified by email/);
  proves(t, '2.6.heading', '2.6.text', '2.1.pending-approval.title');
  await checkScreen(page, '19-pending-approval');
}

/** Creates an account with codes by email and SMS, and submits the papers of a business. */
async function signsUp(t: TestContext, first: Page): Promise<Page> {
  await first.goto(`${environment.server.origin('merchant')}/register/user`);
  await provesEmail(t, first, environment.server);
  await provesPhone(t, first, environment.server);
  await createsAccount(t, first);
  proves(t, '2.4.order');
  const page = await followsLogin(t, first, environment.server);
  await fillsBusinessInfo(t, page, environment.files);
  await keepsThemOverReload(page);
  await goOn(page, 'Primary Business Address');
  await fillsAddress(t, page);
  await fillsAccount(t, page);
  await goesBackAndForth(t, page);
  await reviewsAndSubmits(t, page);
  await messageTo(environment.server, MARIA.email, /Mirembe Foods Limited was submitted/);
  return page;
}

/** The operator sees every field and both documents, and asks for corrections. */
async function asksForCorrections(page: Page): Promise<void> {
  await typeSignIn(page, environment.server, 'operator', OPERATOR);
  await landing(page);
  await checkScreen(page, '20-operator-landing');
  await openInbox(page);
  await titled(page, 'Inbox');
  await checkScreen(page, '21-operator-inbox');
  const drawer = await openRequest(page, MARIA.businessName);
  for (const [label, value] of Object.entries(REVIEW))
    assert.equal(await valueAt(drawer, label), value, label);
  assert.equal(await valueAt(drawer, 'Account Type'), 'Savings');
  await drawer.getByRole('img', { name: 'Logo' }).waitFor();
  await drawer.getByRole('button', { name: 'Save certificate.pdf' }).waitFor();
  await drawer.getByText('Nobody has decided yet.').waitFor();
  await checkScreen(page, '22-operator-request');
  await drawer.getByRole('button', { name: 'Ask for corrections' }).click();
  const dialog = page.getByRole('dialog', { name: `Ask ${MARIA.businessName} for corrections` });
  await dialog.getByLabel('Tax Number', { exact: true }).check();
  await dialog.getByLabel('What is to be corrected in Tax Number').fill('Digits are swapped.');
  await dialog.getByLabel('Logo', { exact: true }).check();
  await dialog.getByLabel('What is to be corrected in Logo').fill('Please send a sharper one.');
  await checkScreen(page, '23-operator-corrections');
  await dialog.getByRole('button', { name: 'Ask for corrections' }).click();
  await drawer.getByText('Asked for corrections.', { exact: true }).waitFor();
  await checkScreen(page, '24-operator-request-sent-back');
}

/** The business reads the reasons in the email and on the screen, corrects and resubmits. */
async function resubmits(page: Page): Promise<void> {
  const message = await messageTo(
    environment.server,
    MARIA.email,
    /Please correct the registration/,
  );
  assert.match(message.text, /Tax Number.*Digits are swapped\..*Logo.*sharper one/s);
  // The success of the first submission is not shown again from its address.
  await page.goto(`${environment.server.origin('merchant')}/register/business?step=SUCCESS`);
  await heading(page, 'Register your Business');
  assert.equal(new URL(page.url()).search, '');
  await page.goto(environment.server.origin('merchant'));
  await heading(page, 'Your registration needs a correction');
  await says(page, 'Digits are swapped.', 'Please send a sharper one.');
  await checkScreen(page, '25-action-required');
  await page.getByRole('link', { name: 'Correct and resubmit' }).click();
  await heading(page, 'Register your Business');
  await page.getByText('Digits are swapped.').waitFor();
  await says(page, 'certificate.pdf', 'logo.png');
  await checkScreen(page, '26-register-business-correcting');
  await fillTexts(page, { 'Tax Identification Number': '1000123465' });
  await attach(page, 'Business Logo', environment.files.photo);
  await goOn(page, 'Primary Business Address');
  assert.deepEqual(await readTexts(page, Object.keys(ADDRESS)), ADDRESS);
  await goOn(page, 'Primary Bank Account');
  await goOn(page, 'Review your business');
  await submitRegistration(page);
}

/** The operator sees what changed marked, and approves. */
async function approves(page: Page): Promise<void> {
  await page.goto(`${environment.server.origin('operator')}/dashboard/approval-requests`);
  const drawer = await openRequest(page, MARIA.businessName);
  await drawer.getByText('Changed since the attempt before: Tax Number, Logo').waitFor();
  const changed = drawer.locator('dl > div', { has: page.locator('ins') });
  const marked = (await changed.locator('dt').allInnerTexts()).toSorted();
  assert.deepEqual(marked, ['Logo', 'Tax Number']);
  assert.match(await valueAt(drawer, 'Tax Number'), /1000123456.*1000123465/s);
  await checkScreen(page, '27-operator-request-changed');
  await drawer.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: `Approve ${MARIA.businessName}?` });
  await checkScreen(page, '28-operator-approve');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await drawer.getByText('Approved.', { exact: true }).waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: MARIA.businessName }).waitFor({ state: 'detached' });
}

/** The business lands on its dashboard, and the profile button logs it out. */
async function landsAndLeaves(t: TestContext, page: Page): Promise<void> {
  await messageTo(environment.server, MARIA.email, /Mirembe Foods Limited is verified/);
  await page.goto(environment.server.origin('merchant'));
  await page.waitForURL('**/dashboard/mandates');
  await titled(page, 'Mandates');
  const side = page.getByRole('complementary', { name: 'Product' });
  await side.getByText('Tegeka', { exact: true }).waitFor();
  const profile = side.getByRole('button', { name: /Maria/ });
  // Initials are shown until the logo is loaded.
  await profile.locator('img').waitFor();
  assert.match(await profile.innerText(), /^Maria\s+Mirembe\b/);
  const width = () => profile.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth);
  assert.ok((await width()) > 0, 'the logo of the business is shown');
  proves(t, '2.1.mandates.landing', '1.sidebar.profile', '1.sidebar.logo');
  await checkScreen(page, '29-dashboard-mandates');
  await profile.click();
  await page.waitForURL('**/auth/logout');
  await says(page, 'You have been logged out. Please login to continue.');
  // The link of the prerendered page leads to "/"; hydration sets the address of the app.
  await page.locator('a[href^="http"]', { hasText: 'Login' }).waitFor();
  const login = page.getByRole('link', { name: 'Login' });
  assert.equal(await login.getAttribute('target'), '_blank');
  assert.equal(
    new URL((await login.getAttribute('href')) ?? '').origin,
    environment.server.origin('merchant'),
  );
  // The body of a lock, with rounded corners, below its bow.
  await page.locator('main svg path[d^="M5 13a2 2 0 0 1 2 -2h10"]').waitFor();
  proves(t, '1.profile-logs-out', '2.1.auth-logout.icon', '2.1.auth-logout.text');
  proves(t, '2.1.auth-logout.button');
  await checkScreen(page, '30-auth-logout');
  await page.goto(`${environment.server.origin('merchant')}/auth/login`);
  await heading(page, 'Sign in');
}

test('a business signs up, submits its papers, corrects them as asked, and lands on its dashboard', async (t) => {
  const maria = await environment.person(t, {
    expects: [
      // The merchant lookup of a business that is not registered yet, and a wrong password.
      /404 .*\/merchants\/organization\//,
      /403 .*\/sign-in\//,
      // Next after Back, while the code sent before is still valid.
      /429 .*\/sec-token/,
    ],
  });
  const operator = await environment.person(t);
  const page = await signsUp(t, maria.page);
  await waitsForReview(t, page);
  await asksForCorrections(operator.page);
  await resubmits(page);
  await approves(operator.page);
  await landsAndLeaves(t, page);
});

test('registration rejected without reasons or a way to resubmit: a business takes its registration back, submits it again, and is rejected with the reason', async (t) => {
  const { page } = await environment.person(t);
  await signIn(page, environment.server, 'merchant', BRIAN);
  await page.getByRole('button', { name: 'Take back and change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take your registration back?' });
  await checkScreen(page, '33-take-back');
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('link', { name: 'Correct and resubmit' }).click();
  await heading(page, 'Register your Business');
  for (const step of ['Primary Business Address', 'Primary Bank Account', 'Review your business'])
    await goOn(page, step);
  await submitRegistration(page);
  const operator = await environment.person(t);
  const drawer = await reviewAs(operator.page, environment.server, 'Kololo Clinic');
  await drawer.getByRole('button', { name: 'Reject' }).click();
  const rejection = operator.page.getByRole('dialog', { name: 'Reject Kololo Clinic?' });
  await choose(operator.page, 'Reason', 'The business was not found in the register of companies.');
  await rejection.getByLabel('Comment').fill('No entry under this number.');
  await checkScreen(operator.page, '31-operator-reject');
  await rejection.getByRole('button', { name: 'Reject' }).click();
  await drawer.getByText('Rejected.', { exact: true }).waitFor();
  const message = await messageTo(environment.server, BRIAN, /was not accepted/);
  assert.match(message.text, /not found in the register.*No entry under this number\./s);
  await page.goto(environment.server.origin('merchant'));
  await heading(page, 'Your registration was not accepted');
  await says(page, 'The business was not found in the register of companies.');
  await says(page, 'No entry under this number.');
  await checkScreen(page, '32-rejected');
});
