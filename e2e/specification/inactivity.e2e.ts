import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { enterAs, organizationOf, personOf, storedIn } from './outside-people.ts';
import { proves } from './proof-mark.ts';
import { openOutsideEnvironment } from './proof-stage.ts';

const environment = openOutsideEnvironment();
const MINUTE = 60_000;

/**
 * Signs an operator in with a clock that the test controls, in a window low enough to be scrolled.
 */
async function enterUnderClock(t: TestContext) {
  const person = await environment.person(t);
  const { page, context } = person;
  await context.clock.install();
  await page.setViewportSize({ width: 800, height: 240 });
  await enterAs(
    environment,
    page,
    'operator',
    personOf('operator', await organizationOf(environment, 'operator')),
  );
  await page.waitForLoadState('networkidle');
  return person;
}

/** Advances the clocks of all tabs, in steps that timers can follow. */
async function pass(context: BrowserContext, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= MINUTE)
    await context.clock.runFor(Math.min(left, MINUTE));
}

const isIn = (page: Page) => new URL(page.url()).pathname.startsWith('/dashboard');

/**
 * Asserts that the person is signed in 29.5 minutes after the last activity, and signed out a
 * minute later.
 */
async function endsOnTime(page: Page, context: BrowserContext): Promise<void> {
  await pass(context, 29 * MINUTE + 30_000);
  assert.ok(isIn(page), 'still signed in');
  assert.equal(environment.provider.farewells.length, 0);
  // Second by second: timeouts of requests run on the same clock, which must not overtake the answers.
  for (let second = 0; second < 60 && isIn(page); second += 1) {
    await pass(context, 1000);
    await page.waitForTimeout(50);
  }
  await page.waitForURL((url) => !url.pathname.startsWith('/dashboard'));
}

test('30 minutes after the last scroll in any tab, all tabs are logged out, to the home address', async (t) => {
  const { page, context } = await enterUnderClock(t);
  const other = await context.newPage();
  await other.setViewportSize({ width: 800, height: 240 });
  await other.goto(`${environment.server.origin('operator')}/dashboard/currencies`);
  await other.waitForLoadState('networkidle');
  await pass(context, 20 * MINUTE);
  await other.bringToFront();
  await other.evaluate(async () => {
    document.body.style.minHeight = '2000px';
    const scrolled = new Promise((resolve) => {
      addEventListener('scroll', resolve, { capture: true, once: true });
    });
    scrollTo(0, 300);
    await scrolled;
  });
  await endsOnTime(page, context);
  await other.waitForURL((url) => !url.pathname.startsWith('/dashboard'));
  assert.equal(environment.provider.farewells[0], `${environment.server.origin('operator')}/`);
  // The first tab goes to the home page, which asks for a sign-in. It signs out the other tab,
  // which shows that.
  const home = (tab: Page) => tab.getByRole('heading', { name: 'Who are you?' }).waitFor();
  await Promise.any([page, other].map(home));
  assert.deepEqual(await storedIn(other).catch(() => ({})), {});
  proves(t, '4.1.5.scroll', '4.1.5.tabs', '4.1.5.logout', '9.inactivity');
});

for (const [name, id, sign] of [
  ['key press', '4.1.5.key', (page: Page) => page.keyboard.press('Shift')],
  ['mouse move', '4.1.5.mouse', (page: Page) => page.mouse.move(40, 40)],
] as const) {
  test(`30 minutes after the last ${name} the person is logged out`, async (t) => {
    environment.provider.farewells.splice(0);
    const { page, context } = await enterUnderClock(t);
    await pass(context, 20 * MINUTE);
    await sign(page);
    await endsOnTime(page, context);
    proves(t, id);
  });
}
