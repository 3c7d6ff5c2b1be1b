import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { goInApp, says } from '../steps/screen-words.ts';
import type { App } from '../environment/server-process.ts';
import { openAs, merchantNamed, organizationOf, personOf } from './outside-people.ts';
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
  // The session is there, and auth/login looks at it.
  const end = environment.proxy.networkFault(/\/currentuser$/, { kind: 'slow', ms: 1500 });
  await hasShell(page, 'guest', '/auth/login');
  await says(page, 'Please wait...');
  end();
  await side(page).waitFor();
  proves(t, '2.2.side.not-login');
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

test('the app of a host name has one domain, given at the start, and its colour', async (t) => {
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
    const text = await page.locator('#tegeka-config').textContent();
    assert.match(text ?? '', new RegExp(`"domain":"${app.toUpperCase()}"`));
    // The address is known once the page has read its run-time configuration.
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
  await openAs(environment, page, 'operator', personOf('operator', operators));
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
