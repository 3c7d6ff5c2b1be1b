import type { Locator, Page } from 'playwright-core';
import { signIn } from './account-steps.ts';
import { heading } from './screen-steps.ts';
import type { TestServer } from '../environment/server-process.ts';
import type { UploadFile } from '../environment/upload-files.ts';

/** The owner of the active business of the demo. */
export const AMINA = 'amina@nile-traders.example';
const UPLOADS = '/dashboard/customers/uploads';

/** An import waits for other imports of the run. */
const LONG = { timeout: 60_000 };

/** Signs a merchant in and goes to where files are uploaded. */
export async function openUploads(page: Page, server: TestServer, email = AMINA): Promise<void> {
  await signIn(page, server, 'merchant', email);
  await goToUploads(page, server);
}

export async function goToUploads(page: Page, server: TestServer): Promise<void> {
  await page.goto(server.origin('merchant') + UPLOADS);
  await heading(page, 'Upload a file');
}

/** Chooses a file and sends it. */
export async function upload(
  page: Page,
  file: UploadFile | string,
  label = 'Customer file',
): Promise<void> {
  await page.getByLabel(label).setInputFiles(file);
  await page.getByRole('button', { name: 'Upload and check' }).click();
}

/** Chooses a file of so many megabytes. The page makes it, since transferring it would take long. */
export async function chooseLarge(page: Page, name: string, megabytes: number): Promise<void> {
  const making = { name, megabytes, row: 'Grace,,Okello,0772123456,,LARGE\n' } as const;
  await page.getByLabel('Customer file').evaluate((input, { name: called, megabytes: mb, row }) => {
    const part = new Blob([row.repeat(2 ** 20 / row.length)]);
    const carried = new DataTransfer();
    carried.items.add(
      new File(
        Array.from({ length: mb }, () => part),
        called,
      ),
    );
    if (input instanceof HTMLInputElement) input.files = carried.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, making);
}

/** Drops a file on an element of the page. */
export async function drop(page: Page, place: Locator, file: UploadFile): Promise<void> {
  const { name, buffer } = file;
  const dataTransfer = await page.evaluateHandle(
    ([text, called]) => {
      const carried = new DataTransfer();
      carried.items.add(new File([text], called));
      return carried;
    },
    [buffer.toString('latin1'), name] as const,
  );
  await place.dispatchEvent('dragover', { dataTransfer });
  await place.dispatchEvent('drop', { dataTransfer });
}

/** Waits for a stage of the upload by its heading. */
export async function stageShown(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, exact: true }).waitFor(LONG);
}

/** The counts of an upload: rows, good or added, refused. */
export async function figures(page: Page): Promise<string[]> {
  const values = await page.getByRole('dialog').locator('dl dd').allInnerTexts();
  return values.slice(0, 3);
}

/** The dialog that asks before an upload goes on. */
export const asked = (page: Page): Locator => page.getByRole('dialog').last();

/** Imports the good rows and waits until the import is done. */
export async function importGood(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await asked(page).getByRole('button', { name: button, exact: true }).click();
  await stageShown(page, 'The import is done');
}

/** Cancels the upload. */
export async function cancelUpload(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await asked(page).getByRole('button', { name: button }).click();
  await heading(page, 'This upload was cancelled');
}

/** Presses a button that saves a file, and reads what was saved. */
export async function saved(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const bytes = Buffer.concat(await (await download.createReadStream()).toArray());
  return { name: download.suggestedFilename(), bytes };
}
