import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from './steps/account-steps.ts';
import { MENUS } from './steps/menu-pages.ts';
import { ALL_LOOKS, checkScreen } from './steps/screen-check.ts';
import { goInApp, landing } from './steps/screen-steps.ts';
import { demoIsMade } from './environment/mandate-setup.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

// Two weeks of history, so that every list has entries.
const environment = openTestEnvironment({ settings: { DEMO_HISTORY_DAYS: '14' } });

/** The lists of each app: the name of the table by the path. */
const LISTS = {
  merchant: {
    '/dashboard/mandates': 'Mandates',
    '/dashboard/mandates/transactions': 'Transactions',
    '/dashboard/customers': 'Customers',
    '/dashboard/products': 'Products',
    '/dashboard/billing': 'Payouts',
  },
  bank: {
    '/dashboard/approval-requests': 'Approval requests',
    '/dashboard/mandates': 'Mandates',
    '/dashboard/mandates/transactions': 'Transactions',
    '/dashboard/mandates/clearing-files': 'Files',
  },
  operator: {
    '/dashboard/mandates': 'Mandates',
    '/dashboard/mandates/transactions': 'Transactions',
    '/dashboard/mandates/sessions': 'Sessions',
    '/dashboard/mandates/clearing-files': 'Files',
    '/dashboard/banks': 'Banks',
    '/dashboard/merchants': 'Merchants',
    '/dashboard/billing': 'Payouts',
    '/dashboard/approval-requests': 'Approval requests',
  },
};

/** Where the rows of a table are, and the cells that lie on others or stick out of their row. */
const readRows = (page: Page, name: string) =>
  page.getByRole('table', { name, exact: true }).evaluate((table) =>
    [...table.querySelectorAll('tbody tr')].map((row) => {
      const { top, bottom, left, right, height } = row.getBoundingClientRect();
      const boxes = [...row.querySelectorAll('td')]
        .filter((cell) => cell.checkVisibility() && cell.textContent !== '')
        .map((cell) => ({ text: cell.textContent, box: cell.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1);
      const wrong = boxes.filter(
        ({ box }, at) =>
          box.left < left ||
          box.right > right + 1 ||
          box.bottom > bottom + 1 ||
          boxes.some(
            ({ box: other }, place) =>
              place !== at &&
              box.left < other.right - 1 &&
              other.left < box.right - 1 &&
              box.top < other.bottom - 1 &&
              other.top < box.bottom - 1,
          ),
      );
      return { top, bottom, height, wrong: wrong.map(({ text }) => text) };
    }),
  );

/** The list is sorted by what stands above the rows. */
async function sorts(page: Page): Promise<void> {
  await goInApp(page, '/dashboard/customers');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.waitForURL(/sort=name/);
  await page
    .getByRole('columnheader', { name: 'Name' })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor();
}

for (const [name, lists] of Object.entries(LISTS)) {
  test(`on a phone, the first row of every list of a ${name} is in sight, and rows are short`, async (t) => {
    await demoIsMade(environment.server);
    const { page } = await environment.person(t, { phone: true });
    const { app, email } = MENUS[name] ?? assert.fail(name);
    await signIn(page, environment.server, app, email);
    await landing(page);
    for (const [path, table] of Object.entries(lists)) {
      await goInApp(page, path);
      const shown = page.getByRole('table', { name: table, exact: true });
      await shown.getByRole('link').first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => scrollTo(0, 0));
      const rows = await readRows(page, table);
      for (const { height, wrong } of rows) {
        assert.ok(height >= 44 && height <= 96, `${table}: a row of ${height} px`);
        assert.deepEqual(wrong, [], `${table}: cells that overlap or stick out`);
      }
      const bottom = rows[0]?.bottom ?? Infinity;
      assert.ok(bottom <= 740, `${table}: the first row ends at ${bottom} px`);
      await checkScreen(page, `400-${name}-${table.toLowerCase().replaceAll(' ', '-')}`, ALL_LOOKS);
      // All of a row can be pressed, and opens what the row leaves out.
      const { width = 0, height = 0 } =
        (await shown.locator('tbody tr').first().boundingBox()) ?? {};
      await shown
        .locator('tbody tr')
        .first()
        .click({ position: { x: width - 6, y: height - 6 } });
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.waitForURL((url) => url.pathname === path);
    }
    if (name === 'merchant') await sorts(page);
  });
}
