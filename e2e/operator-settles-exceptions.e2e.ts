import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { signIn } from './steps/account-steps.ts';
import { waitForFocus } from './steps/keyboard-steps.ts';
import { OPERATOR } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { titled } from './steps/screen-words.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment();

/** Loads the page again until an exception has come up by itself; the tab that leads to it. */
async function oneOpen(page: Page): Promise<Locator> {
  const found = page.getByRole('link', { name: 'Exceptions 1 open' });
  for (let tries = 0; tries < 30 && !(await found.isVisible()); tries += 1) {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(500);
  }
  await found.waitFor();
  return found;
}

// The demo has a payer whose bank sends a file that is cut off: the simulator answers by the first name.
test('an operator sees what a bank has sent wrong, reads the file, and closes the exception', async (t) => {
  const { server } = environment;
  const { page } = await environment.person(t);
  await signIn(page, server, 'operator', OPERATOR);
  await titled(page, 'Mandates');
  await page.getByRole('navigation', { name: 'Main' }).getByText('Transactions').click();
  await titled(page, 'Transactions');
  const exceptions = await oneOpen(page);
  await checkScreen(page, '240-operator-transactions');
  await exceptions.click();
  await titled(page, 'Exceptions');
  await page.getByRole('table', { name: 'Exceptions' }).waitFor();
  await checkScreen(page, '241-exceptions');

  await page.getByRole('link', { name: 'File can not be read' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'File can not be read' });
  await drawer.getByText('to send it again, whole and under a new id.').waitFor();
  await checkScreen(page, '242-exception');
  await drawer.getByRole('button', { name: 'Close exception' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close this exception?' });
  await dialog.getByRole('button', { name: 'Close exception' }).click();
  await dialog.getByText('Say what was done').waitFor();
  await waitForFocus(dialog.getByLabel('What was done'));
  await dialog.getByLabel('What was done').fill('The bank sends it again tomorrow');
  await dialog.getByRole('button', { name: 'Close exception' }).click();
  await drawer.getByText('“The bank sends it again tomorrow”').waitFor();
  await checkScreen(page, '243-exception-closed');

  await page.keyboard.press('Escape');
  await page.getByText('Nothing to work through').waitFor();
  await page.getByRole('link', { name: 'Files' }).click();
  await titled(page, 'Files');
  const asked = page.getByRole('row').filter({ hasText: 'To Centenary Bank' }).first();
  await checkScreen(page, '244-clearing-files');
  await asked.getByRole('link', { name: 'Asks to confirm' }).press('Enter');
  const file = page.getByRole('dialog', { name: 'Asks to confirm' });
  await file.getByRole('button', { name: 'Show the content' }).click();
  const why = page.getByRole('dialog', { name: 'Show the content of this file?' });
  await why.getByLabel('Reason').fill('The bank asks what we have sent');
  await why.getByRole('button', { name: 'Show' }).click();
  await file.getByText('<MndtId>TGK').waitFor();
  await file.getByText('“The bank asks what we have sent”').waitFor();
  await checkScreen(page, '245-clearing-file');

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Take in a file' }).click();
  const form = page.getByRole('dialog', { name: 'Take in a file' });
  await form.getByLabel('Sender').selectOption({ label: 'Centenary Bank' });
  await form.getByRole('button', { name: 'Take in' }).click();
  await form.getByText('Content is missing').waitFor();
  await form.getByLabel('Name of the file').fill('from the bank.xml');
  await form.getByLabel('Content').fill('Dear sirs');
  await checkScreen(page, '246-clearing-file-new');
  await form.getByRole('button', { name: 'Take in' }).click();
  await page.getByText('from the bank.xml is taken in within seconds.').waitFor();
  await oneOpen(page);
});
