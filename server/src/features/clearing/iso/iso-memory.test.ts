import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SAMPLE_DEBIT, SAMPLE_HEAD, sampleDebits } from '#testing/iso-samples.ts';
import { writeDebits } from './iso-debits.ts';
import { readIsoMessage } from './iso-messages.ts';

const COUNT = 30_000;
const SAMPLED = [5000, 15_000, 30_000];

const PIECE = 64 * 1024;

async function* piecesOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

test('a file is read with the same memory, however many items it has', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const live: number[] = [];
  const head = { ...SAMPLE_HEAD, count: COUNT, sum: COUNT * SAMPLE_DEBIT.amount };
  let count = 0;
  // Bytes are no part of the heap.
  const bytes = Buffer.from(
    writeDebits({ ...head, settleOn: '2026-11-23', currency: 'UGX' }, sampleDebits(COUNT)),
  );
  for await (const part of readIsoMessage(piecesOf(bytes))) {
    if (part.kind !== 'DEBIT') continue;
    count += 1;
    if (!SAMPLED.includes(count)) continue;
    collectGarbage();
    live.push(process.memoryUsage().heapUsed / 1024 / 1024);
  }
  assert.equal(count, COUNT);
  const [first = 0] = live;
  // 25,000 items are a file of 25 MB; other files of tests in this process leave things behind, too.
  for (const megabytes of live) assert.ok(megabytes < first + 8, live.join(', '));
});
