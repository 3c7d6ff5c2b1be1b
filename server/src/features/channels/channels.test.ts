import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestServer, type TestServer } from '#testing/test-server.ts';
import { readProfile } from './channels-store.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

test('a profile holds from its day on, and the one before it until then', async () => {
  const { db } = testServer.ctx;
  await db.asPlatform('test', (tx) =>
    tx
      .insertInto('channel_profiles')
      .values({
        channel: 'clearing-house',
        valid_from: new Date('2027-01-01'),
        items_per_file: 100,
        answer_sessions: 4,
        answers: 'NEGATIVE_ONLY',
        settlement_days: 2,
        inquiry_waits: [60],
      })
      .execute(),
  );
  const on = (day: string) => db.asPlatform('test', (tx) => readProfile(tx, 'clearing-house', day));
  const [last, first] = [await on('2026-12-31'), await on('2027-01-01')];
  assert.deepEqual([last.itemsPerFile, last.answers], [5000, 'EXPLICIT']);
  assert.deepEqual(
    [first.itemsPerFile, first.answers, first.inquiryWaits],
    [100, 'NEGATIVE_ONLY', [1]],
  );
  await assert.rejects(on('2017-12-31'), /There is no profile/);
});
