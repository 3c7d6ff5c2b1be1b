import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from './steps/account-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading, titled } from './steps/screen-words.ts';
import type { App } from './environment/server-process.ts';
import { proves } from './specification/proof-mark.ts';
import { lineNamed } from './specification/specification-lines.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment({ shared: true });

/** An entry of the menu, or one with a submenu. */
type Entry = readonly [label: string, path: string] | readonly [label: string, Entry[]];

const APPROVALS: Entry = [
  'Approvals',
  [
    ['Inbox', '/dashboard/approval-requests'],
    ['Workflows', '/dashboard/approval-policies'],
  ],
];
const USERS: Entry = [
  'Users',
  [
    ['Users', '/dashboard/users'],
    ['Roles', '/dashboard/user-roles'],
    ['Groups', '/dashboard/user-groups'],
  ],
];

/** The menus of the specification, 2.3. */
const MENUS: Record<string, { app: App; email: string; menu: Entry[] }> = {
  operator: {
    app: 'operator',
    email: 'olivia@operator.example',
    menu: [
      ['Mandates', '/dashboard/mandates'],
      ['Transactions', '/dashboard/mandates/transactions'],
      ['Banks', '/dashboard/banks'],
      ['Merchants', '/dashboard/merchants'],
      ['Revenue', '/dashboard/billing'],
      APPROVALS,
      USERS,
      [
        'Settings',
        [
          ['Currencies', '/dashboard/currencies'],
          ['Payment Categories', '/dashboard/payment-categories'],
          ['Instances', '/dashboard/organizations'],
          ['API Docs', '/dashboard/api-documentation'],
          ['API Keys', '/dashboard/api-keys'],
          ['Public Keys', '/dashboard/public-keys'],
          ['Configurations', '/dashboard/settings'],
        ],
      ],
    ],
  },
  bank: {
    app: 'bank',
    email: 'ruth@stanbic.example',
    menu: [
      APPROVALS,
      ['Mandates', '/dashboard/mandates'],
      ['Transactions', '/dashboard/mandates/transactions'],
      USERS,
      ['API Docs', '/dashboard/api-documentation'],
      ['API Keys', '/dashboard/api-keys'],
    ],
  },
  merchant: {
    app: 'merchant',
    email: 'amina@nile-traders.example',
    menu: [
      ['Mandates', '/dashboard/mandates'],
      ['Transactions', '/dashboard/mandates/transactions'],
      ['Customers', '/dashboard/customers'],
      ['Products', '/dashboard/products'],
      [
        'Settings',
        [
          ['API Docs', '/dashboard/api-documentation'],
          ['API Keys', '/dashboard/api-keys'],
          ['Public Keys', '/dashboard/public-keys'],
          ['Business Profile', '/dashboard/profile'],
        ],
      ],
    ],
  },
};

const TITLES: Record<string, string> = {
  '/dashboard/mandates': 'Mandates',
  '/dashboard/mandates/transactions': 'Transactions',
  '/dashboard/customers': 'Customers',
  '/dashboard/products': 'Products',
  '/dashboard/analytics': 'Analytics',
  '/dashboard/billing': 'Billing',
  '/dashboard/api-documentation': 'API Documentation',
  '/dashboard/api-keys': 'API Keys',
  '/dashboard/public-keys': 'Public Keys',
  '/dashboard/profile': 'Business Profile',
};

/** The lines of the specification by the labels of the menu: `2.3.bank.users.roles`. */
const lineOf = (...labels: string[]) =>
  lineNamed(['2.3', ...labels].join('.').toLowerCase().replaceAll(' ', '-'));

/** The menu as the screen shows it, every submenu opened. */
function readMenu(page: Page): Promise<Entry[]> {
  return page.getByRole('navigation', { name: 'Main' }).evaluate((nav) => {
    const entriesOf = (list: Element | null): Entry[] =>
      [...(list?.children ?? [])].map((item): Entry => {
        const link = item.querySelector(':scope > a');
        const label = (link ?? item.querySelector(':scope > button'))?.textContent ?? '';
        return link
          ? [label, link.getAttribute('href') ?? '']
          : [label, entriesOf(item.querySelector(':scope > ul'))];
      });
    return entriesOf(nav.querySelector(':scope > ul'));
  });
}

