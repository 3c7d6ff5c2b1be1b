import type { Locator, Page } from 'playwright-core';
import type { TestServer } from '../environment/server-process.ts';
import { signIn } from './account-steps.ts';
import { OWNER } from './customer-steps.ts';
import { landing, titled } from './screen-steps.ts';

/** A transaction in the list. */
export const rowOf = (page: Page, text: string | RegExp) =>
  page.getByRole('table', { name: 'Transactions' }).getByRole('row').filter({ hasText: text });

/** Goes to the transactions of an app by the menu. */
export async function goToTransactions(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Transactions' }).click();
  await titled(page, 'Transactions');
}

/** Signs in the owner, opens the transactions and searches for a customer. */
export async function openDebits(page: Page, server: TestServer, customer: string): Promise<void> {
  await signIn(page, server, 'merchant', OWNER.email);
  await landing(page);
  await goToTransactions(page);
  await page.getByRole('searchbox', { name: 'Search transactions' }).fill(customer);
  await page.waitForURL(/search=/);
}

/** Opens a transaction from the list. */
export async function openRow(page: Page, text: string, name: string): Promise<Locator> {
  await rowOf(page, text).getByRole('link').first().press('Enter');
  const drawer = page.getByRole('dialog', { name: `From ${name}` });
  await drawer.getByRole('heading', { name: 'Money' }).waitFor();
  return drawer;
}
