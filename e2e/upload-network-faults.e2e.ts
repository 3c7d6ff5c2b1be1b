import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { waitForFocus, tabTo } from './steps/keyboard-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading, says } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';
import { goodRows, HEADER, windowsCsv } from './environment/upload-files.ts';
import {
  asked,
  cancelUpload,
  chooseLarge,
  figures,
  goToUploads,
  openUploads,
  stageShown,
  upload,
} from './steps/upload-steps.ts';

const environment = openTestEnvironment();

/** A slow network: an upload of a few hundred kilobytes takes seconds. */
async function slowLine(page: Page): Promise<{ end: () => Promise<void> }> {
  const devtools = await page.context().newCDPSession(page);
  const set = async (uploadThroughput: number) => {
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  };
  await devtools.send('Network.enable');
  await set(60 * 1024);
  return { end: () => set(-1) };
}

const large = (word: string) => windowsCsv(`${word}.csv`, [HEADER, ...goodRows(word, 8000)]);

/** Waits until a part of the file is sent. */
async function underWay(page: Page): Promise<void> {
  const bar = page.getByRole('progressbar');
  await bar.waitFor();
  await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0);
}

test('a connection that is lost while a file is sent is told, and the file is sent again', async (t) => {
  const { page, expects } = await environment.person(t);
  await openUploads(page, environment.server);
  const line = await slowLine(page);
  expects(/ERR_CONNECTION_RE(SET|FUSED)/, /ERR_EMPTY_RESPONSE/);
  await upload(page, large('lost'));
  await underWay(page);
  await checkScreen(page, '90-upload-sending');
  await environment.server.kill();
  await page.getByText(/^The connection was lost after .* of .*send it again/).waitFor();
  await checkScreen(page, '91-upload-lost');
  await environment.server.start();
  await line.end();
  await page.getByRole('button', { name: 'Send again' }).click();
  await stageShown(page, 'The file is checked');
  assert.deepEqual(await figures(page), ['8,000', '8,000', '0']);
  await cancelUpload(page, 'Cancel the upload');
});

test('sending can be stopped, and goes on while other screens are looked at', async (t) => {
  const { page } = await environment.person(t);
  await openUploads(page, environment.server);
  const line = await slowLine(page);
  await upload(page, large('stopped'));
  await underWay(page);
  await page.getByRole('button', { name: 'Stop sending' }).click();
  await says(page, 'Sending was stopped. The file is still chosen.', 'stopped.csv');
  await page.getByRole('button', { name: 'Send again' }).click();
  await underWay(page);
  await page.getByRole('link', { name: 'Products' }).click();
  await page.getByRole('table', { name: 'Products' }).waitFor();
  await line.end();
  await page
    .getByRole('alert')
    .getByText('stopped.csv has arrived and is being checked.')
    .waitFor();
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.goto(`${environment.server.origin('merchant')}/dashboard/customers/uploads`);
  await page.getByRole('link', { name: 'stopped.csv' }).click();
  await stageShown(page, 'The file is checked');
  await cancelUpload(page, 'Cancel the upload');
});

test('an upload that was left is found again, and a second one waits for it', async (t) => {
  const { page, context } = await environment.person(t);
  await openUploads(page, environment.server);
  await upload(page, windowsCsv('found.csv', [HEADER, ...goodRows('found', 6000)]));
  await page.waitForURL('**/uploads/*-*');
  await page.getByRole('button', { name: 'Close' }).click();
  await says(page, 'Finish found.csv first');
  await checkScreen(page, '92-upload-open');
  const elsewhere = await context.newPage();
  await elsewhere.goto(`${environment.server.origin('merchant')}/dashboard/customers`);
  await elsewhere.getByText(/^found\.csv is not finished: (checking|waiting for you)/).waitFor();
  await checkScreen(elsewhere, '95-upload-mentioned');
  await elsewhere.getByRole('link', { name: 'See the upload' }).click();
  await stageShown(elsewhere, 'The file is checked');
  assert.deepEqual(await figures(elsewhere), ['6,000', '6,000', '0']);
  await cancelUpload(elsewhere, 'Cancel the upload');
  await elsewhere.close();
  await page.reload();
  await page.getByLabel('Customer file').waitFor({ state: 'attached' });
});

