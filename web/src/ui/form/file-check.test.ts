import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMPORT_FILE } from '@tegeka/contract/imports/import-kind.ts';
import { CERTIFICATE, LOGO } from '@tegeka/contract/files.ts';
import { showSize } from '#platform/call/file-save.ts';
import { errorOfFile, showTypes } from '#ui/form/file-check.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);

test('a file is judged by how it begins, not by its name', async () => {
  assert.equal(await errorOfFile(new File([PNG], 'logo.pdf'), LOGO), null);
  assert.equal(
    await errorOfFile(new File(['MZ program'], 'logo.png', { type: 'image/png' }), LOGO),
    'This is not a JPG or PNG file. Please choose another one.',
  );
  assert.equal(await errorOfFile(new File(['%PDF-1.7'], 'a'), CERTIFICATE), null);
  assert.equal(
    await errorOfFile(new File(['%PDF-1.7'], 'a.pdf'), LOGO),
    'This is not a JPG or PNG file. Please choose another one.',
  );
});

test('what people are likely to choose by mistake is named, with the way out', async () => {
  const xls = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  assert.match((await errorOfFile(new File([xls], 'a.xlsx'), IMPORT_FILE)) ?? '', /old Excel/);
  const head = new Uint8Array(30);
  head.set([0x50, 0x4b, 0x03, 0x04]);
  const kind = 'application/vnd.oasis.opendocument.spreadsheet';
  const ods = new File([head, 'mimetype', kind], 'a.ods');
  assert.match((await errorOfFile(ods, IMPORT_FILE)) ?? '', /OpenDocument/);
});

test('text in any encoding is taken for CSV, and what has other bytes is not', async () => {
  const csv = 'First Name;Last Name\r\nJosé;Okello\r\n';
  const latin = Uint8Array.from(csv, (message) => message.charCodeAt(0));
  const wide = new Uint8Array(Uint16Array.from(`\ufeff${csv}`, (c) => c.charCodeAt(0)).buffer);
  for (const content of [csv, `\ufeff${csv}`, `${csv}\x1a`, latin, wide])
    assert.equal(await errorOfFile(new File([content], 'customers.any'), IMPORT_FILE), null);
  const program = new Uint8Array([0x4d, 0x5a, 0x90, 0, 3]);
  for (const content of [program, '%PDF-1.7 …']) {
    assert.equal(
      await errorOfFile(new File([content], 'customers.csv'), IMPORT_FILE),
      'This is not a CSV or Excel (.xlsx) file. Please choose another one.',
    );
  }
});

test('a workbook is known by its content', async () => {
  const zip = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0]);
  assert.equal(await errorOfFile(new File([zip], 'customers.csv'), IMPORT_FILE), null);
});

test('a file that is far too large is refused without being read', async () => {
  const large = new File([new Uint8Array(1)], 'a.csv');
  Object.defineProperty(large, 'size', { value: 2 * 1024 ** 3 });
  const text = 'This file has 2048 MB. We take up to 200 MB.';
  assert.equal(await errorOfFile(large, IMPORT_FILE), text);
});

test('empty and large files are refused with their size', async () => {
  assert.equal(
    await errorOfFile(new File([], 'a.png'), LOGO),
    'This file is empty. Please choose another one.',
  );
  const large = new File([PNG, new Uint8Array(2.5 * 1024 * 1024)], 'a.png');
  assert.equal(await errorOfFile(large, LOGO), 'This file has 2.5 MB. We take up to 2 MB.');
});

test('sizes and types read as people say them', () => {
  assert.deepEqual([0, 1023, 2048, 10 * 1024 * 1024].map(showSize), [
    '0 bytes',
    '1023 bytes',
    '2 KB',
    '10 MB',
  ]);
  assert.equal(showTypes(CERTIFICATE), 'PDF, JPG or PNG');
});
