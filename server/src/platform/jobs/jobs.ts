import { createHash } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { uuidText } from '#platform/clock-and-ids.ts';
import { describeError, type Log } from '#platform/log.ts';

/** Background jobs, in a queue in the database that all servers share. */
export interface Jobs {
  /**
   * Processes the jobs of a queue, with the given concurrency on each server. A job that throws is
   * retried for two weeks. Long jobs must watch the abort signal, which announces the server's
   * shutdown.
   */
  work<Data extends object>(
    queue: string,
    work: (data: Data, ending: AbortSignal) => Promise<void>,
    atOnce?: number,
  ): Promise<void>;
  /** Adds a job to a queue. A job with the same name is added only once (idempotency key). */
  send(queue: string, data: object, name: string): Promise<void>;
  /** Runs the work by a cron expression, on one server at a time. */
  every(queue: string, cron: string, work: () => Promise<void>): Promise<void>;
  /** Graceful shutdown: waits for running jobs, then stops. */
  stop(): Promise<void>;
}

/**
 * Exponential backoff of 2, 4, 8 … seconds up to an hour, until pg-boss deletes the job after 14 days: what a
 * domain event has to do, such as telling a bank of a cancelled mandate, is not lost by an outage of a day.
 */
const RETRY = { retryLimit: 400, retryDelay: 2, retryBackoff: true, retryDelayMax: 3600 };

/** Polling instead of notifications: with them pg-boss polls too rarely for retries. */
const POLL = { pollingIntervalSeconds: 1 };

/** A job's id derived from its name, so that the same job cannot be queued twice. */
const idOf = (name: string) => uuidText(createHash('sha256').update(name).digest());

/** pg-boss emits errors of its workers as plain objects with the properties of an error. */
const asError = (emitted: Error): Error =>
  emitted instanceof Error ? emitted : Object.assign(new Error('job queue'), emitted);

export async function openJobs(connectionString: string, log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    max: 4,
    application_name: 'tegeka jobs',
    // Done with the other migrations: the running server may not change tables.
    migrate: false,
  });
  boss.on('error', (error) => log.warn(describeError(asError(error)), 'job queue in trouble'));
  await boss.start();
  const ending = new AbortController();
  const workers = new Map<string, string[]>();
  const attempt = async (queue: string, id: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      log.error({ queue, job: id, ...describeError(error) }, 'job failed');
      // The queue stores the error text, which may contain personal data. Only the error's name is
      // stored.
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
      const pollAtOnce = () => workers.get(queue)?.forEach((worker) => boss.notifyWorker(worker));
      for (let worker = 0; worker < atOnce; worker += 1) {
        const id = await boss.work<Data>(queue, POLL, async (jobs) => {
          // There may be more jobs: poll again at once instead of after the polling interval.
          pollAtOnce();
          for (const job of jobs) await attempt(queue, job.id, () => work(job.data, ending.signal));
        });
        workers.set(queue, [...(workers.get(queue) ?? []), id]);
      }
    },
    send: async (queue, data, name) => {
      await boss.send(queue, data, { id: idOf(`${queue} ${name}`) });
      // Workers of this process start at once instead of at their next poll.
      workers.get(queue)?.forEach((worker) => boss.notifyWorker(worker));
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
