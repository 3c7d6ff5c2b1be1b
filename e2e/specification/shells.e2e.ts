import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { goInApp, says } from '../steps/screen-steps.ts';
import type { App } from '../environment/server-process.ts';
import { merchantNamed, openAs, personOf } from './outside-people.ts';
import { proves } from './proof-report.ts';
import { openOutsideEnvironment } from './proof-stage.ts';
import { lineNamed } from './specification-lines.ts';

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
  await goInApp(page, path);
  await side(page).waitFor({ state: shell === 'side' ? 'visible' : 'detached' });
  assert.equal(await hasBackground(page), shell === 'guest', path);
}

test('every page of a signed-in person has the side layout, with a few exceptions', async (t) => {
  // With an external provider, passwords are not changed here.
  const { page } = await environment.person(t, { expects: [/404 .*\/users\/reset-password/] });
  const nile = await merchantNamed(environment, 'Nile Traders');
  await openAs(environment, page, 'merchant', personOf('merchant', nile.organizationId));
  await side(page).waitFor();
  for (const [path, ...ids] of [
    ['/dashboard/mandates?state=abc', '2.2.side.not-state', '2.2.guest'],
    ['/auth/404?state=abc', '2.2.side.not-state'],
    ['/auth/logout', '2.2.side.not-logout'],
    ['/register/user', '2.2.side.not-register-user'],
  ] as const) {
    await hasShell(page, 'guest', path);
    await hasShell(page, 'side', '/dashboard/mandates/transactions');
    proves(t, ...ids);
  }
  for (const path of ['/auth/404', '/auth/403', '/reset-password'])
    await hasShell(page, 'side', path);
  // auth/login checks the existing session, which takes a moment here.
  const end = environment.proxy.networkFault(/\/currentuser$/, { kind: 'slow', ms: 1500 });
  await hasShell(page, 'guest', '/auth/login');
  await says(page, 'Please wait...');
  end();
  await side(page).waitFor();
  proves(t, '2.2.side.not-login');
});

interface Tint {
  hue: number;
  lightness: number;
  saturation: number;
}

/** A computed colour as hue in degrees, lightness and saturation from 0 to 1. */
function tintOf(color: string): Tint {
  const scale = color.startsWith('rgb') ? 255 : 1;
  const numbers = color.replace(/^.*\((srgb )?/, '').match(/[\d.]+/g) ?? [];
  const [red = 0, green = 0, blue = 0] = numbers.map((number) => Number(number) / scale);
  const [max, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const span = max - least || 1;
  const sixth =
    max === red
      ? (green - blue) / span
      : max === green
        ? 2 + (blue - red) / span
        : 4 + (red - green) / span;
  const lightness = (max + least) / 2;
  const saturation = (max - least) / (1 - Math.abs(2 * lightness - 1) || 1);
  return { hue: (sixth * 60 + 360) % 360, lightness, saturation };
}

/** The colour of the page's main button. */
const accentOf = async (page: Page) =>
  tintOf(
    await page
      .getByRole('link', { name: 'Login' })
      .evaluate((button) => getComputedStyle(button).backgroundColor),
  );

test('the app of a host name has one domain, given at the start, and its colour', async (t) => {
  const { page } = await environment.person(t);
  const seen: Partial<Record<App, Tint>> = {};
  for (const [app, from, to, id] of [
    ['merchant', 150, 185, '2.2.theme.merchant'],
    ['bank', 200, 225, '2.2.theme.bank'],
    ['consumer', 245, 280, '2.2.theme.consumer'],
    ['operator', 150, 185, '2.2.theme.default'],
    ['ach', 150, 185, '2.2.theme.default'],
  ] as const) {
    await page.goto(at(app, '/auth/logout'));
    const text = await page.locator('#tegeka-config').textContent();
    assert.match(text ?? '', new RegExp(`"domain":"${app.toUpperCase()}"`));
    // The link has its address once the page has read its run-time configuration.
    const home = `http://${app}.localhost:${environment.proxy.port}`;
    await page.locator(`a[href^="${home}"]`, { hasText: 'Login' }).waitFor();
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
  proves(t, '1.fixed-domain', '1.domains', '9.home');
});

/** The colours of section 4.4 by their hue; null for a colour with hardly any saturation. */
const BADGES = {
  teal: { values: 'active true completed approved cleared settled enabled successful', hue: 162 },
  grey: { values: 'disabled false', hue: null },
  red: { values: 'error rejected failed inactive cancelled', hue: 0 },
  blue: { values: 'generated', hue: 208 },
  yellow: {
    values: 'pending processing pending_approval registered pending_verification',
    hue: 43,
  },
} as const;

/** Whether a colour has this hue; for null, whether it is grey. */
function isTint({ hue, saturation }: Tint, expected: number | null): boolean {
  if (expected === null) return saturation < 0.25;
  return saturation > 0.4 && Math.abs(((hue - expected + 540) % 360) - 180) < 15;
}

test('a status is shown as a badge of its colour, with a check if it is teal', async (t) => {
  const { page } = await environment.person(t);
  const nile = await merchantNamed(environment, 'Nile Traders');
  // The search shows the state of every hit. Values are in capitals here; the colour depends on the
  // value in lower case.
  const groups = Object.entries(BADGES).map(([label, { values }]) => ({
    label,
    hits: values.split(' ').map((value) => ({
      noun: 'customer',
      id: randomUUID(),
      title: `Is ${value}`,
      sub: null,
      state: value.toUpperCase(),
      path: `/dashboard/customers/${value}`,
    })),
  }));
  const body = JSON.stringify({ groups });
  environment.proxy.networkFault(/\/api\/v1\/search\?/, { kind: 'status', status: 200, body });
  await openAs(environment, page, 'merchant', personOf('merchant', nile.organizationId));
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox', { name: 'Search everything' }).fill('is');
  for (const [color, { values, hue }] of Object.entries(BADGES)) {
    for (const value of values.split(' ')) {
      const found = page.getByRole('group', { name: color }).getByRole('option');
      const badge = found.filter({ hasText: `Is ${value}` }).locator('[class*=badge]');
      const painted = await badge.first().evaluate((element) => getComputedStyle(element).color);
      assert.ok(isTint(tintOf(painted), hue), `${value} is ${painted}, not ${color}`);
      const checks = await badge.first().locator('svg').count();
      assert.equal(checks, color === 'teal' ? 1 : 0, value);
      proves(t, lineNamed(`4.4.${value}`));
    }
  }
  proves(t, '2.8.badge', '4.4.check');
});
