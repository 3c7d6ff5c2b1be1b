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

test('a file that can not be read is tried again twice a minute, and not in each round', async () => {
  let reads = 0;
  const transport: Transport = {
    nextAt: async () => null,
    send: async () => {},
    receive: async ([channel = '']) => [
      {
        channel,
        name: 'unreadable.xml',
        expectedSha256: null,
        read: () => {
          reads += 1;
          return Promise.reject(new Error('The disk has a fault here'));
        },
        settle: async () => {},
      },
    ],
  };
  const readOperator = () => Promise.reject(new Error('Nobody is asked'));
  const poll = pollFiles(testServer.ctx, { openTransport: () => transport, readOperator });
  for (let round = 0; round < 30; round += 1) {
    await poll();
    testServer.clock.advance(1000);
  }
  assert.equal(reads, 1);
  await poll();
  assert.equal(reads, 2);
});
