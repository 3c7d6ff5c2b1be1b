import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { signIn } from './steps/account-steps.ts';
import { waitForFocus } from './steps/keyboard-steps.ts';
import { OPERATOR, SECOND_OPERATOR } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { titled } from './steps/screen-steps.ts';
import { approveRequest } from './environment/state-setup.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment();

/** Reloads the page until so many exceptions are open. Returns the tab that links to them. */
async function someOpen(page: Page, count: number): Promise<Locator> {
  const found = page.getByRole('link', { name: `Exceptions ${count} open` });
  for (let tries = 0; tries < 30 && !(await found.isVisible()); tries += 1) {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(500);
  }
  await found.waitFor();
  return found;
}

/** A camt.054 of the settlement bank with entries that name no payment. */
function bookings(entries: Readonly<Record<string, 'CRDT' | 'DBIT'>>): string {
  const booked = Object.entries(entries).map(
    ([reference, way]) => `<Ntry><Amt Ccy="UGX">50000</Amt><CdtDbtInd>${way}</CdtDbtInd>
      <Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>${reference}</AcctSvcrRef></Ntry>`,
  );
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn>
    <GrpHdr><MsgId>BOOKINGS-1</MsgId><CreDtTm>2026-11-23T10:00:00Z</CreDtTm></GrpHdr>
    <Ntfctn><Id>1</Id><Acct><Id><Othr><Id>0100000000001</Id></Othr></Id></Acct>${booked.join('')}</Ntfctn>
    </BkToCstmrDbtCdtNtfctn></Document>`;
}

/** Uploads a clearing file manually. */
async function ingest(
  page: Page,
  name: string,
  sender: string,
  content: string,
  said = 'is processed within seconds.',
): Promise<void> {
  await page.getByRole('link', { name: 'Upload a file' }).click();
  const form = page.getByRole('dialog', { name: 'Upload a file' });
  await form.getByLabel('Sender').selectOption({ label: sender });
  const buffer = Buffer.from(content);
  await form.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/xml', buffer });
  await form.getByRole('button', { name: 'Upload' }).click();
  await page.getByText(`${name} ${said}`).waitFor();
}

// The simulator acts by the first name of the payer: for one of the demo it sends a truncated file.
test('an operator sees what a bank has sent wrong, reads the file, and closes the exception', async (t) => {
  const { server } = environment;
  const { page } = await environment.person(t);
  await signIn(page, server, 'operator', OPERATOR);
  await titled(page, 'Mandates');
  await page.getByRole('navigation', { name: 'Main' }).getByText('Transactions').click();
  await titled(page, 'Transactions');
  const exceptions = await someOpen(page, 1);
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
  await file.getByRole('button', { name: 'Download' }).click();
  const saving = page.getByRole('dialog', { name: 'Download this file?' });
  await saving.getByLabel('Reason').fill('For the bank, by letter');
  const download = page.waitForEvent('download');
  await saving.getByRole('button', { name: 'Download' }).click();
  assert.match((await download).suggestedFilename(), /^[0-9a-f]{32}\.xml$/);
  await file.getByText('“For the bank, by letter”').waitFor();

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Upload a file' }).click();
  const form = page.getByRole('dialog', { name: 'Upload a file' });
  await form.getByLabel('Sender').selectOption({ label: 'Centenary Bank' });
  await form.getByRole('button', { name: 'Upload' }).click();
  await form.getByText('File is missing').waitFor();
  await checkScreen(page, '246-clearing-file-new');
  await page.keyboard.press('Escape');
  await ingest(page, 'from the bank.xml', 'Centenary Bank', 'Dear sirs');
  await someOpen(page, 1);
});

test('an operator closes money that the bank took back together with the entry that took it', async (t) => {
  const { server } = environment;
  const { page } = await environment.person(t);
  await signIn(page, server, 'operator', OPERATOR);
  await titled(page, 'Mandates');
  await page.goto(new URL('/dashboard/mandates/clearing-files', page.url()).href);
  await titled(page, 'Files');
  const text = bookings({ 'BANK-CAME-IN': 'CRDT', 'BANK-TOOK-BACK': 'DBIT' });
  const waits = 'needs approval by a colleague, in the Inbox.';
  await ingest(page, 'bookings.xml', 'Settlement bank', text, waits);
  await page.getByRole('link', { name: 'Not read yet' }).press('Enter');
  const held = page.getByRole('dialog', { name: 'Not read yet' });
  await checkScreen(page, '246-clearing-file-held');
  await held.getByRole('link', { name: 'See the request in the inbox' }).click();
  await titled(page, 'Inbox');
  await page.getByText('bookings.xml').first().waitFor();
  await page.goto(new URL('/dashboard/mandates/clearing-files', page.url()).href);
  await titled(page, 'Files');
  await approveRequest(server, 'bookings', SECOND_OPERATOR);
  // The two, and the file that can not be read.
  await (await someOpen(page, 3)).click();
  await titled(page, 'Exceptions');
  await page
    .getByRole('row', { name: /BANK-CAME-IN/ })
    .getByRole('link')
    .press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Booked, but for what?' });
  await drawer.getByText('USh 50,000 came in on the pooled account and is in suspense.').waitFor();
  await checkScreen(page, '247-exception-in-suspense');
  await drawer.getByRole('button', { name: 'More actions' }).press('Enter');
  await checkScreen(page, '247-exception-more-actions');
  await drawer.getByRole('button', { name: 'Book it otherwise' }).press('Enter');
  const book = page.getByRole('dialog', { name: 'What is it?' });
  await book.getByRole('heading', { name: 'USh 50,000 came in' }).waitFor();
  await book.getByRole('button', { name: 'Ask a second operator' }).press('Enter');
  await waitForFocus(book.getByRole('radio', { name: 'Repaid by a business' }));
  await book.getByRole('radio', { name: 'Repaid by a business' }).press(' ');
  await book.getByRole('combobox', { name: 'Merchant' }).waitFor();
  await checkScreen(page, '247-exception-booked-as');
  await book.getByRole('button', { name: 'Cancel' }).press('Enter');
  await drawer.getByRole('button', { name: 'Name what it is for' }).press('Enter');
  const named = page.getByRole('dialog', { name: 'What is it for?' });
  await named.getByLabel('Bank fee').waitFor();
  await checkScreen(page, '247-exception-named');
  await named.getByRole('button', { name: 'Cancel' }).press('Enter');
  await drawer.getByRole('button', { name: 'More actions' }).press('Enter');
  await drawer.getByRole('button', { name: 'Keep in suspense' }).press('Enter');
  const keep = page.getByRole('dialog', { name: 'Keep USh 50,000 in suspense?' });
  await keep.getByLabel('What was done').fill('Nobody knows yet whose it is');
  await keep.getByRole('button', { name: 'Keep in suspense' }).press('Enter');
  await drawer.getByRole('button', { name: 'Reopen' }).press('Enter');
  const reopen = page.getByRole('dialog', { name: 'Open this exception again?' });
  await reopen.getByLabel('What was found out').fill('The bank has taken it back');
  await checkScreen(page, '247-exception-reopened');
  await reopen.getByRole('button', { name: 'Reopen' }).press('Enter');
  await drawer.getByRole('button', { name: 'It was sent back' }).click();
  const form = page.getByRole('dialog', { name: 'Was it sent back?' });
  // The only candidate is preselected.
  await form.getByLabel('Entry the other way').waitFor();
  await form.getByLabel('Reason').fill('The bank has written so');
  await checkScreen(page, '248-exception-sent-back');
  await form.getByRole('button', { name: 'Close both' }).click();
  await drawer.getByText('Both exceptions are closed.').waitFor();
  await drawer.getByText('Sent back', { exact: true }).waitFor();
  await checkScreen(page, '249-exception-closed-together');
  await drawer.getByRole('link', { name: 'BANK-TOOK-BACK' }).click();
  await drawer.getByRole('link', { name: 'BANK-CAME-IN' }).waitFor();
  await drawer.getByText('Sent back', { exact: true }).waitFor();
  const closed = '/dashboard/mandates/exceptions?status=CLOSED&outcome=SENT_BACK';
  await page.goto(new URL(closed, page.url()).href);
  await page.getByText('Closed as: Sent back').waitFor();
  await page.getByText('2 entries', { exact: true }).waitFor();
});
