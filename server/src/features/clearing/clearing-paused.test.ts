import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
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
    expectedSha256: null,
    read: () => {
      onRead(name);
      return Promise.reject(new Error('The disk has a fault here'));
    },
    settle: async () => {},
  });
  return {
    nextAt: async () => null,
    send: async () => {},
    receive: async ([channel = ''], most) =>
      names.slice(0, most).map((name) => file(channel, name)),
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
