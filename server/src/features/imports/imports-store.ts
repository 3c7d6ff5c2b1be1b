import type { Import, DetailedImport } from '@tegeka/contract/imports/import-shapes.ts';
import {
  IMPORT_FAILURE_CODES,
  IMPORT_MACHINE,
  IMPORT_MODES,
  IMPORT_WAIT_DAYS,
  importFailureText,
  type ImportKind,
  type ImportState,
} from '@tegeka/contract/imports/import-kind.ts';
import { type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Imports } from '#platform/database/tables.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { dialectShape } from '#platform/spreadsheets/spreadsheet-csv.ts';
import { transition, type TransitionCommand } from '#platform/state/transition.ts';
import { taskProgress } from '#platform/tasks/tasks-store.ts';
import type { FileImport } from './imports-kind.ts';

/** The primary key of an import: keys of tenant tables begin with the tenant. */
export interface ImportKey {
  organizationId: string;
  importId: string;
}

/** The steps of the work on an import: between them people decide. */
export type ImportStep = 'check' | 'apply' | 'clear';

export const IMPORT_TASK = 'import';

/** How long an import waits for a decision before it is cancelled, in milliseconds. */
export const IMPORT_WAIT = IMPORT_WAIT_DAYS * 24 * 60 * 60 * 1000;

const refusalsShape = z.array(
  z.object({
    column: z.nullable(z.string()),
    code: z.string(),
    message: z.nullish(z.string()),
    rows: z.int(),
    firstRows: z.array(z.int()),
  }),
);

export type RefusalCount = z.infer<typeof refusalsShape>[number];

/** Columns that the table stores as text or JSON, with their exact types. */
const partsShape = z.object({
  state: z.enum(IMPORT_MACHINE.states),
  mode: z.nullable(z.enum(IMPORT_MODES)),
  failure: z.nullable(z.enum(IMPORT_FAILURE_CODES)),
  /** Encoding and separator of a text file; null for a workbook. */
  dialect: z.nullable(dialectShape),
  top_rows: z.nullable(z.array(z.object({ row: z.int(), cells: z.array(z.string()) }))),
  columns: z.array(z.string()),
  mapping: z.record(z.string(), z.int()),
  refusals: z.nullable(refusalsShape),
});

type StoredImport = Selectable<Imports> & { done: number };

export type ImportRow = Omit<StoredImport, keyof z.infer<typeof partsShape>> &
  z.infer<typeof partsShape>;

const importRowOf = (row: StoredImport): ImportRow => ({ ...row, ...partsShape.parse(row) });

/** The imports that a transaction sees, each with how many rows its task has done. */
const imports = (tx: Tx) =>
  tx.selectFrom('imports').selectAll().select(taskProgress('imports', IMPORT_TASK).as('done'));

/** An import, if this transaction may see it; `lock` keeps others from changing it. */
export async function findImport(
  tx: Tx,
  { organizationId, importId }: ImportKey,
  lock?: 'lock',
): Promise<ImportRow | null> {
  const row = await imports(tx)
    .where('organization_id', '=', organizationId)
    .where('id', '=', importId)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ? importRowOf(row) : null;
}

/** The task that runs on an import; null while it waits for a person, or has ended. */
function taskOf({ state, mapping_needed: isUnmapped }: ImportRow) {
  if (state === 'CONFIRMED') return 'IMPORT';
  return state === 'UPLOADED' && !isUnmapped ? 'CHECK' : null;
}

export const refusalText = (
  kind: ImportKind,
  { code, message }: Pick<RefusalCount, 'code' | 'message'>,
) => message ?? kind.refusals[code]?.message ?? code;

function importOf(kind: ImportKind, row: ImportRow): Import {
  const { failure: code, refusals, done } = row;
  const task = taskOf(row);
  const waits = task === null && row.ended_at === null;
  return {
    id: row.id,
    state: row.state,
    fileName: row.file_name,
    size: row.file_size,
    headerRow: row.header_row,
    columns: row.columns,
    mapping: row.mapping,
    mappingNeeded: row.mapping_needed,
    progress: task && { task, rows: done, total: task === 'IMPORT' ? row.good_rows : null },
    rows: row.rows,
    goodRows: row.good_rows,
    refusedRows: row.refused_rows,
    refusedKept: row.ended_at === null || row.rows_until !== null || row.file_id !== null,
    refusals: (refusals ?? []).map((one) => ({ ...one, message: refusalText(kind, one) })),
    imported: row.imported,
    failure: code && { code, message: importFailureText(kind, code, row.failure_row) },
    by: row.actor_name,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    waitsUntil: waits ? new Date(row.touched_at.getTime() + IMPORT_WAIT).toISOString() : null,
  };
}

export const importDetailOf = (kind: ImportKind, row: ImportRow): DetailedImport => ({
  ...importOf(kind, row),
  topRows: row.top_rows ?? [],
});

/** The import that created a row of a table, as the first event of its history; no row if it was typed in. */
export const originIn = (table: string) => (id: string) =>
  sql`select r.created_at as at, coalesce(i.confirmed_by_name, i.actor_name) as by,
      i.file_name as source
    from ${sql.table(table)} r
    join imports i on i.organization_id = r.organization_id and i.id = r.source_id
    where r.id = ${id}`;

/** An organization's imports of a kind, newest first. */
export const importList = ({ kind, endpoints }: FileImport) =>
  listSource({
    endpoint: endpoints.list,
    entity: 'imports',
    states: [],
    rows: (tx) => imports(tx).where('kind', '=', kind.name),
    item: (row) => importOf(kind, importRowOf(row)),
    id: 'id',
    sorts: { createdAt: ['id'] },
  });

/** The kinds of which an organization has an import that has not ended. */
export async function readLiveKinds(tx: Tx, organizationId: string): Promise<ReadonlySet<string>> {
  const live = await tx
    .selectFrom('imports')
    .select('kind')
    .where('organization_id', '=', organizationId)
    .where('state', 'in', ['UPLOADED', 'CHECKED', 'CONFIRMED'])
    .execute();
  return new Set(live.map(({ kind }) => kind));
}

/** Changes the state of an import. Throws for a transition that the state machine does not have. */
export async function transitionImport(
  tx: Tx,
  command: TransitionCommand<ImportState, 'imports'>,
): Promise<void> {
  const isEnd = IMPORT_MACHINE.final.includes(command.to);
  const ended = isEnd ? { ended_at: command.at, top_rows: null } : {};
  const of = { machine: IMPORT_MACHINE, table: 'imports' } as const;
  await transition(tx, of, { ...command, set: { ...command.set, ...ended } });
}

/** Starts a step of the task of a locked import. An attempt that is running is superseded. */
export async function startStep(
  { tasks }: Pick<AppContext, 'tasks'>,
  tx: Tx,
  { organizationId, importId: subjectId }: ImportKey,
  step: ImportStep,
): Promise<void> {
  await tasks.start(tx, { organizationId, kind: IMPORT_TASK, subjectId }, step);
}
