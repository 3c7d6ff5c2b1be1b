import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { decideAbout, openShop } from '#features/payouts/payouts-test-calls.ts';
import { loadKillable } from '#testing/killable-server.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { until } from '#testing/test-mandate.ts';
import type { TestPerson } from '#testing/test-server.ts';
import { FAILURES_MAX } from './clearing-failures.ts';
import { openDatabase } from './clearing-test-database.ts';
import { gotOrder } from './clearing-test-hostile.ts';
import { openRoundTrip, type RoundTrip } from './clearing-test-trip.ts';

let trip: RoundTrip;
let checker: TestPerson;
before(async () => {
  trip = await openRoundTrip({ itemsPerFile: 10 }, 1);
  checker = await trip.testServer.operator();
});
after(async () => {
  try {
    await checkLedger(trip.testServer);
  } finally {
    await trip.close();
  }
});

const FILES = '/api/v1/clearing-files';
const HOUSE = 'clearing-house';
const out = (channel = HOUSE) => path.join(trip.folder, channel, 'out');

/** The folder of a channel is away: nothing can be sent. */
async function closeFolder(channel = HOUSE): Promise<void> {
  await mkdir(path.dirname(out(channel)), { recursive: true });
  await rm(out(channel), { recursive: true, force: true });
  await writeFile(out(channel), '');
}

async function openFolder(channel = HOUSE): Promise<void> {
  await rm(out(channel), { recursive: true, force: true });
  await mkdir(out(channel));
}

interface UnsentFile {
  id: string;
  name: string;
  state: string;
  failures: number;
  open_sends: number;
}

const readFile = async (id: string): Promise<UnsentFile | undefined> =>
  (await trip.rows<UnsentFile>('select * from clearing_files where id = $1', [id]))[0];

/** A file of a cut-off that could not be sent, and waits to be tried again. */
async function unsentFile(channel = HOUSE): Promise<UnsentFile> {
  await closeFolder(channel);
  if (channel === HOUSE) await trip.addDebits(2);
  await trip.cutOff();
  return until(async () => {
    const [file] = await trip.rows<UnsentFile>(
      `select * from clearing_files where direction = 'OUT' and channel = $1 and items > 0
        and state = 'READY' and failures > 0`,
      [channel],
    );
    return file;
  });
}

const tell = (id: string, verb: string, reason: string) =>
  trip.operator.client.call(`${FILES}/${id}/${verb}`, { method: 'POST', body: { reason } });
const requestWithdrawal = (id: string) =>
  tell(id, 'withdraw', 'The clearing house is closed today');
const tryAgain = (id: string) => tell(id, 'retry', 'The folder is there again');
const approve = async ({ name }: UnsentFile) =>
  (await decideAbout(checker, name, { decision: 'APPROVE' })).json.state;

const canBeWithdrawn = async ({ id }: UnsentFile) =>
  (await trip.operator.client.call(`${FILES}/${id}`)).json.canBeWithdrawn;
const sentNames = async () => (await readdir(out())).filter((name) => /^[^.].*\.xml$/.test(name));
const statesOf = async ({ id }: UnsentFile) =>
  (
    await trip.rows<{ state: string }>(
      `select distinct c.state from debits c join clearing_items i on i.debit_id = c.id
       where i.file_id = $1`,
      [id],
    )
  ).map(({ state }) => state);

/** A server process that sends what waits, while the server of the tests is cut off the database. */
async function sendElsewhere({ id }: UnsentFile) {
  const other = loadKillable(trip.testServer);
  trip.testServer.line.cut();
  await trip.rows('update clearing_files set retry_at = $2 where id = $1', [
    id,
    trip.testServer.clock.now(),
  ]);
  await other.open();
  return other;
}

test('a file whose server is killed while it sends is not withdrawn by who waits for it, and goes out once', async () => {
  const file = await unsentFile();
  assert.equal((await requestWithdrawal(file.id)).status, 202);
  await openFolder();
  // Who writes into a pipe without a reader waits.
  const pipe = path.join(out(), `.${file.name}.sha256.tmp`);
  execFileSync('/usr/bin/mkfifo', [pipe]);
  const other = await sendElsewhere(file);
  await until(async () => (await readFile(file.id))?.open_sends === 1);
  trip.testServer.line.mend();
  assert.equal((await requestWithdrawal(file.id)).json.code, 'FILE_STATE');
  const approved = approve(file);
  await until(async () => {
    const [waiting] = await trip.rows(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%clearing_files%'`,
    );
    return waiting;
  });
  await rm(pipe);
  await other.kill();
  assert.equal(await approved, 'EXECUTION_FAILED');
  await tryAgain(file.id);
  await until(async () => (await readFile(file.id))?.state === 'SENT');
  assert.deepEqual([await sentNames(), await statesOf(file)], [[file.name], ['PROCESSING']]);
});

