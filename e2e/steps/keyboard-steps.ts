import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** Steps with Tab that lead anywhere on one screen. */
const MOST = 60;

/** How an element, what stands beside it, and what it stands in looks. */
function looksOf(element: Element): string {
  const looked = [element, ...(element.parentElement?.children ?? [])];
  // A whole row of a table may show that its link has the focus.
  for (let around = element.parentElement; around && looked.length < 40;) {
    looked.push(around);
    around = around.parentElement;
  }
  return looked
    .map((one) => getComputedStyle(one))
    .map((style) => {
      return `${style.outline} ${style.boxShadow} ${style.borderColor} ${style.backgroundColor}`;
    })
    .join('|');
}

/** Waits until an element has the focus. */
export const waitForFocus = (target: Locator): Promise<void> =>
  target.and(target.page().locator(':focus')).waitFor({ state: 'attached' });

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Waits until the keyboard is at the page's content: what had it before is gone. */
export async function focusOnPage(page: Page): Promise<void> {
  await page.locator('main:focus').waitFor();
}

/**
 * Goes on with Tab until this has the focus. Somebody who looks at the screen must see that it has:
 * it looks different from how it looked before.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  if (await hasFocus(target)) return;
  const before = await target.evaluate(looksOf);
  for (let step = 0; step < MOST; step += 1) {
    await page.keyboard.press('Tab');
    if (!(await hasFocus(target))) continue;
    assert.notEqual(
      await target.evaluate(looksOf),
      before,
      `the focus on ${String(target)} is visible`,
    );
    return;
  }
  assert.fail(`Tab does not lead to ${String(target)}`);
}

/** Goes to a field with Tab and types. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Goes to a button or link with Tab and presses Enter. */
export async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
