import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { DEBIT_IMPORT } from '@tegeka/contract/debits/debit-imports.ts';
import { CUSTOMER_IMPORT } from '@tegeka/contract/customers/customer-imports.ts';
import { parseReference } from '@tegeka/contract/kit/reference.ts';
import { MANDATE_IMPORT } from '@tegeka/contract/mandates/mandate-imports.ts';
import type { Import } from '@tegeka/contract/imports/import-shapes.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { csvOf, goodRow, openDesk } from '#features/imports/imports-test-calls.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const bytesOf = (...parts: (string | Buffer)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();
const ROWS = 'First Name,Surname,Tel,Email,Ref\nÉve,Nkûrunziza,0772123456,,A–1\n';

for (const [name, content] of [
  ['UTF-8', bytesOf(ROWS)],
  ['UTF-8 with a mark', bytesOf('\uFEFF', ROWS)],
  ['UTF-16, little end first', bytesOf(Buffer.from([0xff, 0xfe]), Buffer.from(ROWS, 'utf16le'))],
  ['UTF-16, big end first', bytesOf(Buffer.from([0xfe, 0xff]), bigEndian(ROWS))],
  ['UTF-16 without a mark', bytesOf(Buffer.from(ROWS, 'utf16le'))],
  ['Windows-1252', bytesOf(Buffer.from(ROWS.replace('–', '\u0096'), 'latin1'))],
  ['semicolons', bytesOf(ROWS.replaceAll(',', ';'))],
  ['tabs', bytesOf(ROWS.replaceAll(',', '\t'))],
  ['bars', bytesOf(ROWS.replaceAll(',', '|'))],
  ['an announced separator', bytesOf('sep=;\r\n', ROWS.replaceAll(',', ';'))],
  ['Windows line ends', bytesOf(ROWS.replaceAll('\n', '\r\n'))],
  ['old Mac line ends', bytesOf(ROWS.replaceAll('\n', '\r'))],
  ['quotes', bytesOf(ROWS.replaceAll(/[^,\n]+/g, (cell) => `"${cell}"`))],
] as const) {
  test(`a file with ${name} is read letter by letter`, async () => {
    const desk = await openDesk(testServer);
    const { id } = await desk.send(content, { confirm: 'ALL' });
    await desk.wait(id, 'DONE');
    const { content: customers } = await desk.list();
    assert.deepEqual(
      customers.map((one: Record<string, unknown>) => [
        one['firstName'],
        one['lastName'],
        one['phoneNumber'],
        one['customerReferenceNumber'],
      ]),
      [['Éve', 'Nkûrunziza', '+256772123456', 'A–1']],
    );
  });
}

test('blank lines are nothing, and rows are numbered as a spreadsheet numbers them', async () => {
  const desk = await openDesk(testServer);
  const long = `${goodRow(3)},,too,long`;
  const file = `\n${csvOf(goodRow(1), '', ',,,,,', long, '"a\nb",,c', `${goodRow(2)},,`)}\n\n`;
  const checked = await desk.check(file);
  assert.deepEqual([checked.rows, checked.goodRows], [4, 2]);
  const { content } = await desk.refused(checked.id);
  assert.deepEqual(
    content.map(
      ({
        row,
        cells,
        refusals,
      }: {
        row: number;
        cells: string[];
        refusals: { code: string }[];
      }) => [row, cells, refusals.map(({ code }) => code)],
    ),
    [
      [6, long.split(','), ['RAGGED']],
      [7, ['a\nb', '', 'c'], ['TEXT_INVALID', 'MISSING', 'NOT_REACHABLE']],
    ],
  );
});

test('a file without rows, without a header, or that is no table is refused by name', async () => {
  const desk = await openDesk(testServer);
  const failed = await desk.check(csvOf());
  assert.deepEqual(
    [failed.state, failed.failure?.message],
    ['FAILED', 'The file has no customers below the names of its columns.'],
  );
  assert.ok(failed.endedAt);
  const codeOf = async (content: string | Uint8Array<ArrayBuffer>) =>
    (await desk.upload(content)).json.code;
  assert.equal(await codeOf(''), 'FILE_EMPTY');
  assert.equal(await codeOf('\n\n , ,\n'), 'FILE_EMPTY');
  assert.equal(await codeOf(bytesOf('a,b\n1,', Buffer.alloc(3))), 'FILE_TYPE_WRONG');
  assert.equal(await codeOf(bytesOf('%PDF-1.7 something\n%%EOF')), 'FILE_TYPE_WRONG');
  assert.equal(await codeOf(`a,"b\n${'x'.repeat(300_000)}`), 'FILE_DAMAGED');
});

