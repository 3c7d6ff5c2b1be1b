import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { enterAs, organizationOf, personOf, storedIn } from './outside-people.ts';
import { proves } from './proof-report.ts';
import { openOutsideEnvironment } from './proof-stage.ts';

const environment = openOutsideEnvironment();
const MINUTE = 60_000;

/** Advances the stopped clocks of all tabs, in steps that timers can follow. */
async function pass(context: BrowserContext, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= MINUTE)
    await context.clock.runFor(Math.min(left, MINUTE));
}

const isIn = (page: Page) => new URL(page.url()).pathname.startsWith('/dashboard');

/** Scrolls a tab; its window must be lower than the page. */
async function scroll(page: Page): Promise<void> {
  await page.bringToFront();
  await page.evaluate(async () => {
    document.body.style.minHeight = '2000px';
    const scrolled = new Promise((resolve) => {
      addEventListener('scroll', resolve, { capture: true, once: true });
    });
    scrollTo(0, 300);
    await scrolled;
  });
}

test('1,800,000 ms after the last scroll, mouse move or key press in any tab the session ends, to the second', async (t) => {
  // A tab that renews its token while another one logs out is refused.
  const { page, context } = await environment.person(t, { expects: [/400 .*\/token/] });
  // With stopped clocks a tab does not wait until the other tab's new tokens have reached it.
  environment.provider.rotates = false;
  await context.clock.install();
  const operators = await organizationOf(environment, 'operator');
  await enterAs(environment, page, 'operator', personOf('operator', operators));
  await page.waitForLoadState('networkidle');
  const other = await context.newPage();
  await other.setViewportSize({ width: 800, height: 240 });
  await other.goto(`${environment.server.origin('operator')}/dashboard/currencies`);
  await other.waitForLoadState('networkidle');
  await context.clock.pauseAt((await other.evaluate(() => Date.now())) + 1000);

  // Each activity comes 20 minutes after the one before: without any one of them the session would end.
  await pass(context, 20 * MINUTE);
  await scroll(other);
  await pass(context, 20 * MINUTE);
  await page.bringToFront();
  await page.mouse.move(40, 40);
  await pass(context, 20 * MINUTE);
  await page.keyboard.press('Shift');
  await pass(context, 1_799_000);
  assert.ok(isIn(page) && isIn(other), 'a second before, both tabs are signed in');
  assert.equal(environment.provider.farewells.length, 0);
  // The last second, and the second in which other tabs are asked for their last activity.
  await pass(context, 1000);
  await pass(context, 1000);
  // The clocks are stopped: a tab that is not logged out now would stay signed in.
  await page.waitForURL((url) => !url.pathname.startsWith('/dashboard'));
  await context.clock.resume();
  await other.waitForURL((url) => !url.pathname.startsWith('/dashboard'));
  assert.equal(environment.provider.farewells[0], `${environment.server.origin('operator')}/`);
  // The first tab goes to the home page, which asks for a sign-in. It signs out the other tab,
  // which shows that.
  const home = (tab: Page) => tab.getByRole('heading', { name: 'Who are you?' }).waitFor();
  await Promise.any([page, other].map(home));
  assert.deepEqual(await storedIn(other).catch(() => ({})), {});
  proves(t, '4.1.5.scroll', '4.1.5.mouse', '4.1.5.key', '4.1.5.tabs', '4.1.5.logout');
  proves(t, '9.inactivity');
});
