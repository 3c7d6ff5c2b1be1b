import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { IMPORT_WAIT_DAYS } from '@tegeka/contract/imports/import-kind.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { until } from '#testing/test-mandate.ts';
import { csvOf, goodRow, openDesk } from './imports-test-calls.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

test('a file is checked, confirmed and becomes customers, each with its beginning', async () => {
  const desk = await openDesk(testServer);
  const sent = await desk.send(csvOf(goodRow(1), goodRow(2), goodRow(3)), undefined, 'March.csv');
  assert.equal(sent.state, 'UPLOADED');
  assert.equal(sent.mappingNeeded, false);
  assert.deepEqual(sent.progress, { task: 'CHECK', rows: 0, total: null });
  assert.equal(sent.waitsUntil, null, 'it is at work');
  const checked = await desk.wait(sent.id, 'CHECKED');
  assert.deepEqual([checked.rows, checked.goodRows, checked.refusedRows], [3, 3, 0]);
  const days = IMPORT_WAIT_DAYS * 24 * 60 * 60 * 1000;
  assert.equal(Date.parse(checked.waitsUntil) - Date.parse(checked.createdAt), days);
  assert.equal((await desk.list()).totalElements, 0, 'nothing happens before it is confirmed');
  const confirmed = await desk.confirm(sent.id, 'ALL');
  assert.equal(confirmed.json.state, 'CONFIRMED');
  const done = await desk.wait(sent.id, 'DONE');
  assert.equal(done.imported, 3);
  assert.equal(done.waitsUntil, null);
  const { content, totalElements } = await desk.list();
  assert.equal(totalElements, 3);
  const [{ id }] = content;
  const events = await desk.client.call(`${desk.customers}/${id}/events`);
  const [event] = events.json.content;
  const { firstName, lastName } = desk.person;
  assert.deepEqual(
    [event.kind, event.source, event.by],
    ['IMPORTED', 'March.csv', `${firstName} ${lastName}`],
  );
});

const codesOf = (refusals: { column: string | null; code: string; rows: number }[]) =>
  refusals.map(({ column, code, rows }) => `${column} ${code} ${rows}`).toSorted();

test('imports without row errors: every refused row is told with its reasons, grouped and one by one', async () => {
  const desk = await openDesk(testServer);
  const checked = await desk.check(
    csvOf(
      goodRow(1),
      ',,Nakato,0772123456,,R-2',
      `${'x'.repeat(61)},,Nakato,0772123456,,R-3`,
      'Grace,,Nakato,0733000000,,R-4',
      'Grace,,Nakato,,grace(at)example.com,R-5',
      'Grace,,Nakato,,,R-6',
      'Grace,,Nakato,0733000001,nobody,',
    ),
  );
  assert.deepEqual([checked.rows, checked.goodRows, checked.refusedRows], [7, 1, 6]);
  assert.deepEqual(codesOf(checked.refusals), [
    'customerReferenceNumber MISSING 1',
    'email EMAIL_INVALID 2',
    'firstName MISSING 1',
    'firstName TOO_LONG 1',
    'null NOT_REACHABLE 1',
    'phoneNumber PHONE_INVALID 2',
  ]);
  const phone = checked.refusals.find((one: { code: string }) => one.code === 'PHONE_INVALID');
  assert.deepEqual(phone.firstRows, [5, 8]);
  assert.equal(phone.message, 'This is not a Ugandan phone number.');
  const { content, totalElements, totalPages } = await desk.refused(checked.id, 'page=1&size=4');
  assert.deepEqual([totalElements, totalPages], [6, 2]);
  assert.deepEqual(
    content.map(({ row }: { row: number }) => row),
    [7, 8],
  );
  assert.deepEqual(content[0], {
    row: 7,
    cells: ['Grace', '', 'Nakato', '', '', 'R-6'],
    refusals: [
      { column: null, code: 'NOT_REACHABLE', message: 'A phone number or an email is needed.' },
    ],
  });
});

