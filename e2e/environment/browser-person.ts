import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';

/** How somebody looks at the product. */
export interface Look {
  phone?: boolean;
  dark?: boolean;
  scripts?: boolean;
  /** What the browser says it is. */
  userAgent?: string;
  /** Console errors that belong to the story, such as the 404 of a business that is not there yet. */
  expects?: readonly RegExp[];
}

/** Somebody at a browser of their own. */
export interface Person {
  page: Page;
  context: BrowserContext;
  /** From here on these console errors belong to the story. */
  expects: (...errors: RegExp[]) => void;
  /** Leaves: every error of the console and the page that did not belong to the story is a fault. */
  leave: () => Promise<void>;
}

function told(message: ConsoleMessage): string {
  return `${message.text()} (${message.location().url})`;
}

function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  // Breaches of the content policy are errors of the console as well.
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(told(message));
  });
  context.on('weberror', (error) => errors.push(`uncaught: ${String(error.error().stack)}`));
  return errors;
}

async function pictureFailure(page: Page, t: TestContext): Promise<void> {
  const name = t.name.replaceAll(/\W+/g, '-').slice(0, 80);
  const file = path.join(tmpdir(), `tegeka-e2e-${name}-${process.pid}.png`);
  await page.screenshot({ path: file, fullPage: true }).catch(() => undefined);
  t.diagnostic(`at ${page.url()}, see ${file}`);
}

/** Opens a browser of somebody's own, closed and judged when the test ends. */
export async function openPerson(
  browser: Browser,
  t: TestContext,
  look: Look = {},
): Promise<Person> {
  const context = await browser.newContext({
    viewport: look.phone ? { width: 360, height: 740 } : { width: 1280, height: 800 },
    hasTouch: look.phone ?? false,
    colorScheme: look.dark ? 'dark' : 'light',
    javaScriptEnabled: look.scripts ?? true,
    reducedMotion: 'reduce',
    ...(look.userAgent && { userAgent: look.userAgent }),
  });
  context.setDefaultTimeout(15_000);
  const errors = collectErrors(context);
  const expected = [...(look.expects ?? [])];
  const page = await context.newPage();
  let left = false;
  const leave = async () => {
    if (left) return;
    left = true;
    await context.close();
    const strange = errors.filter((error) => !expected.some((one) => one.test(error)));
    assert.deepEqual(strange, [], 'errors in the browser');
  };
  t.after(async () => {
    // Known at run time only: the types of Node lack it.
    if ('passed' in t && t.passed === false) await pictureFailure(page, t);
    await leave();
  });
  return { page, context, expects: (...more) => expected.push(...more), leave };
}
