import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import {
  enterCode,
  fillPersonalInfo,
  fillSignIn,
  type Newcomer,
  phoneAddress,
} from './account-steps.ts';
import { checkScreen } from './screen-check.ts';
import { hasBack, heading, next, says, titled } from './screen-steps.ts';
import type { TestServer } from '../environment/server-process.ts';
import { proves } from '../specification/proof-report.ts';

/** The person of the sign-up test. */
export const MARIA: Newcomer = {
  email: 'maria@mirembe-foods.example',
  phone: '0772555010',
  firstName: 'Maria',
  lastName: 'Namutebi',
  businessName: 'Mirembe Foods Limited',
  password: 'goat-lantern-rainfall',
};

async function showsTerms(page: Page): Promise<void> {
  await says(
    page,
    'By clicking Next you agree to the merchant Terms of Use, the Privacy Policy and the Consumer Protection Policy.',
  );
  for (const [name, date] of [
    ['Terms of Use', '2024-06-24'],
    ['Privacy Policy', '2024-04-30'],
    ['Consumer Protection Policy', '2025-02-10'],
  ] as const) {
    const href = await page.getByRole('link', { name }).getAttribute('href');
    assert.match(href ?? '', new RegExp(`${date}.*\\.pdf$`), name);
    const beginning = await page.evaluate(async (address) => {
      const answer = await fetch(address);
      return `${answer.headers.get('content-type')} ${(await answer.text()).slice(0, 5)}`;
    }, href ?? '');
    assert.equal(beginning, 'application/pdf %PDF-', name);
  }
}

/** EMAIL and its code, with every text of the specification. */
export async function provesEmail(t: TestContext, page: Page, server: TestServer): Promise<void> {
  await heading(page, "Let's get started!");
  await page.locator('[data-step=EMAIL]').waitFor();
  await titled(page, 'Create Account');
  assert.equal(await hasBack(page), false, 'no back arrow on EMAIL');
  proves(t, '2.4.email.heading', '2.1.register-user.title', '2.4.back.not-email');
  assert.match(
    await page.locator('main').innerText(),
    /under 5 minutes.*legal business documents/s,
  );
  proves(t, '2.4.email.welcome', '1.under-5-minutes');
  await showsTerms(page);
  proves(t, '2.4.email.terms', '2.4.email.terms-pdf');
  await checkScreen(page, '01-register-user-email');
  const email = page.getByPlaceholder('Your business email', { exact: true });
  await email.fill('no email');
  await next(page).click();
  await says(page, 'Sorry, an invalid email entered. Check the phone and try again.');
  proves(t, '5.email.invalid', '2.4.email.next');
  await checkScreen(page, '02-register-user-email-refused');
  await email.fill(MARIA.email);
  await next(page).click();
  await heading(page, 'Verify your Email');
  await says(page, `Enter the 5 digit verification code sent to your email ${MARIA.email}`);
  proves(t, '2.4.email-code.heading', '2.4.email-code.text');
  await checkScreen(page, '03-register-user-email-code');
  await page.getByRole('button', { name: 'Back' }).click();
  await heading(page, "Let's get started!");
  assert.equal(await email.inputValue(), MARIA.email, 'back leads to email entry');
  proves(t, '2.4.email-code.back');
  await next(page).click();
  await heading(page, 'Verify your Email');
  await enterCode(page, server, MARIA.email);
}

/** PHONE_NUMBER and its code. */
export async function provesPhone(t: TestContext, page: Page, server: TestServer): Promise<void> {
  await heading(page, 'Enter your Phone Number');
  await page.locator('[data-step=PHONE_NUMBER]').waitFor();
  await says(
    page,
    'Enter a number registered in your legal names to receive a 5 digit verification code',
    '+256',
  );
  proves(t, '2.4.phone.heading', '2.4.phone.text', '2.4.phone.prefix', '2.8.phone');
  await checkScreen(page, '04-register-user-phone');
  const phone = page.getByRole('textbox');
  await phone.fill('0312123456');
  await phone.blur();
  await page.getByText(/^Enter a valid Uganda Number e\.g \d{9}$/).waitFor();
  await next(page).click();
  await says(page, 'Sorry, an invalid phone number entered. Check the phone and try again.');
  proves(t, '5.phone.input', '5.phone.invalid', '5.phone.ugandan', '2.4.phone.next');
  await checkScreen(page, '05-register-user-phone-refused');
  await phone.fill('0772 555 010');
  await next(page).click();
  await heading(page, 'Verify Phone Number');
  await says(page, 'Enter the 5 digit verification code sent to your phone number');
  await checkScreen(page, '06-register-user-phone-code');
  await page.getByRole('button', { name: 'Back' }).click();
  await heading(page, 'Enter your Phone Number');
  proves(t, '2.4.phone-code.heading', '2.4.phone-code.text', '2.4.phone-code.back');
  await next(page).click();
  await heading(page, 'Verify Phone Number');
  await enterCode(page, server, phoneAddress(MARIA));
}

/** PERSONAL_INFO and the step after it. */
export async function createsAccount(t: TestContext, page: Page): Promise<void> {
  await heading(page, 'Create Account');
  await page.locator('[data-step=PERSONAL_INFO]').waitFor();
  await checkScreen(page, '07-register-user-personal');
  await page.getByRole('button', { name: 'Back' }).click();
  await heading(page, 'Enter your Phone Number');
  proves(t, '2.4.personal.heading', '2.4.back.personal');
  await next(page).click();
  await heading(page, 'Create Account');
  await next(page).click();
  await says(page, 'Sorry, please enter all fields to proceed.');
  for (const label of ['First Name', 'Last Name', 'Business Name', 'Password']) {
    const field = page.getByLabel(label, { exact: true });
    assert.equal(await field.getAttribute('aria-invalid'), 'true', `${label} is marked`);
  }
  await checkScreen(page, '08-register-user-personal-refused');
  await fillPersonalInfo(page, MARIA);
  proves(t, '5.personal.required', '2.4.personal.fields');
  await next(page).click();
  await heading(page, 'Your account was created!');
  await says(
    page,
    'Your account has been created succesfully, please login to complete setting up your business.',
  );
  assert.equal(await hasBack(page), false, 'no back arrow on the success step');
  await page.locator('[data-step=RESET_SUCCESSS]').waitFor();
  proves(t, '2.4.success.heading', '2.4.success.text', '2.4.back.not-success');
  await checkScreen(page, '09-register-user-created');
}

/** The Login link opens auth/login in a new tab, which leads to the provider's page. */
export async function followsLogin(t: TestContext, page: Page, server: TestServer): Promise<Page> {
  const login = page.getByRole('link', { name: 'Login' });
  assert.equal(await login.getAttribute('href'), '/auth/login');
  const [tab] = await Promise.all([page.context().waitForEvent('page'), login.click()]);
  await tab.waitForURL(`${server.origin('id')}/**`);
  await heading(tab, 'Sign in');
  proves(t, '2.4.success.login');
  await checkScreen(tab, '10-provider-sign-in');
  await fillSignIn(tab, MARIA.email, 'not-her-password');
  await says(tab, 'Sorry, You are not authorised to login. Please contact the administrator.');
  await checkScreen(tab, '11-provider-sign-in-refused');
  await tab.getByLabel('Password').fill(MARIA.password);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.waitForURL('**/register/business');
  return tab;
}
