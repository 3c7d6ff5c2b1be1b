import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';

/** Settings of the browser of a person. */
export interface Look {
  phone?: boolean;
  dark?: boolean;
  scripts?: boolean;
  /** The user agent. Default: that of Chromium. */
  userAgent?: string;
  /** Console errors that the test expects, such as the 404 of a business that is not registered yet. */
  expects?: readonly RegExp[];
}

/** A person with a browser context of their own. */
export interface Person {
  page: Page;
  context: BrowserContext;
  /** Expects these console errors too from now on. */
  expects: (...errors: RegExp[]) => void;
  /** Closes the browser. Fails on every error of console or page that was not expected. */
  leave: () => Promise<void>;
}

function told(message: ConsoleMessage): string {
  return `${message.text()} (${message.location().url})`;
}

function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  // Violations of the content security policy are console errors as well.
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

/**
 * Opens a browser context for a person. It is closed when the test ends, which fails on unexpected
 * errors.
 */
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
    // `passed` exists at run time and is missing in Node's types.
    if ('passed' in t && t.passed === false) await pictureFailure(page, t);
    await leave();
  });
  return { page, context, expects: (...more) => expected.push(...more), leave };
}
