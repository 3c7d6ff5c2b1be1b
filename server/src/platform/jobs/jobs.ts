import { createHash } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { describeError, type Log } from '#platform/log.ts';

/** Work that goes on behind the calls, in a queue in the database, shared by all servers. */
export interface Jobs {
  /**
   * Takes the jobs of a queue, so many at once on each server. A job that throws is tried again, up
   * to 8 times. Long work watches the signal, which tells that the server ends.
   */
  work<Data extends object>(
    queue: string,
    work: (data: Data, ending: AbortSignal) => Promise<void>,
    atOnce?: number,
  ): Promise<void>;
  /** Puts a job into a queue; a twin with the same name of its own is dropped. */
  send(queue: string, data: object, name: string): Promise<void>;
  /** Does the work at the times of a cron line, on one server at a time. */
  every(queue: string, cron: string, work: () => Promise<void>): Promise<void>;
  /** Lets running jobs end, then stops. */
  stop(): Promise<void>;
}

/** Growing pauses: 2, 4, 8 … seconds, so that an outage of minutes is outlived. */
const RETRY = { retryLimit: 8, retryDelay: 2, retryBackoff: true };

/** Polled and not notified: with notifications the queue looks too seldom for jobs to be retried. */
const POLL = { pollingIntervalSeconds: 1 };

/** A job's id from its name, so that the same job can not stand in the queue twice. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [0, 8, 12, 16, 20].map((start, n) => hex.slice(start, [8, 12, 16, 20, 32][n])).join('-');
}

/** Opens the queue on the database. */
export async function openJobs(connectionString: string, log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    max: 4,
    application_name: 'tegeka jobs',
  });
  boss.on('error', (error) => log.warn(describeError(error), 'job queue in trouble'));
  await boss.start();
  const ending = new AbortController();
  const workers = new Map<string, string[]>();
  const attempt = async (queue: string, id: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      log.error({ queue, job: id, ...describeError(error) }, 'job failed');
      // The queue keeps a failure's text: only its name goes there.
      throw new Error(error instanceof Error ? error.name : 'failed', { cause: error });
    }
  };
  return {
    work: async <Data extends object>(
      queue: string,
      work: (data: Data, ending: AbortSignal) => Promise<void>,
      atOnce = 1,
    ) => {
      await boss.createQueue(queue, RETRY);
      for (let worker = 0; worker < atOnce; worker += 1) {
        const id = await boss.work<Data>(queue, POLL, async (jobs) => {
          for (const job of jobs) await attempt(queue, job.id, () => work(job.data, ending.signal));
        });
        workers.set(queue, [...(workers.get(queue) ?? []), id]);
      }
    },
    send: async (queue, data, name) => {
      await boss.send(queue, data, { id: idOf(`${queue} ${name}`) });
      // Our own workers need not wait for their next look.
      for (const worker of workers.get(queue) ?? []) boss.notifyWorker(worker);
    },
    every: async (queue, cron, work) => {
      await boss.createQueue(queue, { policy: 'singleton', retryLimit: 0 });
      await boss.schedule(queue, cron);
      await boss.work(queue, { pollingIntervalSeconds: 5 }, async ([job]) => {
        if (job) await attempt(queue, job.id, work);
      });
    },
    stop: () => {
      ending.abort();
      return boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}