test('a quote that is never closed ends the check and not the server, and its row is told', async () => {
  const desk = await openDesk(testServer);
  const rows = Array.from({ length: 9000 }, (_, n) => goodRow(n));
  const failed = await desk.check(csvOf(...rows, '"open,b', ...rows));
  const failure =
    'The file could not be read as a table: a row does not end, probably because a quote (") in it is never closed.';
  assert.deepEqual(
    [failed.state, failed.failure?.message],
    ['FAILED', `${failure} Look at row 9,002.`],
  );
  // Short enough for the end of the file to come first, and so refused at once.
  const short = await desk.upload(csvOf('"Grace\nAnne",,,,,', '', goodRow(1), 'a,"b', goodRow(2)));
  assert.equal(short.json.fields[0].message, `${failure} Look at row 5.`);
  const header = await desk.upload(`a,"b\n${'x'.repeat(300_000)}`);
  assert.equal(header.json.fields[0].message, `${failure} Look at row 1.`);
});

test('columns that are not recognised are asked for, and the check waits', async () => {
  const desk = await openDesk(testServer);
  const file = 'Vorname;Nachname;Nummer;Kürzel\nGrace;Nakato;0772123456;A-1\n';
  const sent = await desk.send(file);
  assert.deepEqual([sent.mappingNeeded, sent.mapping, sent.progress], [true, {}, null]);
  assert.deepEqual(sent.columns, ['Vorname', 'Nachname', 'Nummer', 'Kürzel']);
  const mapping = { firstName: 0, lastName: 1, phoneNumber: 2, customerReferenceNumber: 3 };
  for (const [poor, fields] of [
    [{ firstName: 0, lastName: 1 }, ['mapping.phoneNumber', 'mapping.customerReferenceNumber']],
    [{ ...mapping, lastName: 0 }, ['mapping.lastName']],
    [{ ...mapping, lastName: 9 }, ['mapping.lastName']],
  ] as const) {
    const refused = await desk.map(sent.id, poor);
    assert.equal(refused.status, 400);
    const named = refused.json.fields.map(({ field }: { field: string }) => field);
    assert.deepEqual(named, fields);
  }
  const mapped = await desk.map(sent.id, mapping);
  assert.deepEqual([mapped.status, mapped.json.mappingNeeded], [200, false]);
  const checked = await desk.wait(sent.id, 'CHECKED');
  assert.deepEqual([checked.goodRows, checked.mapping], [1, mapping]);
});

test('a mapping can be put right after the check, which is made again', async () => {
  const desk = await openDesk(testServer);
  const file = 'First name,Last name,Phone,Reference,Better\nGrace,Nakato,0772123456,,B-1\n';
  const checked = await desk.check(file);
  assert.deepEqual([checked.goodRows, checked.refusedRows], [0, 1]);
  const again = await desk.map(checked.id, { ...checked.mapping, customerReferenceNumber: 4 });
  assert.equal(again.json.state, 'UPLOADED');
  const better = await desk.wait(checked.id, 'CHECKED');
  assert.deepEqual([better.goodRows, better.refusedRows, better.refusals], [1, 0, []]);
});

test('a mapping and a confirmation can come with the file', async () => {
  const desk = await openDesk(testServer);
  const file = 'A,B,C,D\nGrace,Nakato,0772123456,R-1\nJane,Auma,5,R-2\n';
  const mapping = { firstName: 0, lastName: 1, phoneNumber: 2, customerReferenceNumber: 3 };
  const all = await desk.send(file, { mapping, confirm: 'ALL' });
  const kept = await desk.wait(all.id, 'CHECKED');
  assert.equal(kept.refusedRows, 1, 'all or nothing');
  assert.equal((await desk.cancel(all.id)).json.state, 'CANCELLED');
  const good = await desk.send(file, { mapping, confirm: 'GOOD_ROWS' });
  assert.equal((await desk.wait(good.id, 'DONE')).imported, 1);
  const wrong = await desk.upload(file, { mapping: { firstName: 200 } });
  assert.deepEqual([wrong.status, wrong.json.code], [400, 'INPUT_INVALID']);
});

