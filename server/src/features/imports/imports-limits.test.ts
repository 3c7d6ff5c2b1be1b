import { problemShape } from '@tegeka/contract/kit/errors.ts';
import { parseJson } from '@tegeka/contract/kit/json.ts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { useUp } from '#testing/setup/test-limits.ts';
import { until } from '#testing/test-mandate.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { csvOf, type Desk, goodRow, openDesk } from './imports-test-calls.ts';

const MEGABYTE = 1024 * 1024;
const TWO_GIGABYTES = 2048 * MEGABYTE;
const START = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

interface Sent {
  status: number;
  code: string;
  /** Bytes that the sender could write, including those in buffers of the system. */
  taken: number;
}

/** The headers of an upload that is made manually. */
async function headersOf(desk: Desk): Promise<Record<string, string>> {
  // The client fetches its CSRF token before its first change.
  await desk.client.call(desk.bulk, { method: 'POST' });
  const csrf = desk.client.cookie('XSRF-TOKEN') ?? '';
  return {
    authorization: `Bearer ${desk.client.token}`,
    'x-xsrf-token': csrf,
    cookie: `XSRF-TOKEN=${csrf}`,
    'content-type': 'multipart/form-data; boundary=b',
  };
}

async function begin(desk: Desk, more: Record<string, string>) {
  const { port } = testServer.config.http;
  const headers = { ...(await headersOf(desk)), ...more };
  return request({ host: '127.0.0.1', port, method: 'POST', path: desk.bulk, headers });
}

