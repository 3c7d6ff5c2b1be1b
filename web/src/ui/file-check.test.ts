import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CERTIFICATE, LOGO } from '@tegeka/contract/files.ts';
import { faultOfFile, showSize, showTypes } from '#ui/file-check.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);

test('a file is judged by how it begins, not by its name', async () => {
  assert.equal(await faultOfFile(new File([PNG], 'logo.pdf'), LOGO), null);
  assert.equal(
    await faultOfFile(new File(['MZ program'], 'logo.png', { type: 'image/png' }), LOGO),
    'This is not a JPG or PNG file. Please choose another one.',
  );
  assert.equal(await faultOfFile(new File(['%PDF-1.7'], 'a'), CERTIFICATE), null);
  assert.equal(
    await faultOfFile(new File(['%PDF-1.7'], 'a.pdf'), LOGO),
    'This is not a JPG or PNG file. Please choose another one.',
  );
});

test('empty and large files are refused with their size', async () => {
  assert.equal(
    await faultOfFile(new File([], 'a.png'), LOGO),
    'This file is empty. Please choose another one.',
  );
  const large = new File([PNG, new Uint8Array(2.5 * 1024 * 1024)], 'a.png');
  assert.equal(await faultOfFile(large, LOGO), 'This file has 2.5 MB. We take up to 2 MB.');
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
