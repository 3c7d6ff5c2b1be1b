import {
  IMPORT_ROWS_MAX,
  WORKBOOK_ROWS_MAX,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { readRows } from '#platform/spreadsheets/spreadsheet.ts';
import { type FileRow, SpreadsheetError } from '#platform/spreadsheets/spreadsheet-rows.ts';
import { temporaryFolderOf } from '#platform/files/uploads.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { failImport, type ImportRun, type ImportStep, keyOf, lockImport } from './imports-run.ts';
import { findImport, importModeOf, type ImportRow, recipeOf } from './imports-store.ts';
import { transitionImport } from './imports-transition.ts';
import { isRagged, nameCells } from './rows/imports-cells.ts';
import { type JudgedRow, lineOf, LINES_TARGET } from './rows/imports-lines.ts';
import { ruleRow } from './rows/imports-row-rules.ts';
import { countRows, forgetRows, markTaken, markTwice } from './rows/imports-rows-store.ts';

type Recipe = ReturnType<typeof recipeOf>;

function judge({ number, cells }: FileRow, { dialect, columns, mapping }: Recipe): JudgedRow {
  if (dialect && isRagged(cells, columns.length)) {
    const ruled = { input: null, errors: [{ column: null, code: 'RAGGED' }] } as const;
    return { number, cells, ruled, reference: null };
  }
  const named = nameCells(cells, mapping);
  const ruled = ruleRow(named);
  const failed = ruled.errors?.some(({ column }) => column === 'customerReferenceNumber');
  return { number, cells, ruled, reference: failed ? null : named.customerReferenceNumber };
}

/** The rows of a file as lines for COPY, judged one by one. */
async function* judgedLines(run: ImportRun, recipe: Recipe, batches: AsyncIterable<FileRow[]>) {
  const start = [run.organizationId, run.subjectId, run.attempt].join('\t');
  let rows = 0;
  for await (const batch of batches) {
    rows += batch.length;
    yield batch.map((row) => lineOf(start, judge(row, recipe))).join('');
    await run.progress(rows);
  }
}

async function copyRows(ctx: AppContext, run: ImportRun): Promise<void> {
  const { db, bulk, files, config } = ctx;
  const found = await db.asPlatform('open the file of an import', async (tx) => {
    const row = await findImport(tx, keyOf(run));
    const file = row?.file_id ? await files.open(tx, row.file_id) : null;
    return row && file && { row, file };
  });
  if (!found) throw new Error(`The file of import ${run.subjectId} is gone`);
  const recipe = recipeOf(found.row);
  const rows = readRows(found.file.stream, recipe.dialect, {
    csvRows: IMPORT_ROWS_MAX,
    workbookRows: WORKBOOK_ROWS_MAX,
    folder: temporaryFolderOf(config.dataDir),
  });
  try {
    await bulk.copy(LINES_TARGET, judgedLines(run, recipe, rows));
  } finally {
    found.file.stream.destroy();
  }
}

/** Whether a checked import is applied at once, because its sender has said so beforehand. */
function goesOn(row: ImportRow, counts: { good_rows: number; refused_rows: number }): boolean {
  const mode = importModeOf(row);
  if (mode === 'ALL') return counts.refused_rows === 0;
  return mode === 'GOOD_ROWS' && counts.good_rows > 0;
}

async function settleCheck(
  ctx: AppContext,
  tx: PlatformTx,
  run: ImportRun,
): Promise<ImportStep | null> {
  const rows = { ...keyOf(run), attempt: run.attempt };
  await markTaken(tx, rows, 'all rows');
  await markTwice(tx, rows);
  const counts = await countRows(tx, rows);
  const row = await lockImport(tx, run, 'UPLOADED');
  const at = ctx.clock.now();
  const on = goesOn(row, counts);
  const checked = await transitionImport(tx, row, {
    to: 'CHECKED',
    actor: SYSTEM,
    reason: null,
    at,
    set: { ...counts, checked_attempt: run.attempt, ...(!on && { mode: null }) },
  });
  if (!on) return null;
  // The mode came with the file: the person who sent it has confirmed it.
  const actor = {
    kind: 'MERCHANT',
    id: row.confirmed_by_id,
    name: row.confirmed_by_name ?? row.actor_name,
  } as const;
  await transitionImport(tx, checked, { to: 'CONFIRMED', actor, reason: null, at });
  return 'apply';
}

/** Reads the whole file and writes its rows down, each with what is wrong with it. */
export async function checkImport(ctx: AppContext, run: ImportRun): Promise<void> {
  await run.tx((tx) => forgetRows(tx, keyOf(run), 'all rows'));
  try {
    await copyRows(ctx, run);
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error;
    await run.end((tx) => failImport(ctx, tx, run, error));
    return;
  }
  await run.end((tx) => settleCheck(ctx, tx, run));
}
