import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Where pictures of every screen go; none are taken without it. */
const SHOTS = process.env['SHOTS'];

const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
] as const;
const SCHEMES = ['light', 'dark'] as const;

interface Look {
  width: number;
  scheme: (typeof SCHEMES)[number];
}

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

/** The rules that a colour scheme can break; all others say the same in the other scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

async function findings(page: Page, rules: readonly string[]): Promise<string[]> {
  // A page keeps axe until it is left: sending it again for each look would take longer than the look.
  const loaded = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));
  const builder = new AxeBuilder({ page, ...(loaded && { axeSource: 'void 0' }) });
  // Legacy mode: everything in the page itself, without a second tab that would take the focus.
  const axe = builder.options({ resultTypes: ['violations'] }).setLegacyMode(true);
  const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze();
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

async function checkLook(page: Page, name: string, look: Look): Promise<string[]> {
  const { width, scheme } = look;
  await settle(page);
  await takePicture(page, name);
  const rules = scheme === 'light' ? [] : COLOR_RULES;
  const found = (await findings(page, rules)).map((finding) => `${name}: ${finding}`);
  const wide = width === 360 ? await tooWide(page) : [];
  return [...found, ...wide.map((element) => `${name}: sticks out sideways: ${element}`)];
}

/**
 * Judges the screen as it stands, without losing its state: no finding of axe in both colour schemes
 * and widths, nothing that scrolls sideways on a phone. The window is as before at the end.
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  const schemeBefore = await page.evaluate(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const errors: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      const look = { width: size.width, scheme };
      errors.push(...(await checkLook(page, `${name}-${size.width}-${scheme}`, look)));
    }
  }
  await page.emulateMedia({ colorScheme: schemeBefore });
  if (before) await page.setViewportSize(before);
  assert.deepEqual(errors, [], errors.join('\n'));
}
