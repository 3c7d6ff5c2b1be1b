import type { BrowserContext, Page } from 'playwright-core';
import { checkScreen } from './screen-check.ts';

/** The time on the clock of the page. */
const timeOf = (page: Page) => page.evaluate(() => Date.now());

/**
 * Stops the clocks of all tabs. Otherwise the real seconds of the test are added, which are many on a
 * busy machine.
 */
export async function stopClocks(page: Page, context: BrowserContext): Promise<void> {
  await context.clock.pauseAt((await timeOf(page)) + 1000);
}

/** Checks a screen with a countdown: the time is fixed meanwhile, and timers run. */
export async function checkStill(page: Page, context: BrowserContext, name: string): Promise<void> {
  const still = await timeOf(page);
  await context.clock.setFixedTime(still);
  await context.clock.resume();
  await checkScreen(page, name);
  await context.clock.setSystemTime(still);
  await stopClocks(page, context);
}

/** Whether a tab is renewing its tokens; it holds a lock meanwhile. */
const isRenewing = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return held.length + pending.length > 0;
  });

/** Less than the timeout of a renewal, which runs on the same clock. */
const STEP_MS = 5000;

/**
 * Advances the clocks of all tabs, in steps that timers can follow. A token renewal that runs into its
 * timeout would end the session, so each step waits for the renewal that it started.
 */
export async function pass(page: Page, minutes: number): Promise<void> {
  const { clock } = page.context();
  for (let left = minutes * 60_000; left > 0; left -= STEP_MS) {
    await clock.runFor(STEP_MS);
    for (let looks = 0; looks < 400 && (await isRenewing(page)); looks += 1) {
      // The page releases the lock only after its clock has advanced a little.
      await clock.runFor(10);
      await page.waitForTimeout(25);
    }
  }
}