test('columns behind the two hundredth are not looked at, and harm no row', async () => {
  const desk = await openDesk(testServer);
  const more = (word: string) => Array.from({ length: 244 }, (_, at) => `${word}${at}`).join(',');
  const [header = '', row = ''] = csvOf(goodRow(1)).split('\n');
  const checked = await desk.check(`${header},${more('column')}\n${row},${more('value')}\n`);
  assert.deepEqual([checked.columns.length, checked.rows, checked.goodRows], [200, 1, 1]);
});

test('a header is read on one line and in whole letters, however long it is', async () => {
  const desk = await openDesk(testServer);
  const long = `${'x'.repeat(99)}\u{1F600}`;
  const [header = '', row = ''] = csvOf(goodRow(1)).split('\n');
  const text = header.replace('First Name', '"First\nName"');
  const checked = await desk.check(`${text},${long}\n${row},\n`);
  assert.equal(checked.columns[0], 'First Name');
  assert.equal(checked.columns[6], `${'x'.repeat(99)}\uFFFD`);
  assert.equal(checked.goodRows, 1);
});

type AppError = Import['refusals'][number];

test('numbers that a spreadsheet has shortened are refused with what to do, and whole ones are not', async () => {
  const desk = await openDesk(testServer);
  const checked = await desk.check(
    csvOf(
      'Grace,,Nakato,2.56772123456E+11,,123456789012',
      'Grace,,Nakato,2.56772E+11,,R-3',
      'Grace,,Nakato,"7,72E+08",,R-4',
      'Grace,,Nakato,0772123456,,1.23457E+11',
      'Jane,,Auma,0772123457,,1.23457E+11',
    ),
  );
  assert.deepEqual([checked.goodRows, checked.refusedRows], [1, 4]);
  assert.deepEqual(
    checked.refusals.map(({ column, code, firstRows }: AppError) => [column, code, firstRows]),
    [
      ['customerReferenceNumber', 'DIGITS_LOST', [5, 6]],
      ['phoneNumber', 'DIGITS_LOST', [3, 4]],
    ],
  );
  assert.match(checked.refusals[0].message, /has shortened this number .* lost\..* as text/);
  assert.match((await desk.refusedFile(checked.id)).text, /Phone Number: A spreadsheet has short/);
});

/** Refusals of the examples in a template: those of transactions name a mandate that does not exist. */
const WRONG = new Map<string, string[]>([
  [DEBIT_IMPORT.name, ['mandateReference MANDATE_UNKNOWN']],
]);

for (const { name: kind, columns } of [CUSTOMER_IMPORT, MANDATE_IMPORT, DEBIT_IMPORT])
  for (const ending of ['csv', 'xlsx']) {
    const name = `${kind}-template.${ending}`;
    test(`${name} can be sent as it is`, async () => {
      const desk = await openDesk(testServer, kind);
      const folder = path.resolve(import.meta.dirname, '../../../../../web/public');
      const template = await readFile(path.join(folder, name));
      const checked = await desk.check(new Uint8Array(template), undefined, name);
      const labels = Object.values(columns).map(({ label }) => label);
      assert.deepEqual(checked.columns, labels);
      const places = Object.keys(columns).map((column) => checked.mapping[column]);
      assert.deepEqual(places, [...labels.keys()]);
      assert.equal(checked.rows, 2);
      assert.deepEqual(
        checked.refusals.map(({ column, code }: AppError) => `${column} ${code}`),
        WRONG.get(kind) ?? [],
      );
    });
  }

test('the mandate of the examples is written as a mandate is', () => {
  const { example } = DEBIT_IMPORT.columns.mandateReference;
  assert.equal(parseReference('TGK', example), example);
});
