import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { says } from '../steps/screen-words.ts';
import type { App } from '../environment/server-process.ts';
import { enterAs, merchantNamed, organizationOf, personOf } from './outside-people.ts';
import { proves } from './proof-mark.ts';
import { openOutsideEnvironment } from './proof-stage.ts';

const environment = openOutsideEnvironment();

const at = (app: App, path: string) => `${environment.server.origin(app)}${path}`;
const side = (page: Page) => page.getByRole('complementary', { name: 'Product' });

/** True if a picture fills the page behind its content, as only in the guest shell. */
function hasBackground(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#root [aria-hidden]')].some((element) => {
      const { maskImage, backgroundImage } = getComputedStyle(element);
      const { width } = element.getBoundingClientRect();
      return (
        width === document.documentElement.clientWidth && /url\(/.test(maskImage + backgroundImage)
      );
    }),
  );
}

/** Asserts which shell a page has. */
async function hasShell(page: Page, shell: 'side' | 'guest', path: string): Promise<void> {
  await page.goto(at('merchant', path));
  // A page is first rendered for guests. Only then it checks for a session.
  if (shell === 'guest') await page.waitForLoadState('networkidle');
  else await side(page).waitFor();
  assert.equal(await side(page).count(), shell === 'side' ? 1 : 0, path);
  assert.equal(await hasBackground(page), shell === 'guest', path);
}

test('every page of a signed-in person has the side layout, with a few exceptions', async (t) => {
  // With an external provider, passwords are not changed here.
  const { page } = await environment.person(t, { expects: [/404 .*\/users\/reset-password/] });
  const nile = await merchantNamed(environment, 'Nile Traders');
  await enterAs(environment, page, 'merchant', personOf('merchant', nile.organizationId));
  for (const path of [
    '/dashboard/mandates/transactions',
    '/auth/404',
    '/auth/403',
    '/reset-password',
  ]) {
    await hasShell(page, 'side', path);
  }
  for (const path of ['/dashboard/mandates', '/auth/404']) {
    await hasShell(page, 'guest', `${path}?state=abc`);
  }
  proves(t, '2.2.side.not-state', '2.2.guest');
  for (const [path, id] of [
    ['/auth/logout', '2.2.side.not-logout'],
    ['/register/user', '2.2.side.not-register-user'],
  ] as const) {
    await hasShell(page, 'guest', path);
    proves(t, id);
  }
  await page.goto(at('merchant', '/dashboard/mandates'));
  await side(page).waitFor();
});

test('auth/login has no menu, even with a session', async (t) => {
  const { page } = await environment.person(t);
  const operators = await organizationOf(environment, 'operator');
  await enterAs(environment, page, 'operator', personOf('operator', operators));
  await side(page).waitFor();
  const end = environment.proxy.networkFault(/\/currentuser$/, { kind: 'slow', ms: 1500 });
  // As by a link or a step back. A page that is loaded anew has no session until the check is
  // done.
  await page.evaluate(() => history.pushState(null, '', '/auth/login'));
  await says(page, 'Please wait...');
  assert.equal(await side(page).count(), 0);
  assert.equal(await hasBackground(page), true);
  end();
  await side(page).waitFor();
  proves(t, '2.2.side.not-login');
});

test('a stranger has the guest shell on every page', async (t) => {
  const { page } = await environment.person(t, { expects: [/404 .*\/users\/reset-password/] });
  for (const path of ['/auth/logout', '/auth/404', '/register/user', '/reset-password'])
    await hasShell(page, 'guest', path);
});

/** Hue in degrees and lightness from 0 to 1 of the page's main button. */
function accentOf(page: Page): Promise<{ hue: number; lightness: number }> {
  return page.getByRole('link', { name: 'Login' }).evaluate((button) => {
    const numbers = getComputedStyle(button).backgroundColor.match(/[\d.]+/g) ?? [];
    const [red = 0, green = 0, blue = 0] = numbers.map((number) => Number(number) / 255);
    const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    const span = most - least || 1;
    const sixth =
      most === red
        ? (green - blue) / span
        : most === green
          ? 2 + (blue - red) / span
          : 4 + (red - green) / span;
    return { hue: (sixth * 60 + 360) % 360, lightness: (most + least) / 2 };
  });
}

test('the theme is teal for merchants, blue for banks, violet for consumers, else light teal', async (t) => {
  const { page } = await environment.person(t);
  const seen: Partial<Record<App, { hue: number; lightness: number }>> = {};
  for (const [app, from, to, id] of [
    ['merchant', 150, 185, '2.2.theme.merchant'],
    ['bank', 200, 225, '2.2.theme.bank'],
    ['consumer', 245, 280, '2.2.theme.consumer'],
    ['operator', 150, 185, '2.2.theme.default'],
    ['ach', 150, 185, '2.2.theme.default'],
  ] as const) {
    await page.goto(at(app, '/auth/logout'));
    const accent = await accentOf(page);
    assert.ok(accent.hue > from && accent.hue < to, `${app} has the hue ${accent.hue}`);
    seen[app] = accent;
    proves(t, id);
  }
  for (const app of ['operator', 'ach'] as const)
    assert.ok(
      (seen[app]?.lightness ?? 0) > (seen.merchant?.lightness ?? 1) + 0.1,
      `${app} is light`,
    );
});

