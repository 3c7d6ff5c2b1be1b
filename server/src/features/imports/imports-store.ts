import {
  IMPORT_COLUMN_NAMES,
  IMPORT_FAILURE_CODES,
  IMPORT_MACHINE,
  IMPORT_MODES,
  IMPORT_WAIT_DAYS,
  importFailureText,
  type ImportMode,
  type ImportState,
  mappingShape,
  ROW_REFUSAL_CODES,
  ROW_REFUSALS,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import type { CustomerImport } from '@tegeka/contract/customers/customer-imports.ts';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database/database.ts';
import { dialectShape } from '#platform/spreadsheets/spreadsheet-dialect.ts';
import type { CustomerImports } from '#platform/database/tables.ts';
import { taskProgress } from '#platform/tasks/tasks-store.ts';

/** The row of an import. */
export type ImportRow = Selectable<CustomerImports>;

/** What names an import: keys of tenants' tables begin with the tenant. */
export interface ImportKey {
  organizationId: string;
  importId: string;
}

/** The kind of task that works on imports. */
export const IMPORT_TASK = 'customerImport';

/** Milliseconds that an import waits for people. */
export const IMPORT_WAIT = IMPORT_WAIT_DAYS * 24 * 60 * 60 * 1000;

const stateShape = z.enum(IMPORT_MACHINE.states);
const modeShape = z.nullable(z.enum(IMPORT_MODES));
const failureShape = z.nullable(z.enum(IMPORT_FAILURE_CODES));
const refusalsShape = z.array(
  z.object({
    column: z.nullable(z.enum(IMPORT_COLUMN_NAMES)),
    code: z.enum(ROW_REFUSAL_CODES),
    rows: z.int(),
    firstRows: z.array(z.int()),
  }),
);

/** Reasons of refused rows, counted. */
export type RefusalCount = z.infer<typeof refusalsShape>[number];

/** The state of an import. */
function importStateOf(row: Pick<ImportRow, 'state'>): ImportState {
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
    columns: z.array(z.string()).parse(row.columns),
    mapping: mappingShape.parse(row.mapping),
  };
}

/** How far the work on an import is; null where people are next. */
async function progressOf(tx: Tx, row: ImportRow): Promise<CustomerImport['progress']> {
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

/** An import as the contract names it. */
export async function importOf(tx: Tx, row: ImportRow): Promise<CustomerImport> {
  const { columns, mapping } = recipeOf(row);
  const refusals = refusalsShape.parse(row.refusals ?? []);
  const failure = failureShape.parse(row.failure);
  return {
    id: row.id,
    state: importStateOf(row),
    fileName: row.file_name,
    size: row.file_size,
    columns,
    mapping,
    mappingNeeded: row.mapping_needed,
    progress: await progressOf(tx, row),
    rows: row.rows,
    goodRows: row.good_rows,
    refusedRows: row.refused_rows,
    refusals: refusals.map((refusal) => ({ ...refusal, message: ROW_REFUSALS[refusal.code] })),
    imported: row.imported,
    failure: failure && {
      code: failure,
      message: importFailureText(failure, row.failure_row),
    },
    by: row.actor_name,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    waitsUntil: waitsUntilOf(row),
  };
}

function imports(tx: Tx, organizationId: string) {
  return tx.selectFrom('customer_imports').where('organization_id', '=', organizationId);
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
  return row ?? null;
}

/** A page of an organization's imports, newest first. */
export async function listImports(
  tx: Tx,
  organizationId: string,
  { page, size }: { page: number; size: number },
) {
  const { count } = await imports(tx, organizationId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await imports(tx, organizationId)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const totalElements = Number(count);
  const totalPages = Math.ceil(totalElements / size);
  const content: CustomerImport[] = [];
  for (const row of rows) content.push(await importOf(tx, row));
  return { content, page, size, totalElements, totalPages };
}

/** Whether an organization has an import that has not ended. */
export async function hasLiveImport(tx: Tx, organizationId: string): Promise<boolean> {
  const live = await imports(tx, organizationId)
    .select('id')
    .where('state', 'in', ['UPLOADED', 'CHECKED', 'CONFIRMED'])
    .executeTakeFirst();
  return live !== undefined;
}
