import type { BrowserContext, Page } from 'playwright-core';
import { checkScreen } from './screen-check.ts';

/** The time on the clock of the page. */
const timeOf = (page: Page) => page.evaluate(() => Date.now());

/**
 * Stops the clocks of all tabs, which tick beside the test otherwise: on a busy machine its own
 * seconds would add up.
 */
export async function stopClocks(page: Page, context: BrowserContext): Promise<void> {
  await context.clock.pauseAt((await timeOf(page)) + 1000);
}

/** Looks at a screen that counts down: time stands still meanwhile, and timers go on. */
export async function checkStill(page: Page, context: BrowserContext, name: string): Promise<void> {
  const still = await timeOf(page);
  await context.clock.setFixedTime(still);
  await context.clock.resume();
  await checkScreen(page, name);
  await context.clock.setSystemTime(still);
  await stopClocks(page, context);
}

/** Whether a tab renews its tokens, which it does under a lock. */
const isRenewing = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return held.length + pending.length > 0;
  });

/** Less than the timeout of a renewal, which runs on the same clock. */
const STEP_MS = 5000;

/**
 * Lets minutes pass on the clocks of all tabs, in steps that timers can follow. A renewal of tokens that
 * its timeout cuts off would end the session: each step waits until the one that it has begun is done.
 */
export async function pass(page: Page, minutes: number): Promise<void> {
  const { clock } = page.context();
  for (let left = minutes * 60_000; left > 0; left -= STEP_MS) {
    await clock.runFor(STEP_MS);
    for (let looks = 0; looks < 400 && (await isRenewing(page)); looks += 1) {
      // The lock is held for a moment longer, by the clock.
      await clock.runFor(10);
      await page.waitForTimeout(25);
    }
  }
}
