import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { openDirectory } from './clearing-directory.ts';
import { pollFiles } from './clearing-due.ts';
import type { Transport } from './clearing-transport.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const readOperator = () => Promise.reject(new Error('Nobody is asked'));

/** Files of a disk that has a fault; `onRead` is told each name that is tried. */
function faultyFiles(names: readonly string[], onRead: (name: string) => void): Transport {
  const file = (channel: string, name: string) => ({
    channel,
    name,
    read: () => {
      onRead(name);
      return Promise.reject(new Error('The disk has a fault here'));
    },
    settle: async () => {},
  });
  return {
    nextAt: async () => null,
    send: async () => {},
    receive: async ([channel = ''], max) => names.slice(0, max).map((name) => file(channel, name)),
  };
}

test('a file that can not be read is tried again twice a minute, and not in each round', async () => {
  let reads = 0;
  const transport = faultyFiles(['unreadable.xml'], () => (reads += 1));
  const poll = pollFiles(testServer.ctx, { openTransport: () => transport, readOperator });
  for (let round = 0; round < 30; round += 1) {
    await poll();
    testServer.clock.advance(1000);
  }
  assert.equal(reads, 1);
  await poll();
  assert.equal(reads, 2);
});

test('very many files that can not be read do not hold up those that come after them', async () => {
  const names = Array.from({ length: 120 }, (_, n) => `file-${n}.xml`);
  const read = new Set<string>();
  const transport = faultyFiles(names, (name) => read.add(name));
  const poll = pollFiles(testServer.ctx, { openTransport: () => transport, readOperator });
  for (let round = 0; round < 3; round += 1) await poll();
  assert.equal(read.size, names.length);
});

test('a file that is put under the name of one that is being processed is read too, with its own checksum', async (t) => {
  const root = await mkdtemp(path.join(tmpdir(), 'tegeka-directory-'));
  t.after(() => rm(root, { recursive: true }));
  const place = (...parts: string[]) => path.join(root, 'clearing-house', ...parts);
  await mkdir(place('in'), { recursive: true });
  const put = async (text: string) => {
    const sum = createHash('sha256').update(text).digest('hex');
    await writeFile(place('in', 'file.xml.sha256'), `${sum}  file.xml\n`);
    await writeFile(place('in', '.file.xml'), text);
    await rename(place('in', '.file.xml'), place('in', 'file.xml'));
    return { text, sum };
  };
  const directory = openDirectory(root);
  const receive = async () => {
    const [file] = await directory.receive(new Set(['clearing-house']), 10, new Date());
    assert.ok(file);
    return file;
  };
  await put('the first');
  const first = await receive();
  const second = await put('the second');
  const read = await first.read(100);
  assert.deepEqual([String(read?.bytes), read?.expectedSha256], [second.text, second.sum]);
  const third = await put('the third');
  await first.settle('1', 'done');
  assert.deepEqual(await readdir(place('done')).catch(() => []), [], 'it was not read yet');
  const next = await receive();
  assert.equal(String((await next.read(100))?.bytes), third.text);
  await next.settle('2', 'done');
  assert.deepEqual(await readdir(place('in')), []);
  assert.equal(await readFile(place('done', '2-file.xml'), 'utf8'), third.text);
  assert.equal(await next.read(100), null, 'it is no longer there');
});
