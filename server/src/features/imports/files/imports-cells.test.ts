import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Import } from '@tegeka/contract/imports/import-shapes.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { csvOf, type Desk, goodRow, openDesk } from '#features/imports/imports-test-calls.ts';
import { inline, inlineRow, workbookOf } from './imports-test-workbooks.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const HEADER = ['First name', 'Surname', 'Mobile', 'E-mail', 'Account ref'];

/** A row of a workbook whose phone and reference are given cells. */
const row = (number: number, phone: string, reference: string) =>
  `<row r="${number}">${inline(`A${number}`, 'Grace')}${inline(`B${number}`, 'Nakato')}${phone}${reference}</row>`;
const mobile = (number: number) => inline(`C${number}`, `077212345${number}`);

/** The references and phones of the customers that the good rows of a file become. */
async function importedOf(desk: Desk, id: string): Promise<string[]> {
  await desk.confirm(id, 'GOOD_ROWS');
  await desk.wait(id, 'DONE');
  const { content } = await desk.list('sort=customerReferenceNumber');
  return content.map(
    ({ customerReferenceNumber, phoneNumber }: Record<string, string>) =>
      `${customerReferenceNumber} ${phoneNumber}`,
  );
}

test('phones and references of a workbook are as their cells show them, and lost digits are told', async () => {
  const desk = await openDesk(testServer);
  const formats = ['"C-"0000', '0000000000', '0000', '0.00E+00'];
  const rows = [
    inlineRow(1, HEADER),
    row(2, '<c r="C2" s="5"><v>772123452</v></c>', '<c r="E2" s="4"><v>17</v></c>'),
    row(3, mobile(3), '<c r="E3" s="6"><v>42</v></c>'),
    row(4, mobile(4), '<c r="E4" s="6"><v>12345</v></c>'),
    row(5, '<c r="C5" s="7"><v>256772000000</v></c>', inline('E5', 'C-5')),
  ];
  const checked = await desk.check(workbookOf({ rows: rows.join(''), formats }));
  assert.deepEqual(
    checked.refusals.map(({ column, code, firstRows }: Record<string, unknown>) => [
      column,
      code,
      firstRows,
    ]),
    [
      ['customerReferenceNumber', 'DIGITS_LOST', [4]],
      ['phoneNumber', 'DIGITS_LOST', [5]],
    ],
  );
  const { content } = await desk.refused(checked.id);
  assert.equal(content[0].cells[4], '1.23450E+04', 'so that it is refused again as it stands');
  assert.deepEqual(await importedOf(desk, checked.id), [
    '0042 +256772123453',
    'C-0017 +256772123452',
  ]);
});

test('a formula that has failed or was never calculated is told, in a workbook and in a text', async () => {
  const desk = await openDesk(testServer);
  const rows = [
    inlineRow(1, HEADER),
    row(2, mobile(2), '<c r="E2" t="e"><f>VLOOKUP(1,X,1)</f><v>#N/A</v></c>'),
    row(3, mobile(3), '<c r="E3"><f>A1&amp;B1</f></c>'),
    row(4, mobile(4), '<c r="E4" t="str"><f>"R-"&amp;4</f><v>R-4</v></c>'),
    row(5, '<c r="C5" t="str"><f>""</f><v></v></c>', inline('E5', 'R-5')),
  ];
  const checked = await desk.check(workbookOf({ rows: rows.join('') }));
  const found = checked.refusals.map(
    ({ column, code, firstRows }: Import['refusals'][number]) =>
      `${column} ${code} ${firstRows.join()}`,
  );
  assert.deepEqual(found, ['customerReferenceNumber NO_RESULT 2,3', 'null NOT_REACHABLE 5']);
  await desk.cancel(checked.id);
  const text = await desk.check(
    csvOf('#N/A,,Nakato,0772123456,,R-1', 'Grace,,Nakato,########,,R-2', goodRow(3)),
  );
  assert.deepEqual([text.goodRows, text.refusedRows], [1, 2]);
  assert.deepEqual(
    text.refusals.map(({ code }: { code: string }) => code),
    ['NO_RESULT', 'NO_RESULT'],
  );
});

test('a header repeated at a page break is no row, and a line of totals is refused', async () => {
  const desk = await openDesk(testServer);
  const [header = ''] = csvOf().split('\n');
  const checked = await desk.check(csvOf(goodRow(1), header, goodRow(2), 'Total,,,,,2'));
  assert.deepEqual([checked.rows, checked.goodRows], [3, 2]);
  assert.ok(checked.refusals.every(({ firstRows }: { firstRows: number[] }) => firstRows[0] === 5));
});

test('rows and columns that are hidden are rows and columns', async () => {
  const desk = await openDesk(testServer);
  const hidden = inlineRow(2, ['Grace', 'Nakato', '0772123456', '', 'A']).replace(
    '<row ',
    '<row hidden="1" ',
  );
  const rows =
    inlineRow(1, HEADER) + hidden + inlineRow(3, ['Jane', 'Auma', '0772123457', '', 'B']);
  const checked = await desk.check(workbookOf({ rows }));
  assert.deepEqual([checked.rows, checked.goodRows], [2, 2]);
});

test('text that is called a table is one however it begins, and documents are none', async () => {
  const desk = await openDesk(testServer);
  const codeOf = async (content: string, name: string) => {
    const { status, json } = await desk.upload(content, undefined, name);
    if (status === 202) await desk.cancel(json.id);
    return status === 202 ? 'CSV' : json.code;
  };
  const table = (first: string) => csvOf(goodRow(1)).replace('First Name', first);
  for (const first of ['BM No', 'II*', 'GIF8', 'MZ', 'ID3 tag', 'OggS'])
    assert.equal(await codeOf(table(first), 'members.csv'), 'CSV', first);
  assert.equal(await codeOf(table('BM No'), 'members.bmp'), 'FILE_TYPE_WRONG');
  for (const document of ['%PDF-1.7 a', '{\\rtf1 a}', '<?xml version="1.0"?><a/>'])
    assert.equal(await codeOf(document, 'members.csv'), 'FILE_TYPE_WRONG', document);
});