/** Begins a body of `length` bytes on a raw socket. Like browsers, it reads the answer only at its end. */
async function openBareLine(desk: Desk, length: number) {
  const { port } = testServer.config.http;
  const headers = { host: 'x', ...(await headersOf(desk)), 'content-length': length };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const line = connect(port, '127.0.0.1').on('error', () => undefined);
  line.write(`POST ${desk.bulk} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return line;
}

const chunk = Buffer.alloc(MEGABYTE, 'Grace,,Nakato,0772123456,,R\n');

/** Sends a body that never seems to end, as fast as it is taken, until an answer comes. */
async function pour(desk: Desk, headers: Record<string, string>): Promise<Sent> {
  const sent = await begin(desk, headers);
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
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => (body += part));
      answer.on('end', () => {
        sent.destroy();
        resolve({
          status: answer.statusCode ?? 0,
          code: parseJson(problemShape, body).code,
          taken,
        });
      });
    });
    sent.write(START);
    pump();
  });
}

test('a file that announces 2 GB is refused before it is sent', async () => {
  const desk = await openDesk(testServer);
  const { status, code, taken } = await pour(desk, { 'content-length': String(TWO_GIGABYTES) });
  assert.deepEqual([status, code], [413, 'FILE_TOO_LARGE']);
  assert.ok(taken < 32 * MEGABYTE, `${taken} bytes were taken`);
});

test('a file that only turns out to be too large is refused when it does', async () => {
  const desk = await openDesk(testServer);
  const { status, code, taken } = await pour(desk, { 'transfer-encoding': 'chunked' });
  assert.deepEqual([status, code], [413, 'FILE_TOO_LARGE']);
  assert.ok(taken < 240 * MEGABYTE, `${taken} bytes were taken`);
  assert.deepEqual(await readdir(path.join(testServer.config.dataDir, 'tmp')), []);
});

test('where another upload is open a file is refused before it is sent', async () => {
  const desk = await openDesk(testServer);
  await desk.check(csvOf(goodRow(1)));
  const { status, code, taken } = await pour(desk, { 'transfer-encoding': 'chunked' });
  assert.deepEqual([status, code], [409, 'IMPORT_RUNNING']);
  assert.ok(taken < 32 * MEGABYTE, `${taken} bytes were taken`);
});

test('a client that sends a refused file to its end before it reads gets the reason, on the same connection', async () => {
  const desk = await openDesk(testServer);
  await desk.check(csvOf(goodRow(1)));
  const pieces = 40;
  const line = await openBareLine(desk, pieces * MEGABYTE);
  for (let piece = 0; piece < pieces; piece += 1) if (!line.write(chunk)) await once(line, 'drain');
  line.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  const heard = await text(line);
  assert.match(heard, /^HTTP\/1\.1 409 [^]*"code":"IMPORT_RUNNING"[^]*HTTP\/1\.1 200 /);
});

test('who goes on sending after a refusal is cut off', async () => {
  const desk = await openDesk(testServer);
  const line = await openBareLine(desk, TWO_GIGABYTES);
  const cut = new Promise<void>((resolve) => {
    line.once('close', () => resolve());
  });
  let taken = 0;
  while (!line.destroyed && taken < TWO_GIGABYTES) {
    taken += chunk.length;
    if (!line.write(chunk)) await Promise.race([once(line, 'drain').catch(() => null), cut]);
  }
  assert.ok(line.destroyed && taken < 512 * MEGABYTE, `${taken} bytes were taken`);
});

test('of two files of a kind that arrive at the same moment the second is refused before it is read', async () => {
  const desk = await openDesk(testServer);
  const temporary = () => readdir(path.join(testServer.config.dataDir, 'tmp'));
  const line = await begin(desk, { 'content-length': String(MEGABYTE) });
  line.on('error', () => undefined);
  line.write(`${START}${csvOf(goodRow(1))}`);
  await until(async () => (await temporary()).length === 1, 20);
  const { status, code, taken } = await pour(desk, {});
  assert.deepEqual([status, code], [429, 'TOO_MUCH_AT_ONCE']);
  assert.ok(taken < 64 * MEGABYTE, `${taken} bytes were taken`);
  // A file of another kind is no second one.
  const body = new FormData();
  body.set('file', new File(['Reference\r\n'], 'a.csv'));
  const mandates = desk.bulk.replace('customers', 'mandates');
  const other = await desk.client.call(mandates, { method: 'POST', body });
  assert.equal(other.status, 202, other.text);
  line.destroy();
  await until(async () => (await temporary()).length === 0, 20);
  body.set('file', new File([csvOf(goodRow(1))], 'a.csv'));
  const sent = await desk.client.call(desk.bulk, { method: 'POST', body });
  assert.equal(sent.status, 202, sent.text);
});

test('an upload that breaks off leaves nothing behind', async () => {
  const desk = await openDesk(testServer);
  const sent = await begin(desk, { 'content-length': String(MEGABYTE) });
  sent.on('error', () => undefined);
  sent.write(`${START}${csvOf(goodRow(1))}`);
  const temporary = () => readdir(path.join(testServer.config.dataDir, 'tmp'));
  await until(async () => (await temporary()).length > 0, 20);
  sent.destroy();
  await until(async () => (await temporary()).length === 0, 20);
  assert.equal((await desk.client.call(desk.bulk)).json.totalElements, 0);
});

test('a file is told what it lacks', async () => {
  const desk = await openDesk(testServer);
  const form = new FormData();
  form.set('options', '{}');
  const without = await desk.client.call(desk.bulk, { method: 'POST', body: form });
  assert.deepEqual([without.status, without.json.code], [422, 'FILE_MISSING']);
  form.set('options', '{"confirm":"SOME"}');
  form.set('file', new File([csvOf(goodRow(1))], 'a.csv'));
  const wrong = await desk.client.call(desk.bulk, { method: 'POST', body: form });
  assert.deepEqual([wrong.status, wrong.json.fields[0].field], [400, 'confirm']);
});

test('a key that has an answer lifts no limit: what is sent with it counts', async () => {
  const desk = await openDesk(testServer);
  const headers = { 'idempotency-key': 'sent-before-0001' };
  const send = (content: string) => {
    const body = new FormData();
    body.set('file', new File([content], 'a.csv'));
    return desk.client.call(desk.bulk, { method: 'POST', body, headers });
  };
  const { status, json } = await send(csvOf(goodRow(1)));
  assert.equal(status, 202);
  await desk.wait(json.id, 'CHECKED');
  const { organizationId: key } = desk.person;
  await useUp(testServer.ctx, 'uploadCustomers', { key, points: 100 });
  const more = await send(csvOf(goodRow(2)));
  assert.deepEqual([more.status, more.json.code], [429, 'TOO_MANY_REQUESTS']);
});