test('the menu differs by domain, and is below the logo', async (t) => {
  for (const app of ['merchant', 'operator', 'bank'] as const) {
    const { page, leave } = await environment.person(t);
    const organizationId =
      app === 'merchant'
        ? (await merchantNamed(environment, 'Nile Traders')).organizationId
        : await organizationOf(environment, app);
    await enterAs(environment, page, app, personOf(app, organizationId));
    await side(page).getByText('Tegeka', { exact: true }).first().waitFor();
    const first = page.getByRole('navigation', { name: 'Main' }).locator('ul > li').first();
    assert.equal(await first.innerText(), app === 'bank' ? 'Approvals' : 'Mandates');
    await leave();
  }
  proves(t, '1.sidebar.logo', '1.sidebar.menu', '6.menu');
});

/** Navigates by the menu. Opens the submenu if necessary. */
async function goWithin(page: Page, path: string): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Main' });
  const link = nav.locator(`a[href="${path}"]`);
  const group = nav.locator('li:has(> button)', { has: page.locator(`a[href="${path}"]`) });
  if (await link.isHidden()) await group.locator('button').click();
  await link.click();
  // By then the menu shows the page as current.
  await nav.locator(`a[href="${path}"][aria-current=page]`).waitFor();
}

test('a submenu is open where the page is one of its children, and nowhere else', async (t) => {
  const { page } = await environment.person(t);
  await enterAs(
    environment,
    page,
    'operator',
    personOf('operator', await organizationOf(environment, 'operator')),
  );
  await page.getByRole('heading', { name: 'Mandates', exact: true }).waitFor();
  const open = () =>
    page
      .getByRole('navigation', { name: 'Main' })
      .locator('button[aria-expanded=true]')
      .allInnerTexts();
  for (const [group, paths] of [
    ['Approvals', ['approval-requests', 'approval-policies']],
    ['Users', ['users', 'user-roles', 'user-groups']],
    [
      'Settings',
      [
        'currencies',
        'payment-categories',
        'organizations',
        'api-documentation',
        'api-keys',
        'public-keys',
        'settings',
      ],
    ],
    [null, ['mandates', 'mandates/transactions', 'banks', 'merchants', 'billing']],
  ] as const) {
    for (const path of paths) {
      await goWithin(page, `/dashboard/${path}`);
      assert.deepEqual(await open(), group === null ? [] : [group], path);
    }
  }
  proves(t, '2.3.open.children', '2.3.open.else');
});

test('the app of a host name has one domain, which the server gives at the start', async (t) => {
  const { page } = await environment.person(t);
  for (const [app, domain] of [
    ['merchant', 'MERCHANT'],
    ['operator', 'OPERATOR'],
    ['bank', 'BANK'],
    ['consumer', 'CONSUMER'],
    ['ach', 'ACH'],
  ] as const) {
    await page.goto(at(app, '/auth/logout'));
    const text = await page.locator('#tegeka-config').textContent();
    assert.match(text ?? '', new RegExp(`"domain":"${domain}"`));
    // The address is known once the page has read its run-time configuration.
    const home = `http://${domain.toLowerCase()}.localhost:${environment.proxy.port}`;
    await page.locator(`a[href^="${home}"]`, { hasText: 'Login' }).waitFor();
  }
  proves(t, '1.fixed-domain', '1.domains', '9.home');
});

test('a status is shown as a badge of its colour, with a check if it is teal', async (t) => {
  const { page } = await environment.person(t);
  const nile = await merchantNamed(environment, 'Nile Traders');
  const academy = await merchantNamed(environment, 'Jinja Academy');
  for (const [id, state] of [
    [academy.id, 'REJECTED'],
    [nile.id, 'APPROVED'],
  ])
    await environment.byHand(
      `update approval_requests set state = '${state}' where entity_id = '${id}'`,
    );
  const operators = await organizationOf(environment, 'operator');
  await enterAs(environment, page, 'operator', personOf('operator', operators));
  await page.goto(
    `${environment.server.origin('operator')}/dashboard/approval-requests?status=ALL`,
  );
  const seen = new Set<string>();
  for (const [word, tone] of [
    ['Pending', 'yellow'],
    ['Rejected', 'red'],
    ['Approved', 'teal'],
  ] as const) {
    const badge = page.locator('table [data-tone]').filter({ hasText: new RegExp(`^${word}$`) });
    await badge.first().waitFor();
    assert.equal(await badge.first().getAttribute('data-tone'), tone, word);
    assert.equal(await badge.first().locator('svg').count(), tone === 'teal' ? 1 : 0, word);
    seen.add(await badge.first().evaluate((element) => getComputedStyle(element).color));
  }
  assert.equal(seen.size, 3, 'each in a colour of its own');
  proves(t, '2.8.badge', '4.4.check');
});
