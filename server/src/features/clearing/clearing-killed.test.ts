import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import pg from 'pg';
import { loadKillable } from '#testing/killable-server.ts';
import { openSecondServer } from '#testing/second-server.ts';
import { until } from '#testing/test-mandate.ts';
import { openClearing, type TestClearing } from './clearing-test-bank.ts';
import { writeAcceptance } from './iso/iso-mandates.ts';

let close: TestClearing['close'];
let testServer: TestClearing['testServer'];
let folder: TestClearing['folder'];
let operator: TestClearing['operator'];
let bank: TestClearing['bank'];
before(async () => {
  ({ close, testServer, folder, operator, bank } = await openClearing());
});
after(() => close());

/** A session of the database that no server uses. */
async function openSession() {
  const client = new pg.Client({ connectionString: testServer.serverUrl });
  await client.connect();
  await client.query('set role tegeka_platform');
  return {
    /** Locks a mandate until `goOn`: a server that processes an item about it waits. */
    hold: async (reference: string) => {
      await client.query('begin');
      await client.query('select from mandates where reference = $1 for update', [reference]);
    },
    /** Locks a file until `goOn`, like a server that processes it. */
    holdFile: async (name: string) => {
      await client.query('begin');
      await client.query('select from clearing_files where name = $1 for update', [name]);
    },
    goOn: () => client.query('commit'),
    /** Makes a cut-off due now, and waits until it was done. */
    cutOff: async () => {
      const now = testServer.clock.now();
      await client.query(
        `insert into debit_sessions (cut_off, day, session, run_at)
         values ($1, $2, 'MORNING', $1)`,
        [now, isoDay(now)],
      );
      return until(async () => {
        const { rows } = await client.query<{ submitted: boolean }>(
          'select submitted_at is not null as submitted from debit_sessions where cut_off = $1',
          [now],
        );
        return rows[0]?.submitted;
      });
    },
    /** Waits until so many items of a file are processed, and gives its state. */
    taken: (name: string, count: number) =>
      until(async () => {
        const { rows } = await client.query<{ state: string; items_processed: number }>(
          `select state, items_processed from clearing_files where name = $1`,
          [name],
        );
        return rows[0]?.items_processed === count ? rows[0].state : undefined;
      }),
    /** How often our work on a file has failed. */
    failures: async (name: string) => {
      const { rows } = await client.query<{ failures: number }>(
        'select failures from clearing_files where name = $1',
        [name],
      );
      return rows[0]?.failures;
    },
    close: () => client.end(),
  };
}

test('two servers at one directory send and process every file once', async (t) => {
  const second = await openSecondServer(testServer, { CLEARING_DIR: folder });
  t.after(() => second.close());
  const errors: string[] = [];
  for (const { log } of [testServer.ctx, second.ctx])
    log.error = (_entry, message) => void errors.push(message);
  const asked = await Promise.all([bank.asked(), bank.asked(), bank.asked()]);
  const isSentOnce = async ({ reference }: { reference: string }) =>
    assert.equal((await bank.sentAbout(reference)).length, 1);
  for (const one of asked) await isSentOnce(one);
  const letters = Array.from({ length: 20 }, (_, n) => bank.put(`Dear sirs, letter ${n}`));
  const answers = asked.map((one) => bank.put(bank.answer(one, true)));
  for (const name of await Promise.all(letters))
    assert.deepEqual((await bank.settled(name)).kinds, ['UNREADABLE']);
  for (const name of await Promise.all(answers)) {
    const { to, kinds } = await bank.settled(name);
    assert.deepEqual([to, kinds], ['done', []]);
  }
  for (const { one } of asked) assert.equal((await one()).state, 'ACTIVE');
  for (const one of asked) await isSentOnce(one);
  assert.deepEqual(await bank.list('in'), []);
  assert.deepEqual([(await bank.list('bad')).length, (await bank.list('done')).length], [20, 3]);
  assert.deepEqual(errors, [], 'a file that the other server has put aside is no fault');
});

