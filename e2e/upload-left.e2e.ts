import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkScreen } from './steps/screen-check.ts';
import { heading, says } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';
import { goodRows, HEADER, windowsCsv } from './environment/upload-files.ts';
import {
  asked,
  goToUploads,
  importGood,
  openUploads,
  stageShown,
  upload,
} from './steps/upload-steps.ts';

const environment = openTestEnvironment();

const become = (state: string) =>
  environment.sql(`update merchants set state = '${state}' where business_name = 'Nile Traders'`);

test('a business that is suspended is not asked for a file, and one that has chosen it gets the reason', async (t) => {
  const { page, expects } = await environment.person(t);
  await openUploads(page, environment.server);
  await page
    .getByLabel('Customer file')
    .setInputFiles(windowsCsv('late.csv', [HEADER, ...goodRows('late', 2)]));
  await become('SUSPENDED');
  expects(/409/);
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await says(page, 'The business is not active, so nothing can be changed right now.');
  await page.reload();
  await page.getByText(/nothing can be added or changed here for now/).waitFor();
  assert.equal(await page.getByLabel('Customer file').count(), 0);
  await checkScreen(page, '97-upload-suspended');
  await become('ACTIVE');
});

test('refused rows that are a month old are gone, and nothing offers to save them', async (t) => {
  const { page } = await environment.person(t);
  await openUploads(page, environment.server);
  const bad = ['Grace', '', 'Okello', '12', '', 'bad-1'];
  await upload(page, windowsCsv('old.csv', [HEADER, ...goodRows('old', 1), bad]));
  await stageShown(page, 'The file is checked');
  await importGood(page, 'Import 1 customer');
  const save = page.getByRole('button', { name: 'Save the refused rows' });
  await save.waitFor();
  await environment.sql(`update imports set rows_until = null where file_name = 'old.csv'`);
  await environment.sql(`update imports set file_id = null where file_name = 'old.csv'`);
  await environment.sql('delete from import_rows');
  await page.reload();
  await says(page, 'The rows are no longer here: we keep refused rows for 30 days.');
  await save.waitFor({ state: 'detached' });
  await says(page, 'Why rows were refused');
  await checkScreen(page, '98-upload-rows-gone');
});

test('an upload that was left open for a week is given up, and its page says so when it is used', async (t) => {
  const { page, expects } = await environment.person(t);
  await openUploads(page, environment.server);
  await upload(page, windowsCsv('week.csv', [HEADER, ...goodRows('week', 2)]));
  await stageShown(page, 'The file is checked');
  const week = `update imports set touched_at = touched_at - interval '8 days'`;
  await environment.sql(`${week} where file_name = 'week.csv'`);
  // The job that servers run every ten minutes.
  await environment.sql(
    `insert into pgboss.job (name, policy) values ('imports-sweep', 'singleton')`,
  );
  const isOpen = () =>
    environment.sql(`select from imports where state = 'CHECKED' and file_name = 'week.csv'`);
  for (let looks = 0; looks < 300 && (await isOpen()).length > 0; looks += 1)
    await page.waitForTimeout(100);
  expects(/409/);
  await page.getByRole('button', { name: 'Import 2 customers' }).click();
  await asked(page).getByRole('button', { name: 'Import 2 customers' }).click();
  await says(page, 'This upload has changed since you opened it.');
  await heading(page, 'This upload was cancelled');
  await goToUploads(page, environment.server);
  await page.getByLabel('Customer file').waitFor({ state: 'attached' });
});

test('what is gone when a screen asks for it leads to auth/404', async (t) => {
  const { page, expects } = await environment.person(t);
  const gone = { status: 404, json: { code: 'NOT_FOUND', title: 'Gone' } };
  expects(/404/);
  await openUploads(page, environment.server);
  const bad = ['Grace', '', 'Okello', '12', '', 'gone-bad'];
  await upload(page, windowsCsv('gone.csv', [HEADER, ...goodRows('gone', 40_000), bad]));
  await page.waitForURL('**/uploads/*-*');
  const address = page.url();
  const loses = async (what: string) => {
    await page.route(what, (route) => route.fulfill(gone));
    await page.waitForURL('**/auth/404');
    await page.unroute(what);
  };
  await heading(page, 'Checking the file');
  await loses('**/customers/bulk/*');
  await page.goto(address);
  await stageShown(page, 'The file is checked');
  await page.goto(`${environment.server.origin('merchant')}/dashboard/customers`);
  await page.route('**/customers/*/events?*', (route) => route.fulfill(gone));
  await page.getByRole('table').getByRole('link').first().click();
  await page.waitForURL('**/auth/404');
});