test('a reference stands once: in the file, and among the customers', async () => {
  const desk = await openDesk(testServer);
  const grace = { firstName: 'Grace', lastName: 'N', phoneNumber: '0772123456' };
  await desk.add({ ...grace, customerReferenceNumber: 'REF-2' });
  const other = await openDesk(testServer);
  await other.add({ ...grace, customerReferenceNumber: 'REF-1' });
  const duplicate = goodRow(3).replace('Grace', 'Twin');
  const bad = 'Grace,,Nakato,1,,REF-4';
  const rows = [goodRow(1), goodRow(2), goodRow(3), duplicate, goodRow(4), bad];
  const checked = await desk.check(csvOf(...rows));
  assert.deepEqual([checked.goodRows, checked.refusedRows], [1, 5]);
  assert.deepEqual(codesOf(checked.refusals), [
    'customerReferenceNumber TAKEN 1',
    'customerReferenceNumber TWICE_IN_FILE 4',
    'phoneNumber PHONE_INVALID 1',
  ]);
  assert.equal((await desk.confirm(checked.id, 'ALL')).json.code, 'IMPORT_HAS_REFUSALS');
  assert.equal((await desk.confirm(checked.id, 'GOOD_ROWS')).status, 200);
  const done = await desk.wait(checked.id, 'DONE');
  assert.deepEqual([done.imported, done.refusedRows], [1, 5]);
  assert.equal((await desk.list()).totalElements, 2);
});

test('a file with nothing to import can not be confirmed', async () => {
  const desk = await openDesk(testServer);
  const checked = await desk.check(csvOf('Grace,,Nakato,,,R-6'));
  assert.equal((await desk.confirm(checked.id, 'GOOD_ROWS')).json.code, 'IMPORT_HAS_REFUSALS');
});

test('a reference that is taken after the check sends all rows back, and costs one good row', async () => {
  const desk = await openDesk(testServer);
  const checked = await desk.check(csvOf(goodRow(1), goodRow(2), goodRow(3)));
  const grace = { firstName: 'Grace', lastName: 'N', phoneNumber: '0772123456' };
  await desk.add({ ...grace, customerReferenceNumber: 'REF-2' });
  await desk.confirm(checked.id, 'ALL');
  const back = await desk.wait(checked.id, 'CHECKED');
  assert.deepEqual([back.goodRows, back.refusedRows], [2, 1]);
  assert.deepEqual(codesOf(back.refusals), ['customerReferenceNumber TAKEN 1']);
  assert.equal((await desk.list()).totalElements, 1);
  await desk.add({ ...grace, customerReferenceNumber: 'REF-3' });
  await desk.confirm(checked.id, 'GOOD_ROWS');
  const done = await desk.wait(checked.id, 'DONE');
  assert.deepEqual([done.imported, done.refusedRows], [1, 2]);
});

test('one file at a time, of two at once too, and it is found again', async () => {
  const desk = await openDesk(testServer);
  const answers = await Promise.all([
    desk.upload(csvOf(goodRow(1))),
    desk.upload(csvOf(goodRow(2))),
  ]);
  const codes = answers.map(({ status, json }) => String(json.code ?? status)).join(' ');
  assert.match(codes, /^(?=.*202).*(TOO_MUCH_AT_ONCE|IMPORT_RUNNING)/);
  const id = answers.find(({ status }) => status === 202)?.json.id;
  await desk.wait(id, 'CHECKED');
  assert.equal((await desk.upload(csvOf(goodRow(3)))).json.code, 'IMPORT_RUNNING');
  const found = await desk.client.call(desk.bulk);
  assert.equal(found.json.totalElements, 1);
  assert.deepEqual([found.json.content[0].id, found.json.content[0].state], [id, 'CHECKED']);
  await desk.confirm(id, 'ALL');
  await desk.wait(id, 'DONE');
  assert.equal((await desk.upload(csvOf(goodRow(4)))).status, 202);
});

test('an upload is given up, and what has moved on stays where it is', async () => {
  const desk = await openDesk(testServer);
  const checked = await desk.check(csvOf(goodRow(1)));
  const cancelled = await desk.cancel(checked.id);
  assert.deepEqual([cancelled.status, cancelled.json.state], [200, 'CANCELLED']);
  for (const answer of [
    await desk.cancel(checked.id),
    await desk.confirm(checked.id, 'ALL'),
    await desk.map(checked.id, checked.mapping),
  ]) {
    assert.deepEqual([answer.status, answer.json.code], [409, 'IMPORT_MOVED_ON']);
  }
  assert.equal((await desk.list()).totalElements, 0);
});

test('a check under way can be given up', async () => {
  const desk = await openDesk(testServer);
  const rows = Array.from({ length: 30_000 }, (_, n) => goodRow(n));
  const { id } = await desk.send(csvOf(...rows), { confirm: 'ALL' });
  await until(async () => (await desk.get(id)).progress?.rows !== 0, 5);
  const cancelled = await desk.cancel(id);
  // The check may just have ended: then it is too late, and nothing is half done.
  if (cancelled.status === 409) assert.equal((await desk.wait(id, 'DONE')).imported, 30_000);
  else assert.equal((await desk.list()).totalElements, 0);
});

