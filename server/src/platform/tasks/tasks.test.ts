import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { type Run, Superseded, task, type TaskKey } from './task.ts';

type Step = 'first' | 'second';

let testServer: TestServer;
/** What the steps of the tests do; each test puts its own here. */
let steps: Record<Step, (run: Run<Step>) => Promise<void>>;
let givenUp: string[];
before(async () => {
  testServer = await openTestServer();
  await testServer.ctx.tasks.register(
    task({
      kind: 'test',
      steps: {
        first: (run) => steps.first(run),
        second: (run) => steps.second(run),
      },
      givenUp: async (_tx, { step }) => {
        givenUp.push(step);
        return null;
      },
    }),
  );
  // From here on only the tests run workers.
  await testServer.ctx.jobs.stop();
});
after(() => testServer.close());

const newKey = (): TaskKey => ({
  organizationId: randomUUID(),
  kind: 'test',
  subjectId: randomUUID(),
});

const start = (key: TaskKey, step: Step) =>
  testServer.ctx.db.asTenant(key.organizationId, (tx) => testServer.ctx.tasks.start(tx, key, step));
const work = (key: TaskKey) => testServer.ctx.tasks.work(key);

function rowOf({ subjectId }: TaskKey) {
  return testServer.ctx.db.asPlatform('test', (tx) =>
    tx
      .selectFrom('tasks')
      .selectAll()
      .where('subject_id', '=', subjectId)
      .executeTakeFirstOrThrow(),
  );
}

const nothing = async () => undefined;

test('steps follow one another at once, and the task is done when none follows', async () => {
  const key = newKey();
  const ran: string[] = [];
  steps = {
    first: async (run) => {
      ran.push(run.step);
      await run.end(async () => 'second');
    },
    second: async (run) => {
      ran.push(run.step);
    },
  };
  await start(key, 'first');
  await work(key);
  assert.deepEqual(ran, ['first', 'second']);
  assert.equal((await rowOf(key)).state, 'DONE');
  await work(key);
  assert.equal(ran.length, 2, 'there is nothing more to do');
});

test('what a step has written counts only while its attempt is the newest', async () => {
  const key = newKey();
  const other = newKey();
  let outcome: unknown = null;
  steps = {
    first: async (run) => {
      const ending = run.end(async (tx) => {
        await testServer.ctx.tasks.start(tx, other, 'first');
        await start(key, 'second');
        return 'second';
      });
      await ending.catch((error: unknown) => {
        outcome = error;
        throw error;
      });
    },
    second: nothing,
  };
  await start(key, 'first');
  await work(key);
  assert.ok(outcome instanceof Superseded);
  await assert.rejects(rowOf(other), 'it was rolled back');
  assert.equal((await rowOf(key)).state, 'QUEUED');
});

test('progress can be read while the work goes on, and stops work that was ordered again', async () => {
  const key = newKey();
  let seen = 0;
  steps = {
    first: async (run) => {
      for (let done = 1; ; done += 1) {
        await pause(200);
        await run.progress(done);
        if (seen > 0) continue;
        seen = (await rowOf(key)).done;
        if (seen > 0) await start(key, 'second');
      }
    },
    second: nothing,
  };
  await start(key, 'first');
  await work(key);
  assert.ok(seen > 0);
  assert.deepEqual([(await rowOf(key)).state, (await rowOf(key)).step], ['QUEUED', 'second']);
});

test('a step that fails waits longer each time, and is given up after five errors', async () => {
  const key = newKey();
  givenUp = [];
  steps = { first: () => Promise.reject(new RangeError('secret')), second: nothing };
  await start(key, 'first');
  const waits: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    await assert.rejects(work(key), RangeError);
    // A job that was left in the queue begins no attempt while the task waits.
    await work(key);
    const { due_at: due, updated_at: at, error, state } = await rowOf(key);
    waits.push((due.getTime() - at.getTime()) / 1000);
    assert.deepEqual([state, error], ['QUEUED', 'RangeError']);
    testServer.clock.advance(due.getTime() - at.getTime());
  }
  assert.deepEqual(waits, [2, 4, 8, 16, 32]);
  await work(key);
  assert.deepEqual(givenUp, ['first']);
  assert.equal((await rowOf(key)).state, 'FAILED');
  steps = { first: nothing, second: nothing };
  await start(key, 'first');
  await work(key);
  assert.equal((await rowOf(key)).state, 'DONE', 'it can be ordered again');
});

test('two workers never work on a task at once', async () => {
  const key = newKey();
  let [atOnce, max, runs] = [0, 0, 0];
  steps = {
    first: async () => {
      runs += 1;
      max = Math.max(max, (atOnce += 1));
      await pause(300);
      atOnce -= 1;
    },
    second: nothing,
  };
  await start(key, 'first');
  await Promise.all([work(key), work(key)]);
  assert.deepEqual([max, runs], [1, 1]);
});

test('an organization sees and orders its own tasks only', async () => {
  const key = newKey();
  await start(key, 'first');
  const foreign = newKey();
  const asForeign = testServer.ctx.db.asTenant(foreign.organizationId, (tx) =>
    testServer.ctx.tasks.start(tx, key, 'second'),
  );
  await assert.rejects(asForeign, /row-level security/);
  const seen = await testServer.ctx.db.asTenant(foreign.organizationId, (tx) =>
    tx.selectFrom('tasks').select('kind').execute(),
  );
  assert.deepEqual(seen, []);
});
