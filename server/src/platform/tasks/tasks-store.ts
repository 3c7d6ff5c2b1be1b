import { type Selectable, sql } from 'kysely';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { DB, Tasks as TaskTable } from '#platform/database/tables.ts';
import { type Run, Superseded, type TaskKey } from './task.ts';

export type TaskRow = Selectable<TaskTable>;

/** Identifies one attempt at a task. */
export type Attempt = Pick<Run, 'organizationId' | 'kind' | 'subjectId' | 'attempt'>;

const OPEN = ['QUEUED', 'RUNNING'];
/** Tasks that are put into the queue together. */
const BATCH = 100;

function updateTask(tx: Tx, { organizationId, kind, subjectId }: TaskKey) {
  return tx
    .updateTable('tasks')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId);
}

/** Queues a step of a task; a running attempt becomes outdated. */
export async function queueTask(tx: Tx, key: TaskKey, step: string, at: Date): Promise<void> {
  const fresh = {
    step,
    state: 'QUEUED',
    starts: 0,
    errors: 0,
    error: null,
    done: 0,
    due_at: at,
    waits_until: null,
    updated_at: at,
  };
  await tx
    .insertInto('tasks')
    .values({
      ...fresh,
      organization_id: key.organizationId,
      kind: key.kind,
      subject_id: key.subjectId,
      attempt: 1,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'kind', 'subject_id']).doUpdateSet((eb) => ({
        ...fresh,
        attempt: eb('tasks.attempt', '+', 1),
      })),
    )
    .execute();
}

/**
 * Starts an attempt, which supersedes earlier ones. Returns null if the task has ended, is unknown, or
 * waits: a step of more than a minute leaves jobs in the queue, and they must not cut a backoff short.
 */
export async function claimTask(tx: PlatformTx, key: TaskKey, at: Date): Promise<TaskRow | null> {
  const claimed = await updateTask(tx, key)
    .where('state', 'in', OPEN)
    .where((eb) => eb.or([eb('waits_until', 'is', null), eb('waits_until', '<=', at)]))
    .set((eb) => ({
      state: 'RUNNING',
      attempt: eb('attempt', '+', 1),
      starts: eb('starts', '+', 1),
      done: 0,
      updated_at: at,
    }))
    .returningAll()
    .executeTakeFirst();
  return claimed ?? null;
}

/** Changes a task if the attempt is its newest one and runs. Throws Superseded otherwise. */
export async function updateOwn(
  tx: PlatformTx,
  attempt: Attempt,
  set: Partial<Omit<TaskRow, 'organization_id' | 'kind' | 'subject_id' | 'attempt'>>,
): Promise<void> {
  const { numUpdatedRows } = await updateTask(tx, attempt)
    .where('attempt', '=', attempt.attempt)
    .where('state', '=', 'RUNNING')
    .set(set)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Superseded();
}

/**
 * A subquery for rows of a table, with `organization_id` and `id`, that are subjects of tasks of this
 * kind: the progress of the current attempt; 0 before it begins.
 */
export const taskProgress = (table: keyof DB, kind: string) =>
  sql<number>`coalesce((select done from tasks where tasks.kind = ${kind}
    and tasks.organization_id = ${sql.ref(`${table}.organization_id`)}
    and tasks.subject_id = ${sql.ref(`${table}.id`)}), 0)`;

/** Takes due tasks of these kinds and makes them due again at `again`, in case their worker dies. */
export async function takeDue(
  tx: PlatformTx,
  kinds: readonly string[],
  at: Date,
  again: Date,
): Promise<TaskKey[]> {
  const { rows } = await sql<TaskKey>`
    update tasks set due_at = ${again}, waits_until = null
    where (organization_id, kind, subject_id) in (
      select organization_id, kind, subject_id from tasks
      where state = any(${OPEN}) and kind = any(${kinds}) and due_at <= ${at}
      order by due_at limit ${sql.lit(BATCH)} for update skip locked)
    returning organization_id as "organizationId", kind, subject_id as "subjectId"`.execute(tx);
  return rows;
}

/** Makes all open tasks of a kind due: the worker of any of them may have died with its server. */
export async function resumeTasks(tx: PlatformTx, kind: string, at: Date): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({ due_at: at })
    .where('state', 'in', OPEN)
    .where('kind', '=', kind)
    .where('due_at', '>', at)
    .execute();
}

/** Deletes tasks that ended before a day. */
export async function sweepTasks(tx: PlatformTx, before: Date): Promise<void> {
  await sql`delete from tasks where state not in ('QUEUED', 'RUNNING') and updated_at < ${before}`.execute(
    tx,
  );
}