test('an upload that has moved on in another window says so, and shows how it stands', async (t) => {
  const { page, context, expects } = await environment.person(t);
  await openUploads(page, environment.server);
  await upload(page, windowsCsv('moved.csv', [HEADER, ...goodRows('moved', 2)]));
  await stageShown(page, 'The file is checked');
  const other = await context.newPage();
  await other.goto(page.url());
  await cancelUpload(other, 'Cancel the upload');
  await other.close();
  expects(/409/);
  await page.getByRole('button', { name: 'Import 2 customers' }).click();
  const again = asked(page).getByRole('button', { name: 'Import 2 customers' });
  await again.click();
  await says(page, 'This upload has changed since you opened it.');
  await checkScreen(page, '96-upload-moved-on');
  await waitForFocus(again);
  await asked(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await heading(page, 'This upload was cancelled');
});

test('a large file that comes second gets the reason for its refusal before its bytes are sent', async (t) => {
  const { page, context, expects } = await environment.person(t);
  await openUploads(page, environment.server);
  await chooseLarge(page, 'second.csv', 50);
  const other = await context.newPage();
  await goToUploads(other, environment.server);
  await upload(other, windowsCsv('first.csv', [HEADER, ...goodRows('first', 2)]));
  await stageShown(other, 'The file is checked');
  expects(/409/);
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Upload and check' }).click();
  const { code }: { code: string } = await (await answered).json();
  assert.equal(code, 'IMPORT_RUNNING');
  await says(page, 'Finish first.csv first');
  await cancelUpload(other, 'Cancel the upload');
  await other.close();
});

test('a file that can not be taken is refused before it is sent, and what is wrong is said', async (t) => {
  const { page } = await environment.person(t);
  await openUploads(page, environment.server);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await says(page, 'Please choose a file first.');
  await chooseLarge(page, 'huge.csv', 2048);
  await says(page, 'huge.csv: This file has 2048 MB. We take up to 200 MB.');
  for (const [file, text] of [
    [
      await environment.files.write('empty.csv', new Uint8Array()),
      'empty.csv: This file is empty. Please choose another one.',
    ],
    [
      environment.files.logo,
      'logo.png: This is not a CSV or Excel (.xlsx) file. Please choose another one.',
    ],
  ] as const) {
    await page.getByLabel('Customer file').setInputFiles(file);
    await says(page, text);
  }
  await checkScreen(page, '93-upload-refused');
  assert.deepEqual(sent, []);
});

test('a file with nothing below its header is refused in words by the server', async (t) => {
  const { page, expects } = await environment.person(t);
  await openUploads(page, environment.server);
  expects(/422/);
  await upload(page, windowsCsv('bare.csv', [HEADER]));
  const told = page.getByText('The file has no customers below the names of its columns.').first();
  await told.waitFor();
  await checkScreen(page, '94-upload-bare');
});

test('a file is chosen, sent, checked and imported with the keyboard alone', async (t) => {
  const { page } = await environment.person(t);
  await openUploads(page, environment.server);
  const file = windowsCsv('keys.csv', [HEADER, ...goodRows('keys', 2)]);
  const chosen = page.waitForEvent('filechooser');
  await tabTo(page, page.getByLabel('Customer file'));
  await page.keyboard.press('Enter');
  await (await chosen).setFiles(file);
  await tabTo(page, page.getByRole('button', { name: 'Upload and check' }));
  await page.keyboard.press('Enter');
  await stageShown(page, 'The file is checked');
  await tabTo(page, page.getByRole('button', { name: 'Import 2 customers' }));
  await page.keyboard.press('Enter');
  await tabTo(page, asked(page).getByRole('button', { name: 'Import 2 customers' }));
  await page.keyboard.press('Enter');
  await stageShown(page, 'The import is done');
  await tabTo(page, page.getByRole('link', { name: 'See your customers' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/customers');
});
