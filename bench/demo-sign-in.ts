import type { Browser } from 'playwright-core';

/** Amina of the demo, whose business is active: she lands on her dashboard. */
export const OWNER = 'amina@nile-traders.example';
/** Carol of the demo, whose business was asked to correct its registration. */
export const CORRECTING = 'carol@jinja-academy.example';
/** Brian of the demo, whose business waits for its review. */
export const WAITING = 'brian@kololo-clinic.example';
/** Olivia of the demo, who reviews businesses. */
export const OPERATOR = 'olivia@operator.example';
/** Everybody's password in the demo. */
export const PASSWORD = 'kampala-sunrise';

/** What a signed-in browser keeps in local storage. */
export type Kept = Record<string, string>;

/** Signs a person in on the provider's page. Returns what the app stored. */
export async function signIn(browser: Browser, home: string, email: string): Promise<Kept> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${home}/auth/login`);
    await page.fill('input[name=username]', email);
    await page.fill('input[name=password]', PASSWORD);
    await page.click('form button');
    await page.waitForURL(/\/(dashboard|register)\//);
    const names = ['JWT_TOKEN', 'REFRESH_TOKEN', 'USERNAME', 'CURRENT_USER', 'currentOrganization'];
    await page.waitForFunction(() => localStorage.getItem('CURRENT_USER') !== null);
    return await page.evaluate(
      (wanted) =>
        Object.fromEntries(wanted.map((name) => [name, localStorage.getItem(name) ?? ''])),
      names,
    );
  } finally {
    await context.close();
  }
}