test('a server killed before a file is processed, and in the middle of it, processes every item once', async (t) => {
  const [first, , last] = [await bank.asked(), await bank.asked(), await bank.asked()];
  const session = await openSession();
  t.after(() => session.close());
  const item = (reference: string, originalMessageId: string | null) => ({
    originalMessageId,
    reference,
    accepted: true,
    reasonCode: null,
  });
  const unknown = Array.from({ length: 748 }, () => item('TGKAAAAAAAAAA', null));
  const text = writeAcceptance(bank.head(randomUUID()), [
    item(first.reference, first.file.messageId),
    ...unknown,
    item(last.reference, last.file.messageId),
  ]);
  // From here on only the servers that are killed reach the database.
  testServer.line.cut();
  const [one, two] = [loadKillable(testServer), loadKillable(testServer)];
  t.after(() => Promise.all([one.kill(), two.kill()]));
  await session.hold(first.reference);
  const name = await bank.put(text);
  await one.open();
  assert.equal(await session.taken(name, 0), 'RECEIVED');
  await one.kill();
  await session.goOn();
  await session.hold(last.reference);
  await two.open();
  assert.equal(await session.taken(name, 500), 'RECEIVED');
  await two.kill();
  await session.goOn();
  testServer.line.mend();

  const { to } = await bank.settled(name);
  assert.equal(to, 'done');
  assert.equal(await session.taken(name, 750), 'PROCESSED');
  const client = await testServer.signIn('OPERATOR', operator.email);
  const address = '/api/v1/operator/exceptions?kind=UNKNOWN_MANDATE';
  assert.equal((await client.call(address)).json.totalElements, unknown.length);
  for (const { one: read, payer, id, person } of [first, last]) {
    assert.equal((await read()).state, 'ACTIVE');
    const merchant = await testServer.signIn('MERCHANT', person.email);
    const { content } = (await merchant.call(`${payer.mandates}/${id}/events`)).json;
    assert.equal(content.filter(({ to: state }: { to: string }) => state === 'ACTIVE').length, 1);
  }
});

test('a file that waited too long for what others hold is no failure, and is processed after them', async (t) => {
  const { one, ...asked } = await bank.asked();
  const session = await openSession();
  t.after(() => session.close());
  const { log } = testServer.ctx;
  const waited = new Promise((resolve) => {
    log.warn = (_entry, message) => /waited too long/.test(message ?? '') && resolve(message);
  });
  await session.hold(asked.reference);
  const name = await bank.put(bank.answer(asked, true));
  await waited;
  await session.goOn();
  assert.deepEqual((await bank.settled(name)).kinds, []);
  assert.equal((await one()).state, 'ACTIVE');
  assert.equal(await session.failures(name), 0);
});

test('a file that another server processes, or whose mandate is held, is read once at most and holds up no other due work', async (t) => {
  const { one, ...asked } = await bank.asked();
  const { ctx } = testServer;
  const [mandate, file, cutOff] = [await openSession(), await openSession(), await openSession()];
  t.after(() => Promise.all([mandate, file, cutOff].map((session) => session.close())));
  const decrypt = ctx.keys.decrypt.bind(ctx.keys);
  let reads = 0;
  ctx.keys.decrypt = (scope, encrypted) => {
    if (scope.purpose === 'clearing file') reads += 1;
    return decrypt(scope, encrypted);
  };
  t.after(() => {
    ctx.keys.decrypt = decrypt;
  });
  await mandate.hold(asked.reference);
  const name = await bank.put(bank.answer(asked, true));
  assert.equal(await mandate.taken(name, 0), 'RECEIVED');
  await cutOff.cutOff();

  await file.holdFile(name);
  await mandate.goOn();
  reads = 0;
  await cutOff.cutOff();
  await new Promise((resolve) => setTimeout(resolve, 3000));
  assert.equal(reads, 0);
  await file.goOn();
  assert.deepEqual((await bank.settled(name)).kinds, []);
  assert.equal(await mandate.taken(name, 1), 'PROCESSED');
  assert.equal((await one()).state, 'ACTIVE');
});
