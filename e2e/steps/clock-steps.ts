import type { BrowserContext, Page, Request } from 'playwright-core';
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

/** The calls of all tabs that are under way. */
export function callsUnderWay(context: BrowserContext): ReadonlySet<Request> {
  const calls = new Set<Request>();
  const ended = (call: Request) => calls.delete(call);
  context.on('request', (call) => calls.add(call));
  context.on('requestfinished', ended);
  context.on('requestfailed', ended);
  return calls;
}

/**
 * Lets minutes pass on the clocks of all tabs, in steps that timers can follow. A renewal of tokens that
 * its own timeout cuts off would end the session: each step waits for the calls that it has begun.
 */
export async function pass(
  page: Page,
  calls: ReadonlySet<Request>,
  minutes: number,
): Promise<void> {
  for (let left = minutes; left > 0; left -= 1) {
    await page.context().clock.runFor(60_000);
    for (let looks = 0; looks === 0 || (calls.size > 0 && looks < 200); looks += 1)
      await page.waitForTimeout(20);
  }
}
