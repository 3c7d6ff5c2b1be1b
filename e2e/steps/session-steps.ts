import type { Page } from 'playwright-core';

/** The names of what the app keeps in the browser. */
export function storedNames(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted(),
  );
}

/** The button with the signed-in person, which logs out. */
export const profileButton = (page: Page) =>
  page.getByRole('complementary', { name: 'Product' }).getByTitle('Log out');
