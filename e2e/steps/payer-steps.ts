import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { codeFor, codeIn, messagesTo } from '../environment/outbox-read.ts';
import type { TestServer } from '../environment/server-process.ts';
import { ALL_LOOKS, checkScreen } from './screen-check.ts';

/** The payer of the consent tests. */
export const PAYER = { phone: '+256772123987', name: 'Sarah Namutebi' };

/** Polls until a value is there. Throws after 15 seconds. */
async function waitFor<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 150; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(100);
  }
  throw new Error('It did not come about');
}

/** Opens the payer's page with a link and a code by SMS. Codes of earlier messages are ignored. */
export async function openOwnPage(page: Page, server: TestServer, screens: boolean): Promise<void> {
  const check = async (name: string) => screens && (await checkScreen(page, name, ALL_LOOKS));
  const known = (await messagesTo(server, PAYER.phone)).map(({ text }) => text);
  await page.goto(server.origin('consumer'));
  await check('230-payer-home');
  await page.getByLabel('Phone number').fill('0772 123987');
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await page.getByRole('heading', { name: 'Look at your phone' }).waitFor();
  await check('231-payer-link-sent');
  const fresh = new RegExp(String.raw`http\S+/me/[\w-]{43}`);
  const link = await waitFor(async () => {
    const sent = await messagesTo(server, PAYER.phone);
    return sent
      .filter(({ text }) => !known.includes(text))
      .flatMap(({ text }) => fresh.exec(text) ?? [])[0];
  });
  await page.goto(link);
  await check('232-payer-link');
  const read = known.flatMap((text) => codeIn(text) ?? []);
  await page.getByRole('button', { name: 'Send me the code' }).click();
  await page.getByLabel('Code').fill(await codeFor(server, PAYER.phone, read));
  await page.getByLabel('Account number').fill('1');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('Enter the account number: 9 to 18 digits').waitFor();
  await check('233-payer-code');
  await page.getByLabel('Account number').fill('903000555566');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Who may take money' }).waitFor();
  await check('234-payer-mandates');
}
