import type { Page } from 'playwright-core';
import type { TestServer } from '../environment/server-process.ts';
import { signIn } from './account-steps.ts';
import { OWNER } from './customer-steps.ts';
import { ALL_LOOKS, checkScreen } from './screen-check.ts';
import { landing } from './screen-steps.ts';
import { goToTransactions, openRow } from './debit-steps.ts';

/** Signs in the owner, finds the disputed debit of a customer by its tab, and answers with a document. */
export async function answerDispute(
  page: Page,
  server: TestServer,
  { customer, document }: { customer: string; document: string },
): Promise<void> {
  await signIn(page, server, 'merchant', OWNER.email);
  await landing(page);
  await goToTransactions(page);
  await page.getByRole('link', { name: 'Disputed' }).click();
  await page.getByRole('button', { name: 'Remove Dispute' }).waitFor();
  await checkScreen(page, '275-transactions-disputed', ALL_LOOKS);
  const drawer = await openRow(page, customer, customer);
  await drawer.getByText(/wrote on .*: “I left the school in May”/).waitFor();
  await drawer.getByText(/You can answer until/).waitFor();
  await checkScreen(page, '276-transaction-disputed', ALL_LOOKS);
  await drawer.getByRole('button', { name: 'Answer the dispute' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Answer the dispute' });
  await dialog.getByRole('button', { name: 'Send the answer' }).click();
  await dialog.getByText('Say why the debit is right').waitFor();
  await dialog.getByLabel('Why is the debit right?').fill('The contract is for the whole year');
  await dialog.getByLabel('Document 1 (optional)').setInputFiles(document);
  await dialog.getByLabel('Document 2 (optional)').waitFor();
  await checkScreen(page, '277-dispute-answer', ALL_LOOKS);
  await dialog.getByRole('button', { name: 'Send the answer' }).click();
  await drawer.getByText(/You answered on .* decides next\./).waitFor();
  await drawer.getByText(/certificate\.pdf/).waitFor();
  await checkScreen(page, '278-dispute-answered', ALL_LOOKS);
}
