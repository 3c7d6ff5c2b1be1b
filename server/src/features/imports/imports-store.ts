import type { Import } from '@tegeka/contract/imports/import-endpoints.ts';
import {
  IMPORT_FAILURE_CODES,
  IMPORT_MACHINE,
  IMPORT_MODES,
  IMPORT_WAIT_DAYS,
  importFailureText,
  type ImportKind,
  type ImportState,
} from '@tegeka/contract/imports/import-kind.ts';
import { type Selectable, sql, type Updateable } from 'kysely';
import * as z from 'zod/mini';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Imports } from '#platform/database/tables.ts';
import { pageOf } from '#platform/lists/list-page.ts';
import { dialectShape } from '#platform/spreadsheets/spreadsheet-csv.ts';
import { transition, type TransitionCommand } from '#platform/state/transition.ts';
import { taskProgress } from '#platform/tasks/tasks-store.ts';

/** What names an import: keys of tenants' tables begin with the tenant. */
export interface ImportKey {
  organizationId: string;
  importId: string;
}

/** The steps of the work on an import: between them people decide. */
export type ImportStep = 'check' | 'apply' | 'clear';

export const IMPORT_TASK = 'import';

/** Milliseconds that an import waits for people. */
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

/** What the table holds as text and JSON. */
const partsShape = z.object({
  state: z.enum(IMPORT_MACHINE.states),
  mode: z.nullable(z.enum(IMPORT_MODES)),
  failure: z.nullable(z.enum(IMPORT_FAILURE_CODES)),
  /** How a text is read; null for a workbook. */
  dialect: z.nullable(dialectShape),
  columns: z.array(z.string()),
  mapping: z.record(z.string(), z.int()),
  refusals: z.nullable(refusalsShape),
});

type StoredImport = Selectable<Imports>;

export type ImportRow = Omit<StoredImport, keyof z.infer<typeof partsShape>> &
  z.infer<typeof partsShape>;

export const importRowOf = (row: StoredImport): ImportRow => ({ ...row, ...partsShape.parse(row) });

/** How far the work on an import is; null where people are next. */
async function progressOf(tx: Tx, row: ImportRow): Promise<Import['progress']> {
  const isCheck = row.state === 'UPLOADED' && !row.mapping_needed;
  if (!isCheck && row.state !== 'CONFIRMED') return null;
  const { organization_id: organizationId, id: subjectId } = row;
  const rows = await taskProgress(tx, { organizationId, kind: IMPORT_TASK, subjectId });
  return isCheck
    ? { task: 'CHECK', rows, total: null }
    : { task: 'IMPORT', rows, total: row.good_rows };
}

function waitsUntilOf(row: ImportRow): string | null {
  const waits = row.state === 'CHECKED' || (row.state === 'UPLOADED' && row.mapping_needed);
  return waits ? new Date(row.touched_at.getTime() + IMPORT_WAIT).toISOString() : null;
}

export const refusalText = (kind: ImportKind, { code, message }: RefusalText) =>
  message ?? kind.refusals[code]?.message ?? code;
type RefusalText = Pick<RefusalCount, 'code' | 'message'>;

export async function importOf(tx: Tx, kind: ImportKind, row: ImportRow): Promise<Import> {
  const { failure: code, refusals } = row;
  return {
    id: row.id,
    state: row.state,
    fileName: row.file_name,
    size: row.file_size,
    columns: row.columns,
    mapping: row.mapping,
    mappingNeeded: row.mapping_needed,
    progress: await progressOf(tx, row),
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
    waitsUntil: waitsUntilOf(row),
  };
}

/** The files that were imported, and who confirmed them: a subquery for what was made of them. */
export const IMPORTED_FILES = sql`(select organization_id, id, file_name as source,
  coalesce(confirmed_by_name, actor_name) as by from imports)`;

function imports(tx: Tx, organizationId: string) {
  return tx.selectFrom('imports').where('organization_id', '=', organizationId);
}

/** An import, if this transaction may see it; `lock` keeps others from changing it. */
export async function findImport(
  tx: Tx,
  { organizationId, importId }: ImportKey,
  lock?: 'lock',
): Promise<ImportRow | null> {
  const row = await imports(tx, organizationId)
    .selectAll()
    .where('id', '=', importId)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ? importRowOf(row) : null;
}

/** A page of an organization's imports of a kind, newest first. */
export async function listImports(
  tx: Tx,
  organizationId: string,
  kind: ImportKind,
  { page, size }: { page: number; size: number },
) {
  const all = imports(tx, organizationId).where('kind', '=', kind.name);
  const { count } = await all
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .executeTakeFirstOrThrow();
  const rows = await all
    .selectAll()
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const content: Import[] = [];
  for (const row of rows) content.push(await importOf(tx, kind, importRowOf(row)));
  return pageOf(content, { page, size }, count);
}

/** The kinds of which an organization has an import that has not ended. */
export async function readLiveKinds(tx: Tx, organizationId: string): Promise<ReadonlySet<string>> {
  const live = await imports(tx, organizationId)
    .select('kind')
    .where('state', 'in', ['UPLOADED', 'CHECKED', 'CONFIRMED'])
    .execute();
  return new Set(live.map(({ kind }) => kind));
}

/** Changes columns of an import without a change of its state. */
export async function changeImport(
  tx: Tx,
  { organizationId, importId }: ImportKey,
  set: Updateable<Imports>,
): Promise<void> {
  await tx
    .updateTable('imports')
    .set(set)
    .where('organization_id', '=', organizationId)
    .where('id', '=', importId)
    .execute();
}

/** Leads a locked import into another state. What the state machine does not know is a bug. */
export async function transitionImport(
  tx: Tx,
  { id }: ImportRow,
  command: Omit<TransitionCommand<ImportState, 'imports'>, 'id'>,
): Promise<void> {
  const ended = IMPORT_MACHINE.final.includes(command.to) ? { ended_at: command.at } : {};
  const of = { machine: IMPORT_MACHINE, table: 'imports' } as const;
  await transition(tx, of, { ...command, id, set: { ...command.set, ...ended } });
}

/** Orders a step of the work on an import that is locked; what was under way is given up. */
export async function startStep(
  { tasks }: Pick<AppContext, 'tasks'>,
  tx: Tx,
  { organization_id: organizationId, id: subjectId }: ImportRow,
  step: ImportStep,
): Promise<void> {
  await tasks.start(tx, { organizationId, kind: IMPORT_TASK, subjectId }, step);
}