test('a file that went out before its server was killed is not withdrawn, also after it was refused by the folder', async () => {
  const file = await unsentFile();
  await openFolder();
  const session = await openDatabase(trip.testServer);
  // No file comes into a new state: the server stops between sending and its commit.
  await session.rows('begin');
  await session.rows(`select from transition_entities where entity = 'clearing-file' for update`);
  const other = await sendElsewhere(file);
  await until(async () => (await sentNames()).length === 1);
  await other.kill();
  const [first] = await trip.fetch();
  await closeFolder();
  await session.rows('rollback');
  await session.close();
  trip.testServer.line.mend();
  const { failures } = file;
  await until(async () => ((await readFile(file.id))?.failures ?? 0) > failures);
  assert.deepEqual(await canBeWithdrawn(file), false);
  assert.equal((await requestWithdrawal(file.id)).json.code, 'FILE_STATE');
  await openFolder();
  assert.equal((await tryAgain(file.id)).status, 200);
  await until(async () => (await readFile(file.id))?.state === 'SENT');
  const [second] = await trip.fetch();
  assert.deepEqual([second?.name, second?.text], [first?.name, first?.text]);
  assert.deepEqual(await statesOf(file), ['PROCESSING']);
});

test('a file that is sent and withdrawn at the same moment is either sent or withdrawn', async () => {
  for (let n = 0; n < 6; n += 1) {
    const file = await unsentFile();
    assert.equal((await requestWithdrawal(file.id)).status, 202);
    await openFolder();
    const [approved] = await Promise.all([approve(file), tryAgain(file.id)]);
    const isWithdrawn = approved === 'EXECUTED';
    await until(async () => (await readFile(file.id))?.state !== 'READY');
    assert.equal((await readFile(file.id))?.state, isWithdrawn ? 'WITHDRAWN' : 'SENT');
    // Withdrawn debits go out with the next cut-off, in another file.
    assert.equal((await sentNames()).includes(file.name), !isWithdrawn);
  }
});

test('an error of ours before a file goes out does not keep it from being withdrawn', async () => {
  const file = await unsentFile();
  await openFolder();
  await trip.rows(`update clearing_files set encrypted_content = '\\x00' where id = $1`, [file.id]);
  assert.equal((await tryAgain(file.id)).status, 200);
  await until(async () => (await readFile(file.id))?.failures === FAILURES_MAX);
  assert.equal(await canBeWithdrawn(file), true);
  assert.equal((await requestWithdrawal(file.id)).status, 202);
  assert.equal(await approve(file), 'EXECUTED');
  assert.deepEqual(await statesOf(file), ['PENDING']);
});

test('payouts of a withdrawn file go out with the next one, and no money is moved for it', async () => {
  const bank = 'settlement-bank';
  const shop = await openShop(trip, 300_000, 3);
  const { id } = (await shop.payOut({ amount: 200_000 })).json;
  const reserved = await shop.balance();
  const file = await unsentFile(bank);
  assert.equal((await shop.read(id)).state, 'SENT');
  const postings = () => trip.rows('select count(*) from postings');
  const posted = await postings();
  assert.equal((await requestWithdrawal(file.id)).status, 202);
  assert.equal(await approve(file), 'EXECUTED');
  const { state, sentAt } = await shop.read(id);
  assert.deepEqual([state, sentAt], ['PENDING', null]);
  assert.deepEqual([await shop.balance(), await postings()], [reserved, posted]);
  await openFolder(bank);
  await trip.cutOff();
  const order = await gotOrder(trip);
  assert.ok(!file.name.startsWith(order.messageId));
  assert.deepEqual(
    order.transfers.map(({ amount }) => amount),
    [200_000],
  );
  await until(async () => (await shop.read(id)).sentAt);
  const { content } = (await shop.client.call(`${shop.base}/payouts/${id}/events`)).json;
  assert.deepEqual(content.map(({ to }: { to: string | null }) => to).filter(Boolean), [
    'SENT',
    'PENDING',
    'SENT',
    'PENDING',
  ]);
});