for (const [name, { app, email, menu }] of Object.entries(MENUS)) {
  test(`the menu of a ${name} has the specified entries, each with its screen`, async (t) => {
    const { page } = await environment.person(t);
    await signIn(page, environment.server, app, email);
    assert.deepEqual(await readMenu(page), menu);
    proves(t, lineOf(name, 'order'));
    const nav = page.getByRole('navigation', { name: 'Main' });
    for (const [label, target] of menu) {
      if (typeof target !== 'string') await nav.getByRole('button', { name: label }).click();
      const leaves = typeof target === 'string' ? [[label, target] as const] : target;
      if (typeof target !== 'string') proves(t, lineOf(name, label));
      for (const [leaf, path] of leaves) {
        await nav.locator(`a[href="${String(path)}"]`).click();
        await page.waitForURL(`**${String(path)}`);
        // The address changes first; menu and title follow when the screen is drawn.
        const current = nav.locator('[aria-current=page]');
        await current.getByText(leaf, { exact: true }).waitFor();
        assert.equal(await current.count(), 1);
        await page.waitForFunction(() => /\S - Tegeka$/.test(document.title));
        proves(t, typeof target === 'string' ? lineOf(name, leaf) : lineOf(name, label, leaf));
      }
    }
    await page.waitForLoadState('networkidle');
    await checkScreen(page, `50-${name}-last-entry`);
  });
}

test('a submenu stands open where the page is one of its children, also after a reload', async (t) => {
  const { page } = await environment.person(t);
  await signIn(page, environment.server, 'merchant', 'amina@nile-traders.example');
  const settings = page.getByRole('button', { name: 'Settings' });
  assert.equal(await settings.getAttribute('aria-expanded'), 'false');
  await page.goto(`${environment.server.origin('merchant')}/dashboard/profile`);
  await heading(page, 'Business Profile');
  assert.equal(await settings.getAttribute('aria-expanded'), 'true');
});

test('every screen has its title', async (t) => {
  const { page } = await environment.person(t);
  await signIn(page, environment.server, 'merchant', 'amina@nile-traders.example');
  for (const [path, title] of Object.entries(TITLES)) {
    await page.goto(`${environment.server.origin('merchant')}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await titled(page, title);
    if (!path.startsWith('/dashboard/mandates'))
      proves(t, lineNamed(path.replace('/dashboard/', '2.1.').concat('.section')));
  }
  proves(t, '2.1.titles');
});

test('pages that say no have one main heading within the menu', async (t) => {
  const { page } = await environment.person(t);
  await signIn(page, environment.server, 'merchant', 'amina@nile-traders.example');
  for (const [path, title] of [
    ['/auth/404', 'Sorry, page not found'],
    ['/auth/403', 'Sorry, unauthorized access'],
  ] as const) {
    await page.goto(`${environment.server.origin('merchant')}${path}`);
    await heading(page, title);
    await page.getByRole('complementary', { name: 'Product' }).waitFor();
    assert.deepEqual(await page.getByRole('heading', { level: 1 }).allInnerTexts(), [title]);
    await titled(page, title);
    await checkScreen(page, `53${path.replaceAll('/', '-')}-within`);
  }
});

test('a phone has the menu in a drawer, which closes on the way', async (t) => {
  const { page } = await environment.person(t, { phone: true });
  await signIn(page, environment.server, 'merchant', 'amina@nile-traders.example');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await checkScreen(page, '51-phone-menu');
  await drawer.getByRole('link', { name: 'Customers' }).click();
  await heading(page, 'Customers');
  await drawer.waitFor({ state: 'hidden' });
});

test('public pages have their titles, texts and ways on', async (t) => {
  const { page } = await environment.person(t);
  const origin = environment.server.origin('merchant');
  for (const [path, title, words] of [
    ['/auth/logout', 'Logout', 'You have been logged out. Please login to continue.'],
    ['/auth/404', 'Sorry, page not found', '404'],
    ['/auth/403', 'Sorry, unauthorized access', '403'],
    ['/register/user', 'Create Account', "Let's get started!"],
    ['/reset-password', 'Reset Password', 'Reset your password'],
  ] as const) {
    await page.goto(`${origin}${path}`);
    await page.getByText(words, { exact: true }).first().waitFor();
    await titled(page, title);
    await checkScreen(page, `52${path.replaceAll('/', '-')}`);
  }
  proves(t, '2.1.auth-logout.title', '2.1.auth-404.content');
});

test('an unknown path leads to auth/404, and short paths to their pages', async (t) => {
  const { page } = await environment.person(t);
  const origin = environment.server.origin('merchant');
  for (const path of ['/no-such-page', '/register/nothing', '/auth/nothing/at/all']) {
    await page.goto(`${origin}${path}`);
    await page.waitForURL(`${origin}/auth/404`);
    await heading(page, 'Sorry, page not found');
  }
  await page.goto(`${origin}/register`);
  await page.waitForURL(`${origin}/register/user`);
  await page.goto(`${origin}/`);
  await page.waitForURL(`${environment.server.origin('id')}/**`);
});

test('an unknown section of the dashboard leads a signed-in person to auth/404', async (t) => {
  const { page } = await environment.person(t);
  await signIn(page, environment.server, 'merchant', 'amina@nile-traders.example');
  const origin = environment.server.origin('merchant');
  for (const path of ['/dashboard/nothing', '/dashboard/approval-requests']) {
    await page.goto(`${origin}${path}`);
    await page.waitForURL(`${origin}/auth/404`);
  }
});
