import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { submittedDebit } from '#features/debits/debits-test-debit.ts';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { moveClock } from '#testing/setup/test-clock.ts';
import { openUnanswered, type Unanswered } from '#testing/setup/test-unanswered.ts';
import { until } from '#testing/test-mandate.ts';

let trip: Unanswered;
before(async () => {
  trip = await openUnanswered();
});
after(() => trip.close());

const FILES = '/api/v1/clearing-files';
const out = () => path.join(trip.testServer.config.clearing.dir ?? '', 'clearing-house', 'out');

/** The folder of the clearing house is away: nothing can be sent. */
async function closeFolder(): Promise<void> {
  await mkdir(path.dirname(out()), { recursive: true });
  await rm(out(), { recursive: true, force: true });
  await writeFile(out(), '');
}

const newestFile = async (kind = 'pacs.003') => {
  const { content } = (await trip.operator.client.call(`${FILES}?size=100`)).json;
  return content.find(({ message }: { message: string }) => message?.startsWith(kind));
};

/** The totals of the session that a file was written in. */
async function sessionOf({ cutOff }: { cutOff: string }) {
  const sessions = '/api/v1/operator/clearing-sessions';
  const { content } = (await trip.operator.client.call(`${sessions}?size=100`)).json;
  const { files, debits, debitsTotal } = content.find(
    (one: { cutOff: string }) => one.cutOff === cutOff,
  );
  return { files, debits, debitsTotal };
}

const withdraw = (id: string) =>
  trip.operator.client.call(`${FILES}/${id}/withdraw`, {
    method: 'POST',
    body: { reason: 'The clearing house is closed today' },
  });

test('two operators withdraw a file that is not sent: its debits go out with the next one', async () => {
  await closeFolder();
  const debit = await submittedDebit(trip);
  const file = await newestFile();
  assert.deepEqual([file.state, file.canBeWithdrawn], ['READY', true]);
  assert.deepEqual(await sessionOf(file), { files: 1, debits: 1, debitsTotal: 100_000 });
  const asked = await withdraw(file.id);
  assert.equal(asked.status, 202, asked.text);
  const checker = await trip.testServer.operator();
  const decided = await decideAbout(checker, file.name, { decision: 'APPROVE' });
  assert.equal(decided.status, 200, decided.text);
  const withdrawn = (await trip.operator.client.call(`${FILES}/${file.id}`)).json;
  assert.equal(withdrawn.state, 'WITHDRAWN');
  assert.deepEqual(await sessionOf(file), { files: 0, debits: 0, debitsTotal: 0 });
  const { state, attempt, attempts, chargeIsEstimate } = await debit.one();
  assert.deepEqual(
    [state, attempt, chargeIsEstimate, attempts.map((one: { outcome: string }) => one.outcome)],
    ['PENDING', 0, true, ['WITHDRAWN']],
  );
  await rm(out());
  const { item } = await debit.submit();
  assert.ok(item, 'it did not go out again');
  assert.equal(item.attempt, 1);
  const next = await newestFile();
  assert.notEqual(next.messageId, file.messageId);
  assert.equal((await withdraw(next.id)).json.code, 'FILE_STATE');
  await debit.say('ACCEPTED', null, item);
  assert.equal((await debit.one()).state, 'CLEARED');
  await checkLedger(trip.testServer);
});

/** Withdraws a file with a second operator. Returns the state of the request. */
async function withdrawByTwo(file: { id: string; name: string }, meanwhile = async () => {}) {
  const asked = await withdraw(file.id);
  assert.equal(asked.status, 202, asked.text);
  await meanwhile();
  const decided = await decideAbout(await trip.testServer.operator(), file.name, {
    decision: 'APPROVE',
  });
  return decided.json.state;
}

const countSends = (id: string, count: number) =>
  trip.testServer.ctx.db.asPlatform('test', (tx) =>
    tx.updateTable('clearing_files').set({ open_sends: count }).where('id', '=', id).execute(),
  );

test('a file that may have gone out before a crash is not withdrawn, neither asked nor approved', async (t) => {
  await closeFolder();
  t.after(() => rm(out()));
  await submittedDebit(trip);
  const file = await newestFile();
  const ended = await withdrawByTwo(file, async () => void (await countSends(file.id, 1)));
  assert.equal(ended, 'EXECUTION_FAILED');
  assert.equal((await withdraw(file.id)).json.code, 'FILE_STATE');
  const kept = (await trip.operator.client.call(`${FILES}/${file.id}`)).json;
  assert.deepEqual([kept.state, kept.canBeWithdrawn], ['READY', false]);
});

