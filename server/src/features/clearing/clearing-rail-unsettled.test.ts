import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { until } from '#testing/test-mandate.ts';
import { takenBy } from './clearing-test-hostile.ts';
import { openRail, type Rail, statusOf } from './clearing-test-rail.ts';

const EXCEPTIONS = '/api/v1/operator/exceptions?kind=UNSETTLED';

/** The exceptions about money that has not come, the newest first. */
async function late(rail: Rail): Promise<{ id: string; state: string; words: string }[]> {
  // Tokens do not live as long as a day.
  const client = await rail.testServer.signIn('OPERATOR', rail.operator.email);
  return (await client.call(EXCEPTIONS)).json.content;
}

/** Three debits in one file. */
async function sent(rail: Rail) {
  await rail.makeDebits(3);
  await rail.cutOff();
  const file = await until(async () => (await rail.fetch())[0]);
  return { file, debits: file.debits };
}

/** Passes days until somebody has looked for the money on the morning of one of them. */
async function passDays(rail: Rail, days: number): Promise<void> {
  rail.testServer.clock.advance(days * DAY);
  await until(async () => {
    const now = rail.testServer.clock.now();
    const rows = await rail.rows('select from clearing_files where money_due_at <= $1', [now]);
    return rows.length === 0;
  });
}

test('a debit that was accepted and whose money never comes is an exception until the money comes or it is rejected', async (t) => {
  const rail = await openRail({ itemsPerFile: 10 }, 1);
  t.after(rail.close);
  const { file, debits } = await sent(rail);
  const [paid, unpaid, rejected] = debits;
  assert.ok(paid && unpaid && rejected);
  const accept = debits.map((debit) => statusOf(file, debit, null));
  await takenBy(rail, 'clearing-house', await rail.statuses(accept));
  await takenBy(rail, 'settlement-bank', await rail.credits(file, [paid]));
  await passDays(rail, 1);
  assert.deepEqual(await late(rail), [], 'it may still come');

  await passDays(rail, 8);
  const [found, ...more] = await late(rail);
  assert.deepEqual(more, []);
  assert.equal(found?.state, 'OPEN');
  assert.match(found.words, /^2 of 3 debits of this file, USh 10,00/);
  for (const { endToEndId } of [unpaid, rejected]) assert.ok(found.words.includes(endToEndId));
  assert.ok(!found.words.includes(paid.endToEndId));
  await passDays(rail, 4);
  assert.equal((await late(rail)).length, 1, 'it is told once');

  const client = await rail.testServer.signIn('OPERATOR', rail.operator.email);
  const path = `/api/v1/operator/exceptions/${found.id}/close`;
  const body = { outcome: 'NOTHING_TO_DO', reason: 'The clearing house looks for it' };
  assert.equal((await client.call(path, { method: 'POST', body })).status, 200);
  await passDays(rail, 4);
  assert.deepEqual(
    (await late(rail)).map(({ state }) => state),
    ['OPEN', 'CLOSED'],
    'it comes again where the money is still missing',
  );

  await takenBy(rail, 'clearing-house', await rail.statuses([statusOf(file, rejected, 'AC04')]));
  await takenBy(rail, 'settlement-bank', await rail.credits(file, [unpaid]));
  await passDays(rail, 4);
  assert.deepEqual(
    (await late(rail)).map(({ state }) => state),
    ['CLOSED', 'CLOSED'],
  );
  assert.deepEqual(await rail.states(), { FAILED: 1, SETTLED: 2 });
  await checkLedger(rail.testServer);
});

test('where only refusals are told, money that does not come for a debit that nobody refused is an exception', async (t) => {
  const rail = await openRail({ itemsPerFile: 10, answers: 'NEGATIVE_ONLY' }, 1);
  t.after(rail.close);
  const { file, debits } = await sent(rail);
  await takenBy(rail, 'settlement-bank', await rail.credits(file, debits.slice(1)));
  await passDays(rail, 9);
  const [found] = await late(rail);
  assert.match(found?.words ?? '', /^1 of 3 debits of this file/);
});
