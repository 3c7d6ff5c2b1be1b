import type { Page } from 'playwright-core';
import { CORRECTING, type Kept, OPERATOR, OWNER, PASSWORD } from '../demo-sign-in.ts';
import type { Visit } from './web-measure.ts';

/**
 * The URLs of the measured server, and a function to sign in again: tokens are valid for minutes
 * only.
 */
export interface VisitPlace {
  merchantHome: string;
  operatorHome: string;
  /** The demo's start page, with the outbox. */
  home: string;
  issuer: string;
  keep: (home: string, email: string) => Promise<Kept>;
}

/** Time to type a password, in milliseconds. */
const TYPING = 8000;

const SIGN_IN_FORM = ['input[name=username]', 'input[name=password]', 'form button'];
/** The provider's page has no script, so nothing has to be hydrated. */
const signInPage = { wanted: { ready: SIGN_IN_FORM, alive: [] }, arrives: /^https:\/\/id\./ };
const landing = {
  wanted: { ready: ['header h1', 'main tbody tr a'], alive: ['main tbody tr a'] },
  arrives: /\/dashboard\/mandates/,
};

const goto = (address: string) => (page: Page) => page.goto(address, { waitUntil: 'commit' });

/** A sign-in URL with the parameters of the app's own request. */
function signInAddress({ merchantHome, issuer }: VisitPlace): string {
  const query = new URLSearchParams({
    client_id: 'tegeka-web',
    redirect_uri: `${merchantHome}/auth/login`,
    response_type: 'code',
    scope: 'openid profile email',
    state: 'bench',
    code_challenge_method: 'S256',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  });
  return `${issuer}/protocol/openid-connect/auth?${query}`;
}

/** A payer of the demo who was asked and has not answered. */
const PAYER = '+256753882641';

/** Returns the payer's consent link from the outbox. The demo sends it only after its start. */
async function findConsentLink(page: Page, home: string): Promise<string> {
  const link = page.locator('article a[href*="/mandates/"]').first();
  for (let tries = 0; tries < 60; tries += 1) {
    await page.goto(`${home}/outbox?to=${encodeURIComponent(PAYER)}`);
    if (await link.isVisible()) return (await link.getAttribute('href')) ?? '';
    await page.waitForTimeout(1000);
  }
  throw new Error('The demo asks this payer for nothing');
}

async function fillSignIn(page: Page): Promise<void> {
  await page.fill('input[name=username]', OWNER);
  await page.fill('input[name=password]', PASSWORD);
  await page.waitForTimeout(TYPING);
}

/** Rows of a list. */
const LIST = ['main tbody tr a'];

/** A screen of a merchant who is signed in. */
const merchantScreen =
  (screen: string, ready: readonly string[], alive = ready) =>
  async ({ merchantHome, keep }: VisitPlace): Promise<Visit> => ({
    wanted: { ready: ['header h1', ...ready], alive: [...alive] },
    storage: { origin: merchantHome, kept: await keep(merchantHome, OWNER) },
    start: goto(`${merchantHome}/dashboard/${screen}`),
    arrives: new RegExp(`/dashboard/${screen}`),
  });

/** The measured visits by name. Each is prepared again for each load. */
export const VISITS: Readonly<Record<string, (place: VisitPlace) => Promise<Visit>>> = {
  'register/user': async ({ merchantHome }) => ({
    wanted: { ready: ['input[type=email]'], alive: ['form button[type=submit]'] },
    start: goto(`${merchantHome}/register/user`),
    arrives: /\/register\/user/,
  }),
  // The page works without JavaScript: what can be seen can be used.
  'consent page': async ({ home }) => {
    let link = '';
    return {
      wanted: { ready: ['h1', 'select', 'form button'], alive: [] },
      before: async (page) => {
        link = await findConsentLink(page, home);
      },
      start: (page) => goto(link)(page),
      arrives: /\/mandates\//,
    };
  },
  'sign-in page': async (place) => ({ ...signInPage, start: goto(signInAddress(place)) }),
  'auth/login to sign-in page': async ({ merchantHome }) => ({
    ...signInPage,
    start: goto(`${merchantHome}/auth/login`),
  }),
  'landing page, cold': async ({ merchantHome, keep }) => ({
    ...landing,
    storage: { origin: merchantHome, kept: await keep(merchantHome, OWNER) },
    start: goto(`${merchantHome}/dashboard/mandates`),
  }),
  'landing page after the sign-in page': async (place) => ({
    ...landing,
    storage: { origin: place.merchantHome, kept: await place.keep(place.merchantHome, OWNER) },
    before: async (page) => {
      await page.goto(signInAddress(place), { waitUntil: 'load' });
      await page.waitForTimeout(TYPING);
    },
    start: goto(`${place.merchantHome}/dashboard/mandates`),
  }),
  'pressing Sign in to landing page': async ({ merchantHome }) => ({
    ...landing,
    before: async (page) => {
      await page.goto(`${merchantHome}/auth/login`);
      await fillSignIn(page);
    },
    start: (page) => page.click('form button', { noWaitAfter: true }),
  }),
  'register/business, cold': async ({ merchantHome, keep }) => ({
    wanted: { ready: ['form input', 'form button'], alive: ['form button'] },
    storage: { origin: merchantHome, kept: await keep(merchantHome, CORRECTING) },
    start: goto(`${merchantHome}/register/business`),
    arrives: /\/register\/business/,
  }),
  'uploads, cold': merchantScreen('customers/uploads', ['main form button']),
  'profile, cold': merchantScreen('profile', ['main dl dd'], ['main dl dd button']),
  'reference, cold': merchantScreen(
    'api-documentation',
    ['main article h2'],
    ['main article button'],
  ),
  'inbox, cold': async ({ operatorHome, keep }) => ({
    wanted: { ready: ['header h1', ...LIST], alive: LIST },
    storage: { origin: operatorHome, kept: await keep(operatorHome, OPERATOR) },
    start: goto(`${operatorHome}/dashboard/approval-requests`),
    arrives: /\/dashboard\/approval-requests/,
  }),
  'customers, cold': merchantScreen('customers', LIST),
  'transactions, cold': merchantScreen('mandates/transactions', LIST),
  'products, cold': merchantScreen('products', LIST),
  'billing, cold': merchantScreen('billing', LIST),
  'analytics, cold': merchantScreen('analytics', ['main svg', 'main nav a'], ['main nav a']),
};
