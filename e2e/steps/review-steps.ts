import type { Locator, Page } from 'playwright-core';
import { signIn } from './account-steps.ts';
import type { TestServer } from '../environment/server-process.ts';

/** The operator of the demo. */
export const OPERATOR = 'olivia@operator.example';

/** Her colleague, who approves what she asks for. */
export const SECOND_OPERATOR = 'peter@operator.example';

/** Opens Approvals → Inbox by the menu. */
export async function openInbox(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  const group = menu.getByRole('button', { name: 'Approvals' });
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
  await menu.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('table', { name: 'Approval requests' }).waitFor();
}

/** Opens a request in the inbox by the name of the business. Returns its drawer. */
export async function openRequest(page: Page, business: string): Promise<Locator> {
  await page.getByRole('link', { name: business }).click();
  const drawer = page.getByRole('dialog', { name: business });
  await drawer.getByRole('heading', { name: business }).waitFor();
  return drawer;
}

/** Signs the operator in and opens a business in the inbox. */
export async function reviewAs(
  page: Page,
  server: TestServer,
  business: string,
  email: string = OPERATOR,
): Promise<Locator> {
  await signIn(page, server, 'operator', email);
  await openInbox(page);
  return openRequest(page, business);
}

/** The value at a label of a summary card. */
export async function valueAt(place: Locator, label: string): Promise<string> {
  const named = place.page().locator('dt', { hasText: new RegExp(`^${label}$`) });
  const row = place.locator('dl > div').filter({ has: named });
  return (await row.locator('dd').innerText()).trim();
}
