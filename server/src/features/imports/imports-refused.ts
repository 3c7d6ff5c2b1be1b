import { Readable } from 'node:stream';
import {
  IMPORT_COLUMN_NAMES,
  IMPORT_COLUMNS,
  ROW_REFUSAL_CODES,
  ROW_REFUSALS,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import * as z from 'zod/mini';
import { CSV_MARK, csvText } from '#platform/files/text-files.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { ImportRow } from './imports-store.ts';

/** Rows of one step of an export. */
const STEP = 1000;

const cellsShape = z.array(z.string());
const errorsShape = z.array(
  z.object({
    column: z.nullable(z.enum(IMPORT_COLUMN_NAMES)),
    code: z.enum(ROW_REFUSAL_CODES),
  }),
);

function refusedRows(tx: Tx, { organization_id, id, checked_attempt: attempt }: ImportRow) {
  return tx
    .selectFrom('customer_import_refused_rows')
    .select(['row_number', 'cells', 'refusals'])
    .orderBy('row_number')
    .where('organization_id', '=', organization_id)
    .where('import_id', '=', id)
    .where('attempt', '=', attempt ?? -1);
}

type StoredRow = { row_number: number | null; cells: string | null; refusals: unknown };

function refusedOf({ row_number: row, cells, refusals }: StoredRow) {
  return {
    row: row ?? 0,
    cells: cellsShape.parse(JSON.parse(cells ?? '[]')),
    refusals: errorsShape.parse(refusals).map(({ column, code }) => ({
      column,
      code,
      message: ROW_REFUSALS[code],
    })),
  };
}

/** A page of the refused rows of an import, in the order of the file. */
export async function readRefused(
  tx: Tx,
  row: ImportRow,
  { page, size }: { page: number; size: number },
) {
  const rows = await refusedRows(tx, row)
    .limit(size)
    .offset(page * size)
    .execute();
  const kept = row.ended_at === null || row.rows_until !== null || row.file_id !== null;
  const totalElements = kept ? (row.refused_rows ?? 0) : 0;
  const totalPages = Math.ceil(totalElements / size);
  return { content: rows.map(refusedOf), page, size, totalElements, totalPages };
}

type Refused = ReturnType<typeof refusedOf>;

/** Why a row is refused, in one cell. */
function reasonsOf({ refusals }: Refused): string {
  const told = refusals.map(({ column, message }) =>
    column ? `${IMPORT_COLUMNS[column].label}: ${message}` : message,
  );
  return told.join(' ');
}

async function* exportLines(db: Database, row: ImportRow): AsyncGenerator<string> {
  const { columns } = row;
  yield CSV_MARK + csvText([[...columns, 'Why it is refused']]);
  for (let after = 0; ;) {
    const rows = await db.asTenant(row.organization_id, (tx) =>
      refusedRows(tx, row).where('row_number', '>', after).limit(STEP).execute(),
    );
    const refused = rows.map(refusedOf);
    const width = columns.length;
    const padded = refused.map((one) => [
      ...Array.from({ length: width }, (_, at) => one.cells[at] ?? ''),
      reasonsOf(one),
      ...one.cells.slice(width),
    ]);
    if (padded.length > 0) yield csvText(padded);
    const last = refused.at(-1);
    if (!last || refused.length < STEP) return;
    after = last.row;
  }
}

/** The refused rows as they were in the file with their reasons, step by step. */
export function openRefusedExport(db: Database, row: ImportRow): Readable {
  return Readable.from(exportLines(db, row));
}
