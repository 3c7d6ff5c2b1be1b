import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from './chromium-open.ts';
import { findPort, startDemo, waitForHistory } from './demo-process.ts';
import { OPERATOR, OWNER, PASSWORD } from './demo-sign-in.ts';

const FOLDER = path.resolve(import.meta.dirname, '../docs/pictures');
const WIDE = { width: 1000, height: 640 };
const PHONE = { width: 360, height: 640 };

/** A screenshot for the documentation, and how its page is reached. */
interface Picture {
  name: string;
  viewport: { width: number; height: number };
  /** Who has to be signed in, and in which app. */
  person?: { app: 'merchant' | 'operator'; email: string };
  go(page: Page, port: number): Promise<unknown>;
}

/** Opens the start page. */
const openStart = (page: Page, port: number) => page.goto(`http://localhost:${port}`);

const PICTURES: readonly Picture[] = [
  {
    name: 'start-page',
    viewport: WIDE,
    go: openStart,
  },
  {
    name: 'sign-up-phone',
    viewport: PHONE,
    go: async (page, port) => {
      await page.goto(`http://merchant.localhost:${port}/register/user`);
      await page.waitForSelector('form button[type=submit]');
    },
  },
  {
    name: 'sign-in-phone',
    viewport: PHONE,
    go: async (page, port) => {
      await page.goto(`http://merchant.localhost:${port}/auth/login`);
      await page.waitForSelector('input[name=password]');
    },
  },
  {
    name: 'dashboard-phone',
    viewport: PHONE,
    person: { app: 'merchant', email: OWNER },
    go: (page, port) => page.goto(`http://merchant.localhost:${port}/dashboard/mandates`),
  },
  {
    name: 'consent-phone',
    viewport: PHONE,
    go: async (page, port) => {
      await page.goto(`http://localhost:${port}/outbox`);
      await page.locator('article a[href*="//consumer."][href*="/mandates/"]').first().click();
      await page.getByLabel('Your bank').waitFor();
    },
  },
  {
    name: 'mandates',
    viewport: { width: 1280, height: 800 },
    person: { app: 'merchant', email: OWNER },
    go: async (page, port) => {
      await page.goto(`http://merchant.localhost:${port}/dashboard/mandates`);
      await page.getByRole('table', { name: 'Mandates' }).waitFor();
    },
  },
  {
    name: 'review',
    viewport: WIDE,
    person: { app: 'operator', email: OPERATOR },
    go: async (page, port) => {
      await page.goto(`http://operator.localhost:${port}/dashboard/approval-requests`);
      await page.getByText('Kololo Clinic').first().click();
      await page.getByText('Registration Number').first().waitFor();
    },
  },
  {
    name: 'customers',
    viewport: { width: 1280, height: 640 },
    person: { app: 'merchant', email: OWNER },
    go: async (page, port) => {
      await page.goto(`http://merchant.localhost:${port}/dashboard/customers`);
      await page.getByRole('table', { name: 'Customers' }).waitFor();
    },
  },
];

async function takePicture(browser: Browser, picture: Picture, port: number): Promise<void> {
  const context = await browser.newContext({
    viewport: picture.viewport,
    deviceScaleFactor: 1,
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'Africa/Kampala',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (picture.person) {
    const { app, email } = picture.person;
    await page.goto(`http://${app}.localhost:${port}/auth/login`);
    await page.fill('input[name=username]', email);
    await page.fill('input[name=password]', PASSWORD);
    await page.click('form button');
    await page.waitForURL('**/dashboard/**');
  }
  await picture.go(page, port);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: path.join(FOLDER, `${picture.name}.png`) });
  await context.close();
}

/** Takes the pictures of the documents from a fresh demo. */
async function takePictures(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const settings = { DEMO_HISTORY_DAYS: '95' };
  const demo = await startDemo({ port: await findPort(), settings });
  const browser = await openChromium();
  try {
    await waitForHistory(browser, `http://localhost:${demo.port}`);
    for (const picture of PICTURES) {
      await takePicture(browser, picture, demo.port);
      console.log(`docs/pictures/${picture.name}.png`);
    }
  } finally {
    await browser.close();
    await demo.close();
  }
}

await takePictures();
