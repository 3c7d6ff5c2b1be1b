import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signIn } from './steps/account-steps.ts';
import { waitForFocus } from './steps/keyboard-steps.ts';
import { ALL_LOOKS, checkScreen } from './steps/screen-check.ts';
import { heading, says, titled } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';
import { goodRows, HEADER, windowsCsv } from './environment/upload-files.ts';
import {
  AMINA,
  cancelUpload,
  drop,
  figures,
  goToUploads,
  importGood,
  openUploads,
  saved,
  stageShown,
  upload,
} from './steps/upload-steps.ts';

const environment = openTestEnvironment();

/** Two good rows, and five that are refused for five reasons. */
const MIXED = [
  HEADER,
  ['Aïsha', 'Zoé', 'Nakató', '0772 000 111', 'aisha@customer.example', 'MIX-1'],
  ['Moses', '', 'Okello; Sons', '+256752000112', '', 'MIX-2'],
  ['Réné', '', 'Mukasa', '12345', '', 'MIX-3'],
  ['Sarah', '', 'Auma', '', 'sarah at home', 'MIX-4'],
  ['John', '', 'Kato', '', '', 'MIX-5'],
  ['Twin', '', 'Kato', '0772 000 113', '', 'MIX-1'],
  ['=HYPERLINK("http://evil.example";"Win")', '', '', '0772 000 114', '', 'MIX-6'],
];

