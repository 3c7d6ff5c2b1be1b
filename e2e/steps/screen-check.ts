import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
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

/** Waits until nothing moves, so that no colour is judged half-way through a transition. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter((animation) => {
      const timing = animation.effect?.getComputedTiming();
      return Number.isFinite(Number(timing?.endTime ?? 0));
    });
    await Promise.allSettled(passing.map((animation) => animation.finished));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** What axe objects to. */
async function findings(page: Page): Promise<string[]> {
  // A page keeps axe until it is left: sending it again for each look would take longer than the look.
  const loaded = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));
  const builder = new AxeBuilder({ page, ...(loaded && { axeSource: 'void 0' }) });
  // Legacy mode: everything in the page itself, without a second tab that would take the focus.
  const axe = builder.options({ resultTypes: ['violations'] }).setLegacyMode(true);
  const { violations } = await axe.analyze();
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
  for (const { width, height, colorScheme } of looks) {
    const look = `${name}-${width}-${colorScheme}`;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await settle(page);
    await takePicture(page, look);
    errors.push(...(await findings(page)).map((finding) => `${look}: ${finding}`));
    errors.push(...(await tooWide(page)).map((element) => `${look}: sticks out: ${element}`));
  }
  await page.emulateMedia({ colorScheme: schemeBefore });
  if (before) await page.setViewportSize(before);
  assert.deepEqual(errors, [], errors.join('\n'));
}
