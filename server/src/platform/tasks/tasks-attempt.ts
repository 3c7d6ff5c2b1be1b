import type { BulkLoad } from '#platform/database/bulk-load.ts';
import type { Clock } from '#platform/clock-and-ids.ts';
import type { Database } from '#platform/database/database.ts';
import { type Run, Superseded, type Task, type TaskKey } from './task.ts';
import { claimTask, type TaskRow, updateOwn } from './tasks-store.ts';

/** Errors of a step after which it is given up. */
const ERRORS_MAX = 5;
/** Starts of a step without an end after which it is given up: it may crash the server each time. */
const STARTS_MAX = 100;
/** Base of the exponential backoff, milliseconds: twice this after the first error, doubled by each. */
const RETRY_AFTER = 1000;
/** Least time between two writes of progress, milliseconds. */
const PROGRESS_PERIOD = 500;

interface AttemptPlace {
  db: Database;
  bulk: BulkLoad;
  clock: Clock;
}

type Own = Omit<Run, 'step' | 'tx' | 'end' | 'progress'>;

function openProgress({ db, clock }: AttemptPlace, own: Own) {
  let noted = clock.now().getTime();
  return async (done: number): Promise<void> => {
    own.stopping.throwIfAborted();
    const at = clock.now();
    if (at.getTime() - noted < PROGRESS_PERIOD) return;
    noted = at.getTime();
    // In a transaction of its own, beside that of the work, so that it can be read at once.
    await db.asPlatform('note progress', (tx) => updateOwn(tx, own, { done, updated_at: at }));
  };
}

/**
 * Makes the Run of a step. `open()` is true until the step has ended, `later()` if the next step has to
 * wait.
 */
function openRun<Step extends string>(place: AttemptPlace, own: Own, step: Step) {
  const { bulk, clock } = place;
  let isOpen = true;
  let isLater = false;
  const finish = (work: Parameters<Run<Step>['end']>[0], ending: Partial<TaskRow>) =>
    bulk.asPlatform(`end ${own.kind} ${step}`, async (tx) => {
      const next = await work(tx);
      const at = clock.now();
      const then = typeof next === 'string' ? { step: next, at } : next;
      const waits = then !== null && then.at > at;
      const queued = {
        state: 'QUEUED',
        starts: 0,
        errors: 0,
        due_at: then?.at ?? at,
        waits_until: waits ? then.at : null,
      };
      // Last, since everywhere the subject is locked before its task (no deadlocks).
      await updateOwn(tx, own, {
        ...(then === null ? ending : { ...queued, step: then.step }),
        updated_at: at,
      });
      isOpen = false;
      isLater = waits;
    });
  const run: Run<Step> = {
    ...own,
    step,
    tx: (work) =>
      bulk.asPlatform(`${own.kind} ${step}`, async (tx) => {
        const result = await work(tx);
        await updateOwn(tx, own, { updated_at: clock.now() });
        return result;
      }),
    end: (work) => finish(work, { state: 'DONE' }),
    progress: openProgress(place, own),
  };
  return { run, open: () => isOpen, later: () => isLater, finish };
}

/** Queues the task again with exponential backoff. A server that stops does not count as an error. */
async function noteError(
  place: AttemptPlace,
  own: Own,
  row: TaskRow,
  error: unknown,
): Promise<void> {
  const at = place.clock.now();
  const errors = row.errors + 1;
  const retry = new Date(at.getTime() + RETRY_AFTER * 2 ** errors);
  const failed = {
    errors,
    error: error instanceof Error ? error.name : 'unknown',
    due_at: retry,
    waits_until: retry,
  };
  const stopped = { due_at: at };
  await place.db.asPlatform('note an error of a task', (tx) =>
    updateOwn(tx, own, {
      ...(own.stopping.aborted ? stopped : failed),
      state: 'QUEUED',
      updated_at: at,
    }),
  );
}

type StepWork<Step extends string> = (run: Run<Step>) => Promise<void>;

function stepOf<Step extends string>({ kind, steps }: Task<Step>, name: string) {
  const works = Object.entries<StepWork<Step>>(steps);
  const found = works.find(([known]) => known === name);
  if (!found) throw new Error(`Tasks of the kind ${kind} have no step ${name}`);
  // Object.entries loses the types of the keys.
  return { step: found[0] as Step, work: found[1] };
}

/** Runs the next step. Returns true if it ended and another one may follow at once. */
export async function attemptTask<Step extends string>(
  place: AttemptPlace,
  declared: Task<Step>,
  key: TaskKey,
  stopping: AbortSignal,
): Promise<boolean> {
  const { db, clock } = place;
  const row = await db.asPlatform('claim a task', (tx) => claimTask(tx, key, clock.now()));
  if (!row) return false;
  const own = { ...key, attempt: row.attempt, stopping };
  try {
    const { step, work } = stepOf(declared, row.step);
    const { run, open, later, finish } = openRun(place, own, step);
    if (row.errors >= ERRORS_MAX || row.starts > STARTS_MAX) {
      await finish((tx) => declared.givenUp(tx, run), { state: 'FAILED' });
      return true;
    }
    await work(run);
    if (open()) await run.end(async () => null);
    return !later();
  } catch (error) {
    if (error instanceof Superseded) return false;
    const noted = await noteError(place, own, row, error).catch((failure: unknown) => failure);
    // The attempt was superseded meanwhile, so its failure does not count.
    if (noted instanceof Superseded) return false;
    throw error;
  }
}
