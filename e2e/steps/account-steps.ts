import type { Page } from 'playwright-core';
import { HttpPerson, type Tokens } from '../environment/http-person.ts';
import { codeFor } from '../environment/outbox-read.ts';
import type { TestServer } from '../environment/server-process.ts';
import type { App } from '../environment/server-process.ts';
import { heading, next } from './screen-steps.ts';

/** The password of every demo account, as the start page shows it. */
export const PLAY_PASSWORD = 'kampala-sunrise';

/** Somebody who is about to sign up. */
export interface Newcomer {
  email: string;
  /** As people write it: nine digits with a leading 0. */
  phone: string;
  firstName: string;
  lastName: string;
  businessName: string;
  password: string;
}

/** A person without an account, with a business of this name. */
export function newcomer(name: string, digits: string): Newcomer {
  return {
    email: `owner@${name.toLowerCase()}.example`,
    phone: `0752${digits}`,
    firstName: 'Moses',
    lastName: 'Okot',
    businessName: `${name} Limited`,
    password: 'basket-thunder-orange',
  };
}

/** The phone number in international form. */
export function phoneAddress({ phone }: Newcomer): string {
  return `+256${phone.slice(1)}`;
}

/** Types the code that has arrived. The fifth digit sends it. */
export async function enterCode(page: Page, server: TestServer, to: string): Promise<void> {
  const code = await codeFor(server, to);
  await page.getByRole('textbox', { name: 'Verification code' }).fill(code);
}

/** Opens the sign-up and goes on to the code of the email. */
export async function goesToCode(page: Page, server: TestServer, email: string): Promise<void> {
  await page.goto(`${server.origin('merchant')}/register/user`);
  await page.getByPlaceholder('Your business email').fill(email);
  await next(page).click();
  await heading(page, 'Verify your Email');
}

/** Fills in the step PERSONAL_INFO. */
export async function fillPersonalInfo(page: Page, person: Newcomer): Promise<void> {
  await page.getByLabel('First Name').fill(person.firstName);
  await page.getByLabel('Last Name').fill(person.lastName);
  await page.getByLabel('Business Name').fill(person.businessName);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
}

/** Fills in the provider's sign-in page. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens an app's home address and signs in on the provider's page; a demo person unless a password is given. */
export async function typeSignIn(
  page: Page,
  server: TestServer,
  app: App,
  email: string,
  password: string = PLAY_PASSWORD,
): Promise<void> {
  await page.goto(server.origin(app));
  await page.waitForURL(`${server.origin('id')}/**`);
  await fillSignIn(page, email, password);
  await entered(page, server, app);
}

/** Signs in by HTTP and opens the app with these tokens, on the page that it shows to this person. */
export async function signIn(
  page: Page,
  server: TestServer,
  app: App,
  email: string,
  password: string = PLAY_PASSWORD,
): Promise<void> {
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const person = new HttpPerson(server, app, userAgent);
  const tokens = await person.signIn(email, password);
  const own = new URL(server.origin('id')).hostname;
  await page.context().addCookies(person.cookies.filter(({ domain }) => domain === own));
  await openWithTokens(page, server, app, tokens);
}

/** Opens an app with tokens in local storage, under the names that the app uses. */
export async function openWithTokens(
  page: Page,
  server: TestServer,
  app: App,
  tokens: Tokens,
): Promise<void> {
  // Local storage can be written only on a page of this origin.
  await page.goto(`${server.origin(app)}/healthz`);
  await page.evaluate(({ token, refreshToken }) => {
    localStorage.setItem('JWT_TOKEN', token);
    localStorage.setItem('REFRESH_TOKEN', refreshToken);
  }, tokens);
  await page.goto(`${server.origin(app)}/auth/login`);
  await entered(page, server, app);
}

/** Waits until the app has let somebody in, wherever it leads them. */
async function entered(page: Page, server: TestServer, app: App): Promise<void> {
  await page.waitForURL(
    (url) => url.origin === server.origin(app) && /^\/(?!auth(\/|$))./.test(url.pathname),
  );
}
