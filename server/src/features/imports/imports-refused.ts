import { Readable } from 'node:stream';
import {
  columnLabel,
  columnNamesOf,
  type ImportKind,
} from '@tegeka/contract/imports/import-kind.ts';
import * as z from 'zod/mini';
import { CSV_MARK, csvText } from '#platform/files/text-files.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { pageOf } from '#platform/lists/list-page.ts';
import type { Keys } from '#platform/security/keys.ts';
import { openCells } from './imports-rows.ts';
import { type ImportRow, refusalText } from './imports-store.ts';

/** Rows of one step of an export. */
const STEP = 1000;

const cellsShape = z.array(z.string());
const errorsShape = z.array(
  z.object({
    column: z.nullable(z.string()),
    code: z.string(),
    message: z.optional(z.string()),
  }),
);

function refusedRows(tx: Tx, { organization_id, id, checked_attempt: attempt }: ImportRow) {
  return tx
    .selectFrom('import_refused_rows')
    .select(['row_number', 'cells', 'refusals'])
    .orderBy('row_number')
    .where('organization_id', '=', organization_id)
    .where('import_id', '=', id)
    .where('attempt', '=', attempt ?? -1);
}

type StoredRow = { row_number: number | null; cells: string | null; refusals: unknown };

const masked = (text: string) => (text.length < 9 ? text && '••••' : `•••• ${text.slice(-4)}`);

/** What refused rows are shown with: their kind, and the keys that their cells may be sealed with. */
export interface RefusedView {
  keys: Keys;
  kind: ImportKind;
}

function reader({ keys, kind }: RefusedView, { organization_id: tenant, mapping }: ImportRow) {
  const secret = new Set(
    columnNamesOf(kind).flatMap((name) =>
      kind.columns[name]?.secret ? (mapping[name] ?? []) : [],
    ),
  );
  return ({ row_number: row, cells, refusals }: StoredRow) => ({
    row: row ?? 0,
    cells: cellsShape
      .parse(JSON.parse(openCells(keys, tenant, cells ?? '[]')))
      .map((cell, at) => (secret.has(at) ? masked(cell) : cell)),
    refusals: errorsShape.parse(refusals).map((one) => ({
      column: one.column,
      code: one.code,
      message: refusalText(kind, one),
    })),
  });
}

export async function readRefused(
  tx: Tx,
  view: RefusedView,
  row: ImportRow,
  { page, size }: { page: number; size: number },
) {
  const rows = await refusedRows(tx, row)
    .limit(size)
    .offset(page * size)
    .execute();
  const kept = row.ended_at === null || row.rows_until !== null || row.file_id !== null;
  const total = kept ? (row.refused_rows ?? 0) : 0;
  return pageOf(rows.map(reader(view, row)), { page, size }, total);
}

type Refused = ReturnType<ReturnType<typeof reader>>;

function reasonsOf(kind: ImportKind, { refusals }: Refused): string {
  const told = refusals.map(({ column, message }) =>
    column ? `${columnLabel(kind, column)}: ${message}` : message,
  );
  return told.join(' ');
}

async function* exportLines(
  db: Database,
  view: RefusedView,
  row: ImportRow,
): AsyncGenerator<string> {
  const { columns } = row;
  yield CSV_MARK + csvText([[...columns, 'Why it is refused']]);
  for (let after = 0; ;) {
    const rows = await db.asTenant(row.organization_id, (tx) =>
      refusedRows(tx, row).where('row_number', '>', after).limit(STEP).execute(),
    );
    const refused = rows.map(reader(view, row));
    const width = columns.length;
    const padded = refused.map((one) => [
      ...Array.from({ length: width }, (_, at) => one.cells[at] ?? ''),
      reasonsOf(view.kind, one),
      ...one.cells.slice(width),
    ]);
    if (padded.length > 0) yield csvText(padded);
    const last = refused.at(-1);
    if (!last || refused.length < STEP) return;
    after = last.row;
  }
}

/** The refused rows as they were in the file with their reasons, step by step. */
export function openRefusedExport(db: Database, view: RefusedView, row: ImportRow): Readable {
  return Readable.from(exportLines(db, view, row));
}
