import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { TEMPLATE_ROWS, templateCsv } from '#features/imports/import-template.ts';
import { workbookOf } from '#features/imports/import-workbook.ts';

test('the template names our columns and has two rows that are clearly examples', () => {
  const [header, ...rows] = TEMPLATE_ROWS;
  assert.deepEqual(header, [
    'First Name',
    'Middle Name',
    'Last Name',
    'Phone Number',
    'Email',
    'Customer Reference Number',
  ]);
  assert.equal(rows.length, 2);
  for (const row of rows)
    assert.match(row.join(' '), /EXAMPLE - please delete this row.*EXAMPLE-\d/);
});

test('the CSV template has a line for each row and no cell that would need quotes', () => {
  const csv = templateCsv();
  assert.ok(csv.startsWith('\ufeffFirst Name,'));
  const lines = csv.slice(1).trimEnd().split('\r\n');
  assert.deepEqual(
    lines.map((line) => line.split(',')),
    TEMPLATE_ROWS,
  );
});

/** The parts of a ZIP file as its directory lists them. */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.length - 22;
  assert.equal(bytes.readUInt32LE(end), 0x06054b50, 'the end of the directory');
  const parts = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(bytes.readUInt32LE(at), 0x02014b50, 'an entry of the directory');
    const [crc, size, nameSize] = [at + 16, at + 24, at + 28].map((place, field) =>
      field === 2 ? bytes.readUInt16LE(place) : bytes.readUInt32LE(place),
    );
    assert.ok(crc !== undefined && size !== undefined && nameSize !== undefined);
    const local = bytes.readUInt32LE(at + 42);
    assert.equal(bytes.readUInt32LE(local), 0x04034b50, 'a part');
    const name = bytes.toString('utf8', at + 46, at + 46 + nameSize);
    const content = bytes.subarray(local + 30 + nameSize, local + 30 + nameSize + size);
    assert.equal(crc32(content), crc, name);
    parts.set(name, content.toString('utf8'));
    at += 46 + nameSize;
  }
  return parts;
}

test('the workbook is a whole ZIP file with every part that a spreadsheet looks for', async () => {
  const blob = workbookOf([
    ['Name', 'Phone'],
    ['Okello & <Sons>', '0772 123 456'],
  ]);
  const parts = unzip(Buffer.from(await blob.arrayBuffer()));
  assert.deepEqual(
    [...parts.keys()],
    [
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
    ],
  );
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  assert.match(sheet, /<t xml:space="preserve">Okello &amp; &lt;Sons&gt;<\/t>/);
  assert.equal(sheet.match(/<row>/g)?.length, 2);
});