test('a file is checked, its good rows imported, and the refused ones saved with reasons', async (t) => {
  const { page } = await environment.person(t);
  await signIn(page, environment.server, 'merchant', AMINA);
  await page.getByRole('link', { name: 'Customers' }).click();
  await titled(page, 'Customers');
  await page.getByRole('link', { name: 'Upload a file' }).click();
  await titled(page, 'Uploads');
  await checkScreen(page, '80-uploads');
  await upload(page, windowsCsv('march customers.csv', MIXED));
  await stageShown(page, 'The file is checked');
  assert.deepEqual(await figures(page), ['7', '1', '6']);
  await page
    .getByText(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d, then it is cancelled and deleted$/)
    .waitFor();
  await checkScreen(page, '81-upload-checked');
  await says(
    page,
    'This is not a Ugandan phone number.',
    'Write it like 0772 123 456 or +256 772 123 456.',
  );
  const address = page.url();
  await page.reload();
  await stageShown(page, 'The file is checked');
  const save = page.getByRole('button', { name: 'Save the refused rows' });
  const { name, bytes } = await saved(page, save);
  assert.equal(name, 'march customers-refused-rows.csv');
  const text = bytes.toString('utf8');
  assert.match(text, /Customer Reference Number,Why it is refused\r\n/);
  assert.match(
    text,
    /Réné,,Mukasa,12345,,MIX-3,Phone Number: This is not a Ugandan phone number\.\r\n/,
  );
  assert.match(text, /'=HYPERLINK/, 'the formula is defused');
  assert.doesNotMatch(text, /Okello; Sons/, 'good rows are not among them');
  await page.getByRole('button', { name: 'Import 1 customer' }).click();
  await heading(page, 'Import 1 customer?');
  await checkScreen(page, '82-upload-confirm');
  await page.keyboard.press('Escape');
  await importGood(page, 'Import 1 customer');
  const fileName = page.getByRole('heading', { name: 'march customers.csv' });
  await waitForFocus(fileName);
  assert.deepEqual(await figures(page), ['7', '1', '6']);
  await checkScreen(page, '83-upload-done');
  await page.reload();
  await stageShown(page, 'The import is done');
  assert.equal(page.url(), address);
  await page.getByRole('link', { name: 'See your customers' }).click();
  await page.waitForURL('**/dashboard/customers');
  await page.getByRole('link', { name: /Okello; Sons/ }).waitFor();
});

test('a file that is uploaded again finds every customer there already', async (t) => {
  const { page } = await environment.person(t);
  await openUploads(page, environment.server);
  const file = windowsCsv('again.csv', [HEADER, ...goodRows('again', 12)]);
  await drop(page, page.getByRole('heading', { name: 'Earlier uploads' }), file);
  await says(page, 'choose a file');
  const field = page.getByLabel('Customer file');
  await drop(page, field, file);
  await page.getByRole('button', { name: 'Remove again.csv' }).click();
  await says(page, 'choose a file');
  await waitForFocus(field);
  await drop(page, field, file);
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await stageShown(page, 'The file is checked');
  assert.deepEqual(await figures(page), ['12', '12', '0']);
  await checkScreen(page, '84-upload-good');
  await importGood(page, 'Import 12 customers');
  await page.getByRole('link', { name: 'Upload another file' }).click();
  await heading(page, 'Upload a file');
  await upload(page, file);
  await stageShown(page, 'The file is checked');
  assert.deepEqual(await figures(page), ['12', '0', '12']);
  const known = 'You already have customers with these references';
  await says(page, known, 'You already have a customer with this reference.');
  assert.equal(await page.getByRole('button', { name: /^Import/ }).count(), 0);
  await says(page, '2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more');
  await checkScreen(page, '85-upload-none-good');
  await cancelUpload(page, 'Cancel the upload');
  await checkScreen(page, '86-upload-cancelled');
});

test('columns with names of their own are matched manually, also once more after the check', async (t) => {
  const { page } = await environment.person(t);
  await openUploads(page, environment.server);
  const [, ...rows] = [HEADER, ...goodRows('columns', 3)];
  const odd = ['Ihr Vorname', 'Remarks', 'Familie', 'Call me on', '', 'House'];
  await upload(page, windowsCsv('odd.csv', [odd, ...rows]));
  await heading(page, 'Match the columns');
  await checkScreen(page, '87-upload-columns');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await stageShown(page, 'Which column is which?');
  await says(page, 'We need your help');
  await checkScreen(page, '87-upload-columns-asked');
  await page.getByRole('link', { name: 'Match the columns' }).click();
  await page.reload();
  const choose = (column: string, label: string) =>
    page.getByRole('combobox', { name: column }).selectOption({ label });
  await choose('First Name', 'A: Ihr Vorname');
  await choose('Last Name', 'A: Ihr Vorname');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await says(page, 'This column is chosen for First Name already.');
  assert.equal(await page.locator(':focus').getAttribute('aria-invalid'), 'true');
  await checkScreen(page, '88-upload-columns-wrong');
  await choose('Last Name', 'C: Familie');
  await choose('Customer Reference Number', 'F: House');
  await choose('Email', 'E: (no name)');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await stageShown(page, 'The file is checked');
  assert.deepEqual(await figures(page), ['3', '3', '0']);
  await page.getByRole('link', { name: 'Match the columns' }).click();
  await waitForFocus(page.getByRole('heading', { name: 'Match the columns' }));
  await page.reload();
  await choose('Phone Number', 'D: Call me on');
  await choose('Email', 'Not in the file');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await stageShown(page, 'The file is checked');
  await importGood(page, 'Import 3 customers');
});

test('the row with the names of the columns is chosen where other lines are above it', async (t) => {
  const { page } = await environment.person(t);
  await openUploads(page, environment.server);
  const [first, second] = goodRows('header', 2);
  const above = [['Haus', 'Kampala Hill'], ['Trimester', 'III'], []];
  const odd = ['Ihr Vorname', 'Remarks', 'Familie', 'Call me on', '', 'House'];
  await upload(page, windowsCsv('above.csv', [...above, odd, first ?? [], second ?? []]));
  await heading(page, 'Match the columns');
  await page.getByText('We read the names of the columns in row 1 of the file.').waitFor();
  await checkScreen(page, '89-upload-columns-above', ALL_LOOKS);
  await page.getByRole('link', { name: 'Choose another row' }).click();
  await heading(page, 'Choose the row with the names');
  await checkScreen(page, '89-upload-header', ALL_LOOKS);
  await page
    .getByRole('combobox', { name: 'Row with the names of the columns' })
    .selectOption({ label: 'Row 4: Ihr Vorname, Remarks, Familie, Call me on, House' });
  await page.getByRole('button', { name: 'Use this row' }).click();
  await page.getByText('We read the names of the columns in row 4 of the file.').waitFor();
  for (const [column, label] of [
    ['First Name', 'A: Ihr Vorname'],
    ['Last Name', 'C: Familie'],
    ['Phone Number', 'D: Call me on'],
    ['Customer Reference Number', 'F: House'],
  ] as const)
    await page.getByRole('combobox', { name: column }).selectOption({ label });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await stageShown(page, 'The file is checked');
  assert.deepEqual(await figures(page), ['2', '2', '0']);
  await checkScreen(page, '89-upload-header-checked', ALL_LOOKS);
  await cancelUpload(page, 'Cancel the upload');
});

test('the template can be filled in and uploaded as it is, as CSV and as a workbook', async (t) => {
  const { page } = await environment.person(t);
  await openUploads(page, environment.server);
  for (const kind of ['CSV', 'Excel']) {
    const template = await saved(page, page.getByRole('link', { name: `${kind} template` }));
    const file = { name: template.name, mimeType: '', buffer: template.bytes };
    await upload(page, file);
    await stageShown(page, 'The file is checked');
    assert.deepEqual(await figures(page), ['2', '2', '0'], kind);
    await cancelUpload(page, 'Cancel the upload');
    await goToUploads(page, environment.server);
  }
});