test('a file with a debit that has an outcome by an earlier submission is not withdrawn', async (t) => {
  const debit = await submittedDebit(trip, { retries: 1 });
  await debit.say('REJECTED', 'AM04');
  await closeFolder();
  t.after(() => rm(out()));
  const { item } = await debit.submit();
  assert.equal(item?.attempt, 2);
  const file = await newestFile();
  await debit.settle('WITHDRAWN-1');
  const stateBefore = (await debit.one()).state;
  const ended = await withdrawByTwo(file);
  // FILE_HAS_OUTCOMES
  assert.deepEqual([ended, (await debit.one()).state], ['EXECUTION_FAILED', stateBefore]);
});

test('a debit of a withdrawn file whose mandate has ended is cancelled, and its payer is not told a new day', async (t) => {
  await closeFolder();
  t.after(() => rm(out()));
  const debit = await submittedDebit(trip);
  const file = await newestFile();
  const { id } = await debit.mandate();
  const paused = await debit.client.call(`${debit.mandates}/${id}/pause`, {
    method: 'POST',
    body: { reason: 'Holidays' },
  });
  assert.equal(paused.status, 200, paused.text);
  assert.equal(await withdrawByTwo(file), 'EXECUTED');
  assert.equal((await debit.one()).state, 'CANCELLED');
  const notices = await trip.testServer.ctx.db.asPlatform('test', (tx) =>
    tx.selectFrom('debit_notices').select('kind').where('debit_id', '=', debit.id).execute(),
  );
  assert.deepEqual(notices, [{ kind: 'ANNOUNCED' }]);
});

test('a debit without an answer in time, since its file was never sent, is pending again on a later day', async (t) => {
  await closeFolder();
  t.after(() => rm(out(), { force: true }));
  const debit = await submittedDebit(trip);
  const file = await newestFile();
  for (let n = 0; n < 12 && (await debit.one()).state !== 'UNKNOWN'; n += 1)
    await moveClock(trip.operator, 'NEXT_SESSION');
  assert.equal((await debit.one()).state, 'UNKNOWN');
  // Nobody is asked about a file that was not sent: an inquiry would go out after the withdrawal.
  for (let n = 0; n < 6; n += 1) await moveClock(trip.operator, 'NEXT_SESSION');
  assert.equal(await newestFile('pacs.028'), undefined);
  assert.equal(await withdrawByTwo(file), 'EXECUTED');
  assert.equal((await debit.one()).state, 'PENDING');
  const notices = await trip.testServer.ctx.db.asPlatform('test', (tx) =>
    tx
      .selectFrom('debit_notices')
      .select('kind')
      .where('debit_id', '=', debit.id)
      .orderBy('message_id')
      .execute(),
  );
  assert.deepEqual(notices, [{ kind: 'ANNOUNCED' }, { kind: 'MOVED' }]);
});

test('a bank is asked about a debit without an answer once its file is sent, and the inquiry is not withdrawn', async (t) => {
  await closeFolder();
  t.after(() => rm(out(), { recursive: true, force: true }));
  const debit = await submittedDebit(trip);
  const file = await newestFile();
  for (let n = 0; n < 12 && (await debit.one()).state !== 'UNKNOWN'; n += 1)
    await moveClock(trip.operator, 'NEXT_SESSION');
  await moveClock(trip.operator, 'NEXT_SESSION');
  assert.equal(await newestFile('pacs.028'), undefined);
  await rm(out());
  const again = `${FILES}/${file.id}/retry`;
  const body = { reason: 'The folder is there again' };
  assert.equal((await trip.operator.client.call(again, { method: 'POST', body })).status, 200);
  await until(
    async () => (await trip.operator.client.call(`${FILES}/${file.id}`)).json.state === 'SENT',
  );
  for (let n = 0; n < 6 && !(await newestFile('pacs.028')); n += 1)
    await moveClock(trip.operator, 'NEXT_SESSION');
  const inquiry = await newestFile('pacs.028');
  assert.equal((await withdraw(inquiry.id)).json.code, 'FILE_NOT_WITHDRAWABLE');
});
