import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';

/** Where pictures of every screen go; none are taken without it. */
const SHOTS = process.env['SHOTS'];

interface Look {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
}

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };

/** Each width in one of the colour schemes: a finding of the other pair has not been seen yet. */
const LOOKS: readonly Look[] = [
  { ...WIDE, colorScheme: 'light' },
  { ...NARROW, colorScheme: 'dark' },
];

/** Each width in both colour schemes, for pages that strangers see. */
export const ALL_LOOKS: readonly Look[] = [
  ...LOOKS,
  { ...WIDE, colorScheme: 'dark' },
  { ...NARROW, colorScheme: 'light' },
];

/** Milliseconds within which a screen has loaded what it shows. */
const LOADING_MS = 15_000;

/** Waits until nothing loads and nothing moves, so that no colour is judged half-way through a transition. */
async function settle(page: Page, name: string): Promise<void> {
  await page
    .waitForFunction(() => document.querySelector("[aria-busy='true']") === null, undefined, {
      timeout: LOADING_MS,
    })
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

/** Axe as it is sent to a page: less than half as long as the source that the module itself names. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe that look at colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe objects to, by all its rules or some. */
async function findings(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  // A page keeps axe until it is left: sending it again for each look would take longer than the look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Only violations come back: all that axe tells of a screen is much longer.
  const options = JSON.stringify({ resultTypes: ['violations'], ...(runOnly && { runOnly }) });
  const violations: Result[] = await page.evaluate(
    `axe.run(${options}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, help, nodes }) => {
    const where = nodes.map((node) => `${node.target.join(' ')} (${node.any[0]?.message ?? ''})`);
    return `${id}: ${help}\n    ${where.join('\n    ')}`;
  });
}

/** What sticks out of a page that is as wide as the window. */
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
 * Judges the screen as it stands, without losing its state: no finding of axe, wide in light colours
 * and narrow in dark ones unless told otherwise, nothing that scrolls sideways on a phone. The window is as before at the
 * end.
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
    // In the other colours a screen of this width has changed in nothing else.
    const found = await findings(page, widths.has(width) ? COLOUR_RULES : undefined);
    errors.push(...found.map((finding) => `${look}: ${finding}`));
    errors.push(...(await tooWide(page)).map((element) => `${look}: sticks out: ${element}`));
    widths.add(width);
  }
  await page.emulateMedia({ colorScheme: schemeBefore });
  if (before) await page.setViewportSize(before);
  assert.deepEqual(errors, [], errors.join('\n'));
}
