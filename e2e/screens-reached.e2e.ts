import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from './steps/account-steps.ts';
import { type Entry, MENUS, PAGES } from './steps/menu-pages.ts';
import { checkScreen } from './steps/screen-check.ts';
import { goInApp, heading, titled } from './steps/screen-steps.ts';
import { proves } from './specification/proof-report.ts';
import { lineNamed } from './specification/specification-lines.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment({ shared: true });

/** Waits for the page of a path: its content, and its title. */
async function showsPage(page: Page, path: string, label: string): Promise<void> {
  const { role = 'heading', content, empty, title = label } = PAGES[path] ?? assert.fail(path);
  const main = page.getByRole('main');
  const own = main.getByRole(role, { name: content, exact: true });
  await (empty ? own.or(main.getByRole('heading', { name: empty, exact: true })) : own).waitFor();
  await titled(page, title);
}

/** The lines of the specification by the labels of the menu: `2.3.bank.users.roles`. */
const lineOf = (...labels: string[]) =>
  lineNamed(['2.3', ...labels].join('.').toLowerCase().replaceAll(' ', '-'));

/** The menu as shown, with the entries of every submenu. */
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
    const side = page.getByRole('complementary', { name: 'Product' });
    await side.getByText('Tegeka', { exact: true }).first().waitFor();
    assert.deepEqual(await readMenu(page), menu);
    proves(t, lineOf(name, 'order'), '1.sidebar.logo', '1.sidebar.menu', '6.menu');
    const nav = page.getByRole('navigation', { name: 'Main' });
    for (const [label, target] of menu) {
      const group = typeof target === 'string' ? null : label;
      if (group !== null) await nav.getByRole('button', { name: label }).click();
      const leaves = typeof target === 'string' ? [[label, target] as const] : target;
      if (group !== null) proves(t, lineOf(name, label));
      for (const [leaf, path] of leaves) {
        await nav.locator(`a[href="${String(path)}"]`).click();
        await page.waitForURL(`**${String(path)}`);
        await showsPage(page, String(path), leaf);
        const current = nav.locator('[aria-current=page]');
        await current.getByText(leaf, { exact: true }).waitFor();
        assert.equal(await current.count(), 1);
        // The submenu of this page is open, and no other.
        const open = await nav.locator('button[aria-expanded=true]').allInnerTexts();
        assert.deepEqual(open, group === null ? [] : [group], leaf);
        proves(t, group === null ? lineOf(name, leaf) : lineOf(name, label, leaf));
      }
    }
    proves(t, '2.3.open.children', '2.3.open.else');
    await page.waitForLoadState('networkidle');
    await checkScreen(page, `50-${name}-last-entry`);
  });
}

test('every section has its content and its title, also after a reload', async (t) => {
  const { page } = await environment.person(t);
  await signIn(page, environment.server, 'merchant', 'amina@nile-traders.example');
  for (const section of [
    ['mandates', 'Mandates'],
    ['customers', 'Customers'],
    ['products', 'Products'],
    ['analytics', 'Analytics'],
    ['billing', 'Billing'],
    ['api-documentation', 'API Documentation'],
    ['api-keys', 'API Keys'],
    ['public-keys', 'Public Keys'],
    ['profile', 'Business Profile'],
  ] as const) {
    const [name, title] = section;
    await goInApp(page, `/dashboard/${name}`);
    await showsPage(page, `/dashboard/${name}`, title);
    if (name !== 'mandates') proves(t, `2.1.${name}.section`);
  }
  await page.reload();
  await showsPage(page, '/dashboard/profile', 'Business Profile');
  const settings = page.getByRole('button', { name: 'Settings' });
  assert.equal(await settings.getAttribute('aria-expanded'), 'true');
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
  for (const [path, title, text] of [
    ['/auth/logout', 'Logout', 'You have been logged out. Please login to continue.'],
    ['/auth/404', 'Sorry, page not found', '404'],
    ['/auth/403', 'Sorry, unauthorized access', '403'],
    ['/register/user', 'Create Account', "Let's get started!"],
    ['/reset-password', 'Reset Password', 'Reset your password'],
  ] as const) {
    await page.goto(`${origin}${path}`);
    await page.getByText(text, { exact: true }).first().waitFor();
    await titled(page, title);
    await checkScreen(page, `52${path.replaceAll('/', '-')}`);
  }
  proves(t, '2.1.auth-logout.title', '2.1.auth-404.content', '2.1.auth-logout.access');
  proves(t, '2.1.auth-404.access', '2.1.auth-403.access', '2.1.register-user.access');
  proves(t, '2.1.reset-password.access');
});
