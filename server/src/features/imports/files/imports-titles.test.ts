import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { csvOf, type Desk, goodRow, openDesk } from '#features/imports/imports-test-calls.ts';
import { inlineRow, workbookOf } from './imports-test-workbooks.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const TITLE = 'Customers of Nile Traders';
const HEADER = ['First name', 'Surname', 'Mobile', 'E-mail', 'Account ref'];
const BAD = 'Grace,,Nakato,12345,,R-9';

/** Checks a file with one good and one refused row. Returns the numbers of its refused rows. */
async function refusedOf(desk: Desk, content: string | Uint8Array<ArrayBuffer>): Promise<number[]> {
  const checked = await desk.check(content);
  assert.deepEqual([checked.mappingNeeded, checked.rows, checked.goodRows], [false, 2, 1]);
  const { content: refused } = await desk.refused(checked.id);
  await desk.cancel(checked.id);
  return refused.map(({ row }: { row: number }) => row);
}

test('a title above the header is passed over, and rows keep their numbers', async () => {
  const desk = await openDesk(testServer);
  const table = csvOf(goodRow(1), BAD);
  assert.deepEqual(await refusedOf(desk, `${TITLE}\n${table}`), [4]);
  assert.deepEqual(await refusedOf(desk, `${TITLE},,,,,\n,,,,,\n${table}`), [5]);
  assert.deepEqual(await refusedOf(desk, `\n"${TITLE}, all"\n3 March\n\n${table}`), [7]);
  assert.deepEqual(await refusedOf(desk, `${TITLE}\n\n${table.replaceAll(',', ';')}`), [5]);
  assert.deepEqual(await refusedOf(desk, `sep=,\n${TITLE}\n${table}`), [5]);
  assert.deepEqual(await refusedOf(desk, `${TITLE}${'\n'.repeat(9)}${table}`), [12]);
});

test('a title above the header of a workbook is passed over, and rows keep their numbers', async () => {
  const desk = await openDesk(testServer);
  const rows = (gap: number) =>
    [
      inlineRow(2, [TITLE, '', '']),
      inlineRow(2 + gap, HEADER),
      inlineRow(3 + gap, ['Grace', 'Nakato', '0772123456', '', 'A']),
      inlineRow(5 + gap, ['Grace', 'Nakato', '12345', '', 'B']),
    ].join('');
  assert.deepEqual(await refusedOf(desk, workbookOf({ rows: rows(2) })), [7]);
  assert.deepEqual(await refusedOf(desk, workbookOf({ rows: rows(19) })), [24]);
  const far = await desk.send(workbookOf({ rows: rows(20) }));
  assert.deepEqual([far.columns, far.mappingNeeded], [[TITLE], true], 'twenty rows are looked at');
});

test('a title above shared texts does not keep them from being read', async () => {
  const desk = await openDesk(testServer);
  const strings = [TITLE, ...HEADER].map((text) => `<t>${text}</t>`);
  const head = HEADER.map((_, at) => `<c r="${'ABCDE'[at]}3" t="s"><v>${at + 1}</v></c>`);
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="3">${head.join('')}</row>`;
  const sent = await desk.send(workbookOf({ rows, strings }));
  assert.deepEqual([sent.columns, sent.mappingNeeded], [HEADER, false]);
});

test('a file of one column has its header in its first row', async () => {
  const desk = await openDesk(testServer);
  const names = Array.from({ length: 300 }, (_, at) => `Name ${at}`);
  for (const content of [`\nName\n\n${names.join('\n')}\n`, 'Name\n', 'Name']) {
    const sent = await desk.send(content);
    assert.deepEqual([sent.columns, sent.mappingNeeded], [['Name'], true]);
    await desk.cancel(sent.id);
  }
  const rows = names.map((name, at) => inlineRow(at + 1, [name])).join('');
  assert.deepEqual((await desk.send(workbookOf({ rows }))).columns, ['Name 0']);
});

const LABELS = 'School,Kampala Hill\nReference,T-3\n';
const UNKNOWN = 'Vorname,Nachname,Nummer,Kürzel';

test('another row can be chosen as the header: with the file, and afterwards', async () => {
  const desk = await openDesk(testServer);
  const file = `${LABELS}\n${UNKNOWN}\nGrace,Nakato,0772123456,A-1\nJane,Auma,5,A-2\n`;
  const mapping = { firstName: 0, lastName: 1, phoneNumber: 2, customerReferenceNumber: 3 };
  const sent = await desk.send(file);
  assert.deepEqual([sent.headerRow, sent.columns], [1, ['School', 'Kampala Hill']]);
  assert.deepEqual(
    sent.topRows.map(({ row, cells }: { row: number; cells: string[] }) => [row, cells.length]),
    [
      [1, 2],
      [2, 2],
      [4, 4],
      [5, 4],
      [6, 4],
    ],
  );
  assert.match(sent.topRows[3].cells[2], /^•••• 3456$/, 'long numbers are masked');
  const wrong = await desk.choose(sent.id, { headerRow: 3 });
  assert.deepEqual([wrong.status, wrong.json.fields[0].field], [400, 'headerRow']);
  const chosen = await desk.choose(sent.id, { headerRow: 4 });
  assert.deepEqual(
    [chosen.json.headerRow, chosen.json.columns, chosen.json.mappingNeeded],
    [4, UNKNOWN.split(','), true],
  );
  await desk.choose(sent.id, { mapping });
  const checked = await desk.wait(sent.id, 'CHECKED');
  assert.deepEqual([checked.rows, checked.refusals[0].firstRows], [2, [6]]);
  await desk.cancel(sent.id);
  const told = await desk.check(file, { headerRow: 4, mapping });
  assert.deepEqual([told.rows, told.goodRows, told.headerRow], [2, 1, 4]);
});

test('names in another row are matched as those of the first, and a check under way ends without a result', async () => {
  const desk = await openDesk(testServer);
  // Both rows name columns: the upper one names as many.
  const old = 'First name,Surname,Old phone,Old ref';
  const file = `${old}\nGiven name,Surname,Phone,Ref\nGrace,Nakato,0772123456,A-1\n`;
  const checked = await desk.check(file);
  assert.equal(checked.headerRow, 2, 'it names more columns');
  const waiting = await desk.choose(checked.id, { headerRow: 1 });
  assert.deepEqual([waiting.json.state, waiting.json.mappingNeeded], ['UPLOADED', true]);
  const again = await desk.choose(checked.id, { headerRow: 2 });
  assert.equal(again.json.mappingNeeded, false);
  const better = await desk.wait(checked.id, 'CHECKED');
  assert.deepEqual([better.rows, better.goodRows], [1, 1]);
  await desk.confirm(checked.id, 'ALL');
  const done = await desk.wait(checked.id, 'DONE');
  assert.deepEqual(done.topRows, [], 'not kept after the end');
});
