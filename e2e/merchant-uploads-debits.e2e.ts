import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signIn } from './steps/account-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading, says, titled } from './steps/screen-steps.ts';
import { debitsOf, ON_DEMAND, shownDay } from './environment/debit-setup.ts';
import { makeActiveMandate } from './environment/mandate-setup.ts';
import { openTestEnvironment } from './environment/test-environment.ts';
import { windowsCsv } from './environment/upload-files.ts';
import { proves } from './specification/proof-report.ts';
import { goToTransactions, openRow } from './steps/debit-steps.ts';
import {
  AMINA,
  cancelUpload,
  figures,
  importGood,
  saved,
  stageShown,
  upload,
} from './steps/upload-steps.ts';

const environment = openTestEnvironment();

/** The header of a file of mandates; the column of the first day has an unknown name. */
const HEADER = [
  'Customer Reference Number',
  'First Name',
  'Last Name',
  'Phone Number',
  'Amount',
  'When',
  'Ab dem',
  'How They Agree',
  'Account Number',
];
const GRACE = ['UP-1', 'Grace', 'Akello', '0772 000 111'];
const TERMS = ['monthly on the 5th', `01/02/${new Date().getUTCFullYear() + 3}`, '', ''];
const SARAH = ['UP-3', 'Sarah', 'Auma', '0772 000 333'];
const FILE = windowsCsv('members.csv', [
  HEADER,
  [...GRACE, '250,000', ...TERMS],
  [...GRACE, '1,000', ...TERMS],
  ['UP-2', '', '', '', '250,000', ...TERMS],
  [...SARAH, '1,000', 'often', '01/02/2020', 'SMS', '774400112233'],
]);

test('mandates come in a file: columns matched, wrong rows told, the good ones wait to be sent', async (t) => {
  const { page } = await environment.person(t);
  await signIn(page, environment.server, 'merchant', AMINA);
  await page.getByRole('link', { name: 'Mandates' }).first().click();
  await page.getByRole('link', { name: 'Upload a file' }).click();
  await titled(page, 'Uploads');
  await checkScreen(page, '90-mandate-uploads');
  const template = await saved(page, page.getByRole('link', { name: 'Excel template' }));
  assert.equal(template.name, 'mandates-template.xlsx');
  await upload(page, FILE, 'Mandate file');
  await heading(page, 'Match the columns');
  await checkScreen(page, '91-mandate-columns');
  await page.getByRole('combobox', { name: 'First Day' }).selectOption({ label: 'G: Ab dem' });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await stageShown(page, 'The file is checked');
  assert.deepEqual(await figures(page), ['4', '2', '2']);
  await says(
    page,
    'You have no customer with this reference.',
    'We do not know when this is.',
    "For SMS and form the payer's account is needed.",
  );
  await checkScreen(page, '92-mandate-checked');
  await page.getByRole('button', { name: 'Import 2 mandates' }).click();
  await heading(page, 'Import 2 mandates?');
  await page.getByText(/No requests are sent yet/).waitFor();
  await checkScreen(page, '93-mandate-confirm');
  await page.keyboard.press('Escape');
  await importGood(page, 'Import 2 mandates');
  await checkScreen(page, '94-mandate-done');
  await page.getByRole('link', { name: 'See the mandates to send' }).click();
  await page.waitForURL('**/dashboard/mandates?status=GENERATED');
  await page.getByText('Grace Akello').first().waitFor();
  await checkScreen(page, '95-mandates-generated');
});

const SARAH_NAMUTEBI = { firstName: 'Sarah', lastName: 'Namutebi', phone: '0772123987' };
const COLUMNS = ['Mandate', 'Your Reference', 'Amount', 'Day'];

test('transactions come in a file: wrong rows are told, and corrected they are collected on their days', async (t) => {
  const { server } = environment;
  const mandate = await makeActiveMandate(server, AMINA, SARAH_NAMUTEBI, ON_DEMAND);
  const debits = await debitsOf(server, AMINA, mandate);
  const day = shownDay(await debits.dayAfter(20));
  const { page } = await environment.person(t);
  await signIn(page, server, 'merchant', AMINA);
  await goToTransactions(page);
  await page.getByRole('link', { name: 'Upload a file' }).click();
  await titled(page, 'Uploads');
  await checkScreen(page, '96-transaction-uploads');
  const template = await saved(page, page.getByRole('link', { name: 'Excel template' }));
  assert.equal(template.name, 'transactions-template.xlsx');
  const wrong = [
    COLUMNS,
    [mandate, 'INV-1', '121,500', day],
    ['TGK2222222222', 'INV-2', '5,000', ''],
    [mandate, 'INV-3', '900,000', ''],
    [mandate, 'INV-4', '5,000', '31/02/2030'],
  ];
  await upload(page, windowsCsv('invoices.csv', wrong), 'Transaction file');
  await stageShown(page, 'The file is checked');
  assert.deepEqual(await figures(page), ['4', '1', '3']);
  await says(
    page,
    'You have no mandate with this reference.',
    'This is more than the mandate allows, or has left.',
    'This is not a day from 1900 to 2199.',
  );
  await checkScreen(page, '97-transactions-checked');
  await cancelUpload(page, 'Cancel and correct the file');

  await page.getByRole('link', { name: 'Upload another file' }).click();
  const good = [COLUMNS, [mandate, 'INV-1', '121,500', day], [mandate, 'INV-2', '', '']];
  await upload(page, windowsCsv('corrected.csv', good), 'Transaction file');
  await stageShown(page, 'The file is checked');
  await importGood(page, 'Import 2 transactions');
  await checkScreen(page, '98-transactions-done');
  await page.getByRole('link', { name: 'See the transactions' }).click();
  const drawer = await openRow(page, 'USh 121,500', 'Sarah Namutebi');
  await drawer.getByText('From a file', { exact: true }).waitFor();
  await drawer.getByText(day, { exact: true }).first().waitFor();
  proves(t, '9.dates');
});
