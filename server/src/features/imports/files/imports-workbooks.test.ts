import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { openDesk } from '#features/imports/imports-test-calls.ts';
import { inline, inlineRow, workbookOf, zipOf } from './imports-test-workbooks.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const HEADER = ['First name', 'Surname', 'Mobile', 'E-mail', 'Account ref'];

test('a workbook with shared texts, numbers, gaps and dates is read as a person sees it', async () => {
  const desk = await openDesk(testServer);
  const strings = [
    ...HEADER.map((text) => `<t>${text}</t>`),
    '<r><t>Gra</t></r><r><t>ce</t></r><rPh><t>GUREISU</t></rPh>',
    '<t>Nakato &amp; Sons</t>',
    '<t xml:space="preserve"> Okello_x0041_ _x0000_</t>',
  ];
  const head = HEADER.map((_, at) => `<c r="${'ABCDE'[at]}1" t="s"><v>${at}</v></c>`).join('');
  const rows = `<row r="1">${head}</row>
    <row r="3"><c r="A3" t="s"><v>5</v></c><c r="B3" t="s"><v>6</v></c><c r="C3"><v>772123456</v></c>
      <c r="E3"><v>10017</v></c></row>
    <row r="4"><c r="A4" t="s"><v>5</v></c><c r="B4" t="s"><v>7</v></c>
      <c r="C4"><v>2.56772123457E11</v></c><c r="D4" t="str"><f>LOWER(X1)</f><v>Grace@Example.com</v></c>
      <c r="E4" s="2"><v>46085</v></c><c r="XFD4"><v>5</v></c></row>
    <row r="9"><c r="B9" s="1"/><c r="C9"/></row>
    <row r="10">${inline('A10', 'Jane')}${inline('B10', 'Auma')}<c t="inlineStr"><is><t>0772 123458</t></is></c>
      <c r="E10" s="3"><v>12</v></c></row>`;
  const { id, columns, mapping } = await desk.send(
    workbookOf({ rows, strings }),
    undefined,
    'a.xlsx',
  );
  assert.deepEqual(columns, HEADER);
  assert.deepEqual(mapping, {
    firstName: 0,
    lastName: 1,
    phoneNumber: 2,
    email: 3,
    customerReferenceNumber: 4,
  });
  const checked = await desk.wait(id, 'CHECKED', 'FAILED');
  assert.deepEqual([checked.rows, checked.goodRows], [3, 3], JSON.stringify(checked));
  await desk.confirm(id, 'ALL');
  await desk.wait(id, 'DONE');
  const { content } = await desk.list('sort=customerReferenceNumber');
  assert.deepEqual(
    content.map((one: Record<string, unknown>) => [
      one['customerReferenceNumber'],
      one['firstName'],
      one['lastName'],
      one['phoneNumber'],
      one['email'],
    ]),
    [
      ['10017', 'Grace', 'Nakato & Sons', '+256772123456', null],
      ['12 days', 'Jane', 'Auma', '+256772123458', null],
      ['2026-03-04', 'Grace', 'OkelloA', '+256772123457', 'grace@example.com'],
    ],
  );
});

test('dates of a workbook that counts from 1904 are read as the spreadsheet shows them', async () => {
  const desk = await openDesk(testServer);
  // 2026-03-04, with the style of a date.
  const date = '<c r="E2" s="2"><v>44623</v></c>';
  const row = `<row r="2">${inline('A2', 'Grace')}${inline('B2', 'Nakato')}${inline('C2', '0772123456')}${date}</row>`;
  const workbook = workbookOf({ rows: inlineRow(1, HEADER) + row, date1904: true });
  const { id } = await desk.send(workbook, undefined, 'a.xlsx');
  await desk.wait(id, 'CHECKED', 'FAILED');
  await desk.confirm(id, 'ALL');
  await desk.wait(id, 'DONE');
  const { content } = await desk.list('size=10');
  assert.deepEqual(
    content.map((one: Record<string, unknown>) => one['customerReferenceNumber']),
    ['2026-03-04'],
  );
});

test('refused rows of a workbook keep the numbers that the spreadsheet shows', async () => {
  const desk = await openDesk(testServer);
  const rows = [
    inlineRow(2, HEADER),
    inlineRow(5, ['Grace', 'Nakato', '0772123456', '', 'A']),
    inlineRow(7, ['Grace', 'Nakato', '12345', '', 'B']),
  ].join('');
  const checked = await desk.check(workbookOf({ rows }));
  assert.deepEqual([checked.goodRows, checked.refusedRows], [1, 1]);
  assert.deepEqual(checked.refusals[0].firstRows, [7]);
});

