import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** Tab presses within which every element of a screen is reached. */
const MAX = 60;

/** The computed styles of an element, its siblings and its ancestors. */
function looksOf(element: Element): string {
  const looked = [element, ...(element.parentElement?.children ?? [])];
  // A table may highlight the whole row when its link has the focus.
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

/** Waits until the focus is on the main content: the element that had it is gone. */
export async function focusOnPage(page: Page): Promise<void> {
  await page.locator('main:focus').waitFor();
}

/**
 * Presses Tab until the target has the focus. Fails unless the focus is visible: the target must look
 * different than before.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  if (await hasFocus(target)) return;
  const before = await target.evaluate(looksOf);
  for (let step = 0; step < MAX; step += 1) {
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
