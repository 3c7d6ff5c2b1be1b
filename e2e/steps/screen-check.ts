import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';

/** Folder for screenshots of every screen; without it none are taken. */
const SHOTS = process.env['SHOTS'];

interface Look {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
}

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };

/** One colour scheme for each width: so far the other combinations have shown no further findings. */
const LOOKS: readonly Look[] = [
  { ...WIDE, colorScheme: 'light' },
  { ...NARROW, colorScheme: 'dark' },
];

/** Each width in both colour schemes, for important pages. */
export const ALL_LOOKS: readonly Look[] = [
  ...LOOKS,
  { ...WIDE, colorScheme: 'dark' },
  { ...NARROW, colorScheme: 'light' },
];

/** Milliseconds within which a screen has loaded what it shows. */
const LOADING_MS = 15_000;

/** Waits until nothing loads or moves: a colour in the middle of a transition would be judged wrongly. */
async function settle(page: Page, name: string): Promise<void> {
  await page
    .waitForFunction(
      // Some examples of the gallery load for ever.
      () => document.querySelector("[aria-busy='true']:not([data-gallery] *)") === null,
      undefined,
      { timeout: LOADING_MS },
    )
    .catch((cause: unknown) => {
      throw new Error(`${name}: it is still loading`, { cause });
    });
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter((animation) => {
      const timing = animation.effect?.getComputedTiming();
      return Number.isFinite(Number(timing?.endTime ?? 0));
    });
    await Promise.allSettled(passing.map((animation) => animation.finished));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** The minified axe, less than half as long as the source that the module exports. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe that look at colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The violations that axe finds, by all rules or by some. */
async function findings(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  // Axe stays in a page until the next navigation; sending it takes longer than running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Only violations are returned: the complete result of axe is much longer.
  const options = JSON.stringify({ resultTypes: ['violations'], ...(runOnly && { runOnly }) });
  const violations: Result[] = await page.evaluate(
    `axe.run(${options}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, help, nodes }) => {
    const where = nodes.map((node) => `${node.target.join(' ')} (${node.any[0]?.message ?? ''})`);
    return `${id}: ${help}\n    ${where.join('\n    ')}`;
  });
}

/** The elements that are wider than the window. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .slice(0, 5)
      .map((element) => element.outerHTML.slice(0, 120));
  });
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
}

/**
 * Checks the screen without changing its state: no findings of axe and no sideways scrolling, by
 * default wide in light colours and narrow in dark ones. Restores the size of the window.
 */
export async function checkScreen(
  page: Page,
  name: string,
  looks: readonly Look[] = LOOKS,
): Promise<void> {
  const before = page.viewportSize();
  const schemeBefore = await page.evaluate(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const errors: string[] = [];
  const widths = new Set<number>();
  for (const { width, height, colorScheme } of looks) {
    const look = `${name}-${width}-${colorScheme}`;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await settle(page, look);
    await takePicture(page, look);
    // In the second colour scheme of a width only the colours differ.
    const found = await findings(page, widths.has(width) ? COLOUR_RULES : undefined);
    errors.push(...found.map((finding) => `${look}: ${finding}`));
    errors.push(...(await tooWide(page)).map((element) => `${look}: sticks out: ${element}`));
    widths.add(width);
  }
  await page.emulateMedia({ colorScheme: schemeBefore });
  if (before) await page.setViewportSize(before);
  assert.deepEqual(errors, [], errors.join('\n'));
}
