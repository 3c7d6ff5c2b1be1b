import {
  IMPORT_MODES,
  IMPORT_STATES,
  IMPORT_WAIT_DAYS,
  importFailureText,
  type ImportMode,
  type ImportState,
  mappingShape,
  ROW_REFUSAL_CODES,
  ROW_REFUSALS,
} from '@tegeka/contract/customer-import-rules.ts';
import type { CustomerImport } from '@tegeka/contract/customer-imports.ts';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database/database.ts';
import type { CustomerImports } from '#platform/database/tables.ts';
import { dialectShape } from './imports-dialect.ts';

/** The row of an upload. */
export type ImportRow = Selectable<CustomerImports>;

const stateShape = z.enum(IMPORT_STATES);
const modeShape = z.nullable(z.enum(IMPORT_MODES));
const columnsShape = z.array(z.string());
const failureShape = z.enum([
  'FILE_UNREADABLE',
  'ROW_ENDLESS',
  'FILE_EMPTY',
  'TOO_MANY_ROWS',
  'TOO_LARGE_UNPACKED',
  'UNEXPECTED',
]);
const refusalShape = z.object({
  column: z.nullable(z.string()),
  code: z.enum(ROW_REFUSAL_CODES),
  rows: z.int(),
  firstRows: z.array(z.int()),
});

/** Reasons of refused rows, counted. */
export type RefusalCount = z.infer<typeof refusalShape>;

/** Where an upload stands. */
export function importStateOf(row: Pick<ImportRow, 'state'>): ImportState {
  return stateShape.parse(row.state);
}

/** What is to become of the rows, as soon as somebody has said it. */
export function importModeOf(row: Pick<ImportRow, 'mode'>): ImportMode | null {
  return modeShape.parse(row.mode);
}

/** How the file is read. */
export function recipeOf(row: Pick<ImportRow, 'dialect' | 'columns' | 'mapping'>) {
  return {
    dialect: row.dialect === null ? null : dialectShape.parse(row.dialect),
    columns: columnsShape.parse(row.columns),
    mapping: mappingShape.parse(row.mapping),
  };
}

/** The task that waits for a worker, or null where people are next. */
export function taskOf(
  row: Pick<ImportRow, 'state' | 'mapping_needed'>,
): 'CHECK' | 'IMPORT' | null {
  if (row.state === 'CONFIRMED') return 'IMPORT';
  return row.state === 'UPLOADED' && !row.mapping_needed ? 'CHECK' : null;
}

function progressOf(row: ImportRow): CustomerImport['progress'] {
  const task = taskOf(row);
  return task && { task, rows: row.done_rows, total: row.total_rows };
}

/** Milliseconds that an upload waits for people. */
export const IMPORT_WAIT = IMPORT_WAIT_DAYS * 24 * 60 * 60 * 1000;

function waitsUntilOf(row: ImportRow): string | null {
  const waits = row.state === 'CHECKED' || (row.state === 'UPLOADED' && row.mapping_needed);
  return waits ? new Date(row.touched_at.getTime() + IMPORT_WAIT).toISOString() : null;
}

/** An upload as the contract names it. */
export function importOf(row: ImportRow): CustomerImport {
  const { columns, mapping } = recipeOf(row);
  const refusals = z.array(refusalShape).parse(row.refusals ?? []);
  const code = z.nullable(failureShape).parse(row.failure);
  const failure = code && importFailureText(code, row.failure_row);
  return {
    ...{ id: row.id, state: importStateOf(row), fileName: row.file_name, size: row.file_size },
    ...{ columns, mapping, mappingNeeded: row.mapping_needed, progress: progressOf(row) },
    ...{ rows: row.rows, goodRows: row.good_rows, refusedRows: row.refused_rows },
    refusals: refusals.map((refusal) => ({ ...refusal, message: ROW_REFUSALS[refusal.code] })),
    ...{ imported: row.imported, failure, by: row.actor_name },
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    waitsUntil: waitsUntilOf(row),
  };
}

/** An upload by id, if this transaction may see it. */
export async function findImport(tx: Tx, id: string): Promise<ImportRow | null> {
  const query = tx.selectFrom('customer_imports').selectAll().where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

/** An upload by id, locked until the transaction ends, if this transaction may see it. */
export async function lockImport(tx: Tx, id: string): Promise<ImportRow | null> {
  const query = tx.selectFrom('customer_imports').selectAll().where('id', '=', id);
  return (await query.forUpdate().executeTakeFirst()) ?? null;
}

/** A page of an organization's uploads, newest first. */
export async function listImports(
  tx: Tx,
  organizationId: string,
  { page, size }: { page: number; size: number },
) {
  const own = tx.selectFrom('customer_imports').where('organization_id', '=', organizationId);
  const { count } = await own
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const totalElements = Number(count);
  const totalPages = Math.ceil(totalElements / size);
  return { content: rows.map(importOf), page, size, totalElements, totalPages };
}

/** Whether an organization has an upload that has not ended. */
export async function hasLiveImport(tx: Tx, organizationId: string): Promise<boolean> {
  const live = await tx
    .selectFrom('customer_imports')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('state', 'in', ['UPLOADED', 'CHECKED', 'CONFIRMED'])
    .executeTakeFirst();
  return live !== undefined;
}
