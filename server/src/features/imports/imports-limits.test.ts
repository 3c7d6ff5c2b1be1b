import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type House, openHouse } from '../../test-house.ts';
import { csvOf, type Desk, goodRow, openDesk } from './imports-test-calls.ts';

const MEGABYTE = 1024 * 1024;
const TWO_GIGABYTES = 2048 * MEGABYTE;
const START = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

interface Sent {
  status: number;
  code: string;
  /** Bytes that were taken from the sender, kept in buffers of the system included. */
  taken: number;
}

/** Sends a body that never seems to end, as fast as it is taken, until an answer comes. */
async function pour(desk: Desk, headers: Record<string, string>): Promise<Sent> {
  // The client fetches its page's token with its first change.
  await desk.client.call(desk.bulk, { method: 'POST' });
  const csrf = desk.client.cookie('XSRF-TOKEN') ?? '';
  const { port } = house.config.http;
  const sent = request({
    ...{ host: '127.0.0.1', port, method: 'POST', path: desk.bulk },
    headers: {
      ...{ authorization: `Bearer ${desk.client.token}`, 'x-xsrf-token': csrf },
      ...{ cookie: `XSRF-TOKEN=${csrf}`, 'content-type': 'multipart/form-data; boundary=b' },
      ...headers,
    },
  });
  const chunk = Buffer.alloc(MEGABYTE, 'Grace,,Nakato,0772123456,,R\n');
  let [taken, answered] = [0, false];
  const pump = () => {
    if (answered || taken >= TWO_GIGABYTES) return;
    taken += chunk.length;
    if (sent.write(chunk)) setImmediate(pump);
    else sent.once('drain', pump);
  };
  return new Promise((resolve, reject) => {
    sent.on('error', (error) => answered || reject(error));
    sent.on('response', (answer) => {
      answered = true;
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => {
        sent.destroy();
        resolve({ status: answer.statusCode ?? 0, code: JSON.parse(text).code, taken });
      });
    });
    sent.write(START);
    pump();
  });
}

test('a file that announces 2 GB is refused before it is sent', async () => {
  const desk = await openDesk(house);
  const { status, code, taken } = await pour(desk, { 'content-length': String(TWO_GIGABYTES) });
  assert.deepEqual([status, code], [413, 'FILE_TOO_LARGE']);
  assert.ok(taken < 32 * MEGABYTE, `${taken} bytes were taken`);
});

test('a file that only turns out to be too large is refused when it does', async () => {
  const desk = await openDesk(house);
  const { status, code, taken } = await pour(desk, { 'transfer-encoding': 'chunked' });
  assert.deepEqual([status, code], [413, 'FILE_TOO_LARGE']);
  assert.ok(taken < 240 * MEGABYTE, `${taken} bytes were taken`);
  assert.deepEqual(await readdir(path.join(house.config.dataDir, 'tmp')), []);
});

test('where another upload is open a file is refused before it is sent', async () => {
  const desk = await openDesk(house);
  await desk.check(csvOf(goodRow(1)));
  const { status, code, taken } = await pour(desk, { 'transfer-encoding': 'chunked' });
  assert.deepEqual([status, code], [409, 'IMPORT_RUNNING']);
  assert.ok(taken < 32 * MEGABYTE, `${taken} bytes were taken`);
});

test('an upload that breaks off leaves nothing behind', async () => {
  const desk = await openDesk(house);
  await desk.client.call(desk.bulk, { method: 'POST' });
  const csrf = desk.client.cookie('XSRF-TOKEN') ?? '';
  const { port } = house.config.http;
  const sent = request({
    ...{ host: '127.0.0.1', port, method: 'POST', path: desk.bulk },
    headers: {
      ...{ authorization: `Bearer ${desk.client.token}`, 'x-xsrf-token': csrf },
      ...{ cookie: `XSRF-TOKEN=${csrf}`, 'content-type': 'multipart/form-data; boundary=b' },
      'content-length': String(MEGABYTE),
    },
  });
  sent.on('error', () => undefined);
  sent.write(`${START}${csvOf(goodRow(1))}`);
  const temporary = () => readdir(path.join(house.config.dataDir, 'tmp'));
  while ((await temporary()).length === 0) await pause(20);
  sent.destroy();
  while ((await temporary()).length > 0) await pause(20);
  assert.equal((await desk.client.call(desk.bulk)).json.totalElements, 0);
});

test('a file is told what it lacks', async () => {
  const desk = await openDesk(house);
  const form = new FormData();
  form.set('options', '{}');
  const without = await desk.client.call(desk.bulk, { method: 'POST', body: form });
  assert.deepEqual([without.status, without.json.code], [422, 'FILE_MISSING']);
  form.set('options', '{"confirm":"SOME"}');
  form.set('file', new File([csvOf(goodRow(1))], 'a.csv'));
  const wrong = await desk.client.call(desk.bulk, { method: 'POST', body: form });
  assert.deepEqual([wrong.status, wrong.json.fields[0].field], [400, 'confirm']);
});
