import type { Locator, Page } from 'playwright-core';
import { type Newcomer, PLAY_PASSWORD, signIn } from './account-steps.ts';
import type { TestServer } from '../environment/server-process.ts';

/** The owner of the demo's active business, which has customers already. */
export const OWNER = { email: 'amina@nile-traders.example', password: PLAY_PASSWORD };

/** The owner of a business without customers. */
export const BEGINNER: Newcomer = {
  email: 'stella@new-shop.example',
  phone: '0772555031',
  firstName: 'Stella',
  lastName: 'Nansubuga',
  businessName: 'New Shop Limited',
  password: 'basket-thunder-orange',
};

/** A customer by the labels of the form. */
export const GRACE = {
  'First name': 'Grace',
  'Last name': 'Atim',
  'Reference number': 'SHOP-0001',
  'Phone number': '0772 123456',
  Email: 'grace.atim@example.com',
};

/** The list's address in the app. */
export const customersAt = (server: TestServer) =>
  `${server.origin('merchant')}/dashboard/customers`;

/** The table of customers. */
export const customerTable = (page: Page) => page.getByRole('table', { name: 'Customers' });

/** The names in the list, from its top. */
export const namesListed = (page: Page) => customerTable(page).getByRole('link').allInnerTexts();

/** Waits until the list begins with this name. */
export async function listBegins(page: Page, name: string): Promise<void> {
  await customerTable(page).getByRole('link').first().getByText(name, { exact: true }).waitFor();
}

/** Signs an owner in and opens Customers by the menu. */
export async function openCustomers(page: Page, server: TestServer, owner = OWNER): Promise<void> {
  await signIn(page, server, 'merchant', owner.email, owner.password);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Customers' }).click();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
}

/** Opens the form for a new customer. */
export async function openNew(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Add customer' }).click();
  const form = page.getByRole('dialog', { name: 'Add customer' });
  await form.waitFor();
  return form;
}

/** Fills in fields of a customer's form. */
export async function fillCustomer(form: Locator, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await form.getByLabel(label, { exact: true }).fill(text);
  }
}

/** Adds a customer in the form and waits until the form is closed. */
export async function addCustomer(page: Page, texts: Record<string, string>): Promise<void> {
  const form = await openNew(page);
  await fillCustomer(form, texts);
  await form.getByRole('button', { name: 'Add customer' }).click();
  await form.waitFor({ state: 'detached' });
}

/** Opens a customer's drawer from the list. */
export async function openCustomer(page: Page, name: string): Promise<Locator> {
  await customerTable(page).getByRole('link', { name, exact: true }).click();
  const drawer = page.getByRole('dialog', { name, exact: true });
  await drawer.getByText('Reference number').waitFor();
  return drawer;
}

/** Adds customers by the API, as the signed-in person. */
export async function addByApi(page: Page, customers: readonly object[]): Promise<void> {
  await page.evaluate(async (bodies) => {
    const user: unknown = JSON.parse(localStorage.getItem('CURRENT_USER') ?? '{}');
    const merchantId =
      typeof user === 'object' && user && 'merchantId' in user ? String(user.merchantId) : '';
    for (const body of bodies) {
      const csrf = /XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';
      const answer = await fetch(`/api/v1/merchants/${merchantId}/customers`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${localStorage.getItem('JWT_TOKEN') ?? ''}`,
          'Application-Domain': 'MERCHANT',
          'Content-Type': 'application/json',
          'Idempotency-Key': crypto.randomUUID(),
          'X-XSRF-TOKEN': decodeURIComponent(csrf),
        },
        body: JSON.stringify(body),
      });
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    }
  }, customers);
}

const FIRST = ['Aisha', 'Brian', 'Catherine', 'David', 'Esther', 'Francis'];
const LAST = ['Okello', 'Namuli', 'Tumusiime', 'Achieng'];

/** `count` customers with unique references, phones and emails. */
export const manyCustomers = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    firstName: FIRST[at % FIRST.length],
    lastName: LAST[at % LAST.length],
    customerReferenceNumber: `SHOP-${String(1001 + at)}`,
    phoneNumber: `07720${String(10_000 + at)}`,
    email: at % 5 === 0 ? '' : `customer${at}@example.com`,
  }));