test('a workbook that unpacks to far too much is refused before it is unpacked', async () => {
  const desk = await openDesk(testServer);
  const rows = inlineRow(1, HEADER);
  const bomb = { name: 'xl/media/a.bin', content: Buffer.alloc(64 * 1024 * 1024) };
  const byRatio = await desk.upload(workbookOf({ rows, more: [bomb] }));
  assert.deepEqual([byRatio.status, byRatio.json.code], [422, 'TOO_LARGE_UNPACKED']);
  const large = { name: 'xl/media/b.bin', content: Buffer.alloc(10), announced: 2 ** 31 };
  const bySize = await desk.upload(workbookOf({ rows, more: [large] }));
  assert.deepEqual([bySize.status, bySize.json.code], [422, 'TOO_LARGE_UNPACKED']);
  const crowd = Array.from({ length: 1001 }, (_, n) => ({
    name: `x${n}`,
    content: Buffer.from('x'),
  }));
  const byNumber = await desk.upload(workbookOf({ rows, more: crowd }));
  assert.deepEqual([byNumber.status, byNumber.json.code], [422, 'TOO_LARGE_UNPACKED']);
  const formats = Array.from({ length: 70_000 }, (_, n) => `<xf n="${n}"/>`).join('');
  const content = Buffer.from(`<styleSheet><cellXfs>${formats}</cellXfs></styleSheet>`);
  const byFormats = await desk.upload(
    workbookOf({ rows: inlineRow(1, HEADER), more: [{ name: 'xl/styles.xml', content }] }),
  );
  assert.deepEqual([byFormats.status, byFormats.json.code], [422, 'TOO_LARGE_UNPACKED']);
});

test('a sheet that unpacks to more than it announces ends its check', async () => {
  const desk = await openDesk(testServer);
  const many = Array.from({ length: 20_000 }, (_, n) =>
    inlineRow(n + 2, ['a', 'b', 'c', 'd', 'e']),
  );
  const sheet = `<worksheet><sheetData>${inlineRow(1, HEADER)}${many.join('')}</sheetData></worksheet>`;
  const liar = {
    name: 'xl/worksheets/sheet9.xml',
    content: Buffer.from(sheet),
    announced: 1_500_000,
  };
  const found = await desk.upload(workbookOf({ rows: inlineRow(1, HEADER), more: [liar] }));
  assert.equal(found.status, 202, found.text);
  const failed = await desk.wait(found.json.id, 'FAILED');
  const message =
    'The file could not be read as a table. Open it in a spreadsheet, save it as CSV or XLSX, and upload that.';
  assert.equal(failed.failure.message, message);
});

test('workbooks that are damaged, locked or no workbooks are refused with what to do', async () => {
  const desk = await openDesk(testServer);
  const whole = workbookOf({ rows: inlineRow(1, HEADER) });
  const cut = await desk.upload(whole.slice(0, Math.floor(whole.length * 0.6)));
  assert.deepEqual([cut.status, cut.json.code], [422, 'FILE_DAMAGED'], cut.text);
  const broken = await desk.upload(workbookOf({ rows: '<row><c></row>' }));
  assert.deepEqual([broken.status, broken.json.code], [422, 'FILE_DAMAGED']);
  const locked = await desk.upload(
    workbookOf({ rows: '', more: [{ name: 'x', content: Buffer.from('x'), encrypted: true }] }),
  );
  assert.deepEqual([locked.status, locked.json.code], [422, 'FILE_DAMAGED']);
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
  const compound = await desk.upload(new Uint8Array(old));
  assert.deepEqual([compound.status, compound.json.code], [422, 'FILE_TYPE_WRONG']);
  assert.match(compound.json.fields[0].message, /without a password/);
  const archive = await desk.upload(zipOf([{ name: 'a.csv', content: Buffer.from('a') }]));
  assert.match(archive.json.fields[0].message, /Unpack it/);
  const empty = await desk.upload(workbookOf({ rows: '' }));
  assert.deepEqual([empty.status, empty.json.code], [422, 'FILE_EMPTY']);
});

test('a workbook without rows below its header says so', async () => {
  const desk = await openDesk(testServer);
  const failed = await desk.check(workbookOf({ rows: inlineRow(1, HEADER) }));
  assert.deepEqual(
    [failed.state, failed.failure.message],
    ['FAILED', 'The file has no customers below the names of its columns.'],
  );
});

test('a header of signs that no database takes is read without them', async () => {
  const desk = await openDesk(testServer);
  const header = ['First_x0000_name', 'Sur_x0000_name', 'Mobile_xD800_', 'E-mail', 'Account ref'];
  const rows = `${inlineRow(1, header)}${inlineRow(2, ['Grace', 'Nakato', '0772123456', '', 'A-1'])}`;
  const answer = await desk.upload(workbookOf({ rows }), undefined, 'a.xlsx');
  assert.equal(answer.status, 202, answer.text);
  assert.deepEqual(answer.json.columns, [
    'First name',
    'Sur name',
    'Mobile\uFFFD',
    'E-mail',
    'Account ref',
  ]);
});

test('a workbook of more than 100,000 rows is refused, and CSV is named instead', async () => {
  const desk = await openDesk(testServer);
  const sentence = 'This workbook has more than 100,000 rows. Save it as CSV and upload that.';
  const row = (number: number) =>
    `<row><c t="inlineStr"><is><t>G${number}</t></is></c><c t="inlineStr"><is><t>N</t></is></c></row>`;
  const rows = Array.from({ length: 100_001 }, (_, number) => row(number)).join('');
  const failed = await desk.check(workbookOf({ rows: inlineRow(1, HEADER) + rows }));
  assert.deepEqual([failed.state, failed.failure.message], ['FAILED', sentence]);
  const strings = Array.from({ length: 1_000_001 }, () => '<t>x</t>');
  const atOnce = await desk.upload(workbookOf({ rows: inlineRow(1, HEADER), strings }));
  assert.deepEqual([atOnce.status, atOnce.json.code], [413, 'FILE_TOO_LARGE']);
  assert.equal(atOnce.json.fields[0].message, sentence);
});
