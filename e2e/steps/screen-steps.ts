import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Waits until each text is shown, with exactly these words. */
export async function says(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await page.getByText(text, { exact: true }).first().waitFor();
}

/** Waits for a heading with exactly this name. */
export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

/** Whether the step has a back arrow. */
export async function hasBack(page: Page): Promise<boolean> {
  return (await page.getByRole('button', { name: 'Back' }).count()) === 1;
}

/** The button that leads to the next step. */
export const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });

/** Waits until the document has this title, which the router sets after the address has changed. */
export async function titled(page: Page, title: string): Promise<void> {
  await page.waitForFunction((expected) => document.title === expected, `${title} - Tegeka`);
}

/** Goes to another page of the app without a reload, as a link does. */
export async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

/** Waits for the landing page of the dashboard: the mandates, or their empty state. */
export const landing = (page: Page): Promise<void> =>
  page
    .getByRole('table', { name: 'Mandates' })
    .or(page.getByRole('heading', { name: 'No mandates yet', exact: true }))
    .waitFor();

/** Presses the button of a stored file, which the browser then saves. */
export async function savesFile(page: Page, name: string): Promise<void> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const download = await saved;
  assert.equal(await download.failure(), null);
}
