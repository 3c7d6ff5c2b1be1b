import type { BulkLoad } from '#platform/database/bulk-load.ts';
import type { Clock, Ids } from '#platform/clock-and-ids.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { describeError, type Log } from '#platform/log.ts';
import type { Task, TaskKey } from './task.ts';
import { attemptTask } from './tasks-attempt.ts';
import { queueTask, resumeTasks, sweepTasks, takeDue } from './tasks-store.ts';

/**
 * Durable work in steps. A task survives its server: it is put into the queue until it has ended, one
 * worker of all servers works on it at a time, and only the newest attempt can commit anything.
 */
export interface Tasks {
  /** Starts workers for a kind of task. Makes its open tasks due: a killed server may have left them. */
  register<Step extends string>(declared: Task<Step>): Promise<void>;
  /**
   * Queues a step in the caller's transaction. An attempt of the same task that is running is superseded
   * by it. Lock the subject first.
   */
  start(tx: Tx, key: TaskKey, step: string): Promise<void>;
  /** Works on a task at once, unless another worker does or it waits. Throws what a step threw. */
  work(key: TaskKey, stopping?: AbortSignal): Promise<void>;
  /** Puts due tasks into the queue; called once a second. */
  dispatch(): Promise<void>;
}

export interface TaskPlace {
  db: Database;
  bulk: BulkLoad;
  jobs: Jobs;
  clock: Clock;
  ids: Ids;
  log: Log;
}

/** Milliseconds after which an open task is put into the queue again: its worker may have died. */
const REQUEUE_AFTER = 60_000;
const KEEP = 30 * 24 * 60 * 60 * 1000;

type Worker = (key: TaskKey, stopping: AbortSignal) => Promise<void>;

const queueOf = (kind: string) => `task/${kind}`;

function dispatchDue({ db, jobs, clock, ids }: TaskPlace, kinds: string[]): Promise<void> {
  return db.asPlatform('put due tasks into the queue', async (tx) => {
    const now = clock.now();
    const again = new Date(now.getTime() + REQUEUE_AFTER);
    for (const { kind, ...subject } of await takeDue(tx, kinds, now, again)) {
      // A new job id each time: with a fixed one, a job that found the task locked would block later ones.
      await jobs.send(queueOf(kind), subject, ids.uuid(now));
    }
  });
}

function workerOf<Step extends string>(place: TaskPlace, declared: Task<Step>): Worker {
  return async (key, stopping) => {
    const name = `task ${key.kind} ${key.organizationId} ${key.subjectId}`;
    // The advisory lock is the lease: it is released as soon as the session of its holder ends.
    await place.bulk.alone(name, async () => {
      for (let goOn = true; goOn;) goOn = await attemptTask(place, declared, key, stopping);
    });
  };
}

async function workOnQueue(place: TaskPlace, kind: string, concurrency: number, worker: Worker) {
  const { jobs, log } = place;
  const work = async (subject: Omit<TaskKey, 'kind'>, stopping: AbortSignal) => {
    try {
      await worker({ ...subject, kind }, stopping);
    } catch (error) {
      // The retry is scheduled by the task's `due_at`, so the queue must not retry the job as well.
      log.error({ task: kind, subject: subject.subjectId, ...describeError(error) }, 'task failed');
    }
  };
  await jobs.work<Omit<TaskKey, 'kind'>>(queueOf(kind), work, concurrency);
}

export function openTasks(place: TaskPlace): Tasks {
  const { db, jobs, clock, log } = place;
  const workers = new Map<string, Worker>();
  return {
    register: async (declared) => {
      const { kind, concurrency = 1 } = declared;
      const worker = workerOf(place, declared);
      if (workers.size === 0)
        await jobs.every('tasks-sweep', '27 3 * * *', () =>
          db.asPlatform('forget ended tasks', (tx) =>
            sweepTasks(tx, new Date(clock.now().getTime() - KEEP)),
          ),
        );
      workers.set(kind, worker);
      await workOnQueue(place, kind, concurrency, worker);
      await db
        .asPlatform('resume tasks', (tx) => resumeTasks(tx, kind, clock.now()))
        .catch((error: unknown) => log.warn(describeError(error), 'tasks wait'));
    },
    start: (tx, key, step) => queueTask(tx, key, step, clock.now()),
    work: async (key, stopping = new AbortController().signal) => {
      const worker = workers.get(key.kind);
      if (!worker) throw new Error(`Nobody works on tasks of the kind ${key.kind}`);
      await worker(key, stopping);
    },
    dispatch: async () => {
      // A kind that only newer servers know is left to them.
      if (workers.size > 0) await dispatchDue(place, [...workers.keys()]);
    },
  };
}