test('refused rows come back as a file that no spreadsheet runs', async () => {
  const desk = await openDesk(testServer);
  const rows = ['=1+1,@cmd,-2+3,+256,"a""b",', '"=HYPERLINK(""http://x"",""y"")",,b,5,\tz,R-1'];
  const checked = await desk.check(csvOf(...rows));
  const file = await desk.refusedFile(checked.id);
  assert.equal(file.status, 200);
  assert.match(String(file.headers['content-type']), /^text\/csv/);
  assert.match(String(file.headers['content-disposition']), /attachment.*refused-rows-.*\.csv/);
  const lines = file.text.split('\r\n');
  assert.match(lines[0] ?? '', /^\uFEFFFirst Name,.*,Why it is refused$/);
  assert.match(lines[1] ?? '', /^'=1\+1,'@cmd,'-2\+3,'\+256,"a""b",,/);
  assert.match(lines[1] ?? '', /Phone Number: This is not a Ugandan phone number\./);
  assert.match(lines[2] ?? '', /^"'=HYPERLINK/);
  assert.equal(lines.length, 4);
});

test('the file of refused rows has all of them in the order of the list, with cells beyond the columns', async () => {
  const desk = await openDesk(testServer);
  const rows = Array.from({ length: 1200 }, (_, at) => `Grace,,Nakato,5,,R-${at}`);
  const checked = await desk.check(csvOf(...rows, 'Grace,,Nakato,0772123456,,X-1,one,two'));
  const { totalElements, content } = await desk.refused(checked.id, 'page=12&size=100');
  assert.deepEqual([totalElements, content.length, content[0].row], [1201, 1, 1202]);
  const lines = (await desk.refusedFile(checked.id)).text.trimEnd().split('\r\n');
  assert.match(lines[0] ?? '', /,Why it is refused,Cells beyond the columns$/);
  const references = lines.slice(1).map((line) => line.split(',')[5]);
  assert.deepEqual(references, [...rows.map((_, at) => `R-${at}`), 'X-1']);
  assert.match(lines.at(-1) ?? '', /,"one, two"$/);
});

test('what was refused can be put right and sent again as it came', async () => {
  const desk = await openDesk(testServer);
  const bad = 'Grace,,Nakato,+256772123456,nobody,R-1';
  const checked = await desk.check(csvOf(bad));
  const { text } = await desk.refusedFile(checked.id);
  assert.ok(text.includes("'+256772123456"));
  await desk.cancel(checked.id);
  const { id } = await desk.send(text.replace('nobody', ''), { confirm: 'ALL' });
  await desk.wait(id, 'DONE');
  assert.equal((await desk.list()).content[0].phoneNumber, '+256772123456');
});

test('to another merchant an upload does not exist', async () => {
  const [desk, other] = [await openDesk(testServer), await openDesk(testServer)];
  const { id } = await desk.check(csvOf('Grace,,Nakato,,,R-6'));
  const foreign = [
    await other.client.call(`${other.bulk}/${id}`),
    await other.client.call(`${desk.bulk}/${id}`),
    await other.refusedFile(id),
    await other.cancel(id),
    await other.confirm(id, 'GOOD_ROWS'),
    await other.client.call(desk.bulk),
  ];
  assert.deepEqual(
    foreign.map(({ status }) => status),
    foreign.map(() => 404),
  );
});

test('a file that is sent again because its answer was lost gets that answer, and is there once', async () => {
  const desk = await openDesk(testServer);
  const headers = { 'idempotency-key': 'lost-answer-0001' };
  const send = (content: string) => {
    const form = new FormData();
    form.set('file', new File([content], 'book.csv'));
    return desk.client.call(desk.bulk, { method: 'POST', body: form, headers });
  };
  const first = await send(csvOf(goodRow(1)));
  assert.equal(first.status, 202);
  await desk.wait(first.json.id, 'CHECKED');
  const again = await send(csvOf(goodRow(1)));
  assert.deepEqual([again.status, again.json], [202, first.json]);
  assert.equal((await send(csvOf(goodRow(2)))).json.code, 'IDEMPOTENCY_KEY_REUSED');
  assert.equal((await desk.upload(csvOf(goodRow(1)))).json.code, 'IMPORT_RUNNING');
  assert.equal((await desk.client.call(desk.bulk)).json.totalElements, 1);
});
