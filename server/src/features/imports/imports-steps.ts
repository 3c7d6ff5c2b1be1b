import {
  IMPORT_ROWS_MAX,
  type ImportFailure,
  type ImportState,
  WORKBOOK_ROWS_MAX,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import { writeSource } from '#features/customers/customers-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { temporaryFolderOf } from '#platform/files/uploads.ts';
import { readRows } from '#platform/spreadsheets/spreadsheet.ts';
import { type FileRow, SpreadsheetError } from '#platform/spreadsheets/spreadsheet-rows.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { type Run, Superseded } from '#platform/tasks/task.ts';
import {
  findImport,
  type ImportKey,
  type ImportRow,
  type ImportStep,
  transitionImport,
} from './imports-store.ts';
import { copyLine, LINES_TARGET } from './imports-rows.ts';
import {
  countRows,
  forgetRows,
  insertGoodRows,
  markTaken,
  markTwice,
} from './imports-rows-store.ts';

/** One attempt at a step of the work on an import. */
export type ImportRun = Run<ImportStep>;

/** What names the import that a run is for. */
export function keyOf({ organizationId, subjectId: importId }: ImportRun): ImportKey {
  return { organizationId, importId };
}

export function findOf({ db }: AppContext, run: ImportRun): Promise<ImportRow | null> {
  return db.asPlatform('find an import', (tx) => findImport(tx, keyOf(run)));
}

/** The import, locked, as long as it is in the state that the step is for. Throws Superseded. */
async function lockImport(tx: PlatformTx, run: ImportRun, state: ImportState): Promise<ImportRow> {
  const row = await findImport(tx, keyOf(run), 'lock');
  if (row?.state !== state) throw new Superseded();
  return row;
}

/**
 * What becomes of an import whose work can not go on: a check fails, and a confirmed import goes back
 * to its sender.
 */
export async function failImport(
  { clock }: AppContext,
  tx: PlatformTx,
  run: ImportRun,
  { code, row: failureRow }: { code: ImportFailure; row: number | null },
): Promise<ImportStep | null> {
  // What people have sent must not stay: this is never given up.
  if (run.step === 'clear') return 'clear';
  const isCheck = run.step === 'check';
  const row = await lockImport(tx, run, isCheck ? 'UPLOADED' : 'CONFIRMED');
  const failure = { failure: code, failure_row: failureRow };
  await transitionImport(tx, row, {
    to: isCheck ? 'FAILED' : 'CHECKED',
    actor: SYSTEM,
    reason: code,
    at: clock.now(),
    set: isCheck ? failure : { ...failure, mode: null },
  });
  return isCheck ? 'clear' : null;
}

/** Copies the rows of the file, judged one by one. */
async function copyRows(ctx: AppContext, run: ImportRun): Promise<void> {
  const row = await findOf(ctx, run);
  const fileId = row?.file_id;
  const file =
    fileId && (await ctx.db.asPlatform('open a file', (tx) => ctx.files.open(tx, fileId)));
  if (!file) throw new Error(`The file of import ${run.subjectId} is gone`);
  const start = [run.organizationId, run.subjectId, run.attempt].join('\t');
  const limits = {
    csvRows: IMPORT_ROWS_MAX,
    workbookRows: WORKBOOK_ROWS_MAX,
    folder: temporaryFolderOf(ctx.config.dataDir),
  };
  async function* lines(batches: AsyncIterable<FileRow[]>, recipe: ImportRow) {
    let rows = 0;
    for await (const batch of batches) {
      rows += batch.length;
      yield batch.map((one) => copyLine(start, one, recipe)).join('');
      await run.progress(rows);
    }
  }
  try {
    await ctx.bulk.copy(LINES_TARGET, lines(readRows(file.stream, row.dialect, limits), row));
  } finally {
    file.stream.destroy();
  }
}

/** Whether a checked import is applied at once, because its sender has said so beforehand. */
function goesOn({ mode }: ImportRow, counts: { good_rows: number; refused_rows: number }): boolean {
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
  await transitionImport(tx, row, {
    to: 'CHECKED',
    actor: SYSTEM,
    reason: null,
    at,
    set: { ...counts, checked_attempt: run.attempt, ...(!on && { mode: null }) },
  });
  if (!on) return null;
  // The mode came with the file: the person who sent it has confirmed it.
  const actor = { kind: 'MERCHANT', id: row.actor_id, name: row.actor_name } as const;
  await transitionImport(tx, row, { to: 'CONFIRMED', actor, reason: null, at });
  return 'apply';
}

/** Reads the whole file and writes its rows down, each with what is wrong with it. */
export async function checkImport(ctx: AppContext, run: ImportRun): Promise<void> {
  await run.tx((tx) => forgetRows(tx, keyOf(run), 'all rows'));
  try {
    await copyRows(ctx, run);
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error;
    return run.end((tx) => failImport(ctx, tx, run, error));
  }
  await run.end((tx) => settleCheck(ctx, tx, run));
}

/**
 * Makes customers of the good rows. References that were taken since the check are refused now; where
 * nothing may be refused the import goes back to its sender.
 */
async function apply(
  ctx: AppContext,
  tx: PlatformTx,
  run: ImportRun,
  row: ImportRow,
): Promise<ImportStep | null> {
  const rows = { ...keyOf(run), attempt: row.checked_attempt ?? -1 };
  const taken = await markTaken(tx, rows, 'good rows');
  const counts = taken > 0 ? await countRows(tx, rows) : {};
  const at = ctx.clock.now();
  if (taken > 0 && row.mode === 'ALL') {
    await transitionImport(tx, await lockImport(tx, run, 'CONFIRMED'), {
      to: 'CHECKED',
      actor: SYSTEM,
      reason: 'References were taken since the check',
      at,
      set: { ...counts, mode: null },
    });
    return null;
  }
  const source = {
    id: row.id,
    organizationId: row.organization_id,
    fileName: row.file_name,
    by: {
      id: row.confirmed_by_id ?? row.actor_id,
      name: row.confirmed_by_name ?? row.actor_name,
    },
    at,
  };
  await writeSource(tx, source);
  const imported = await insertGoodRows(tx, rows, source, (done) => run.progress(done));
  await transitionImport(tx, await lockImport(tx, run, 'CONFIRMED'), {
    to: 'DONE',
    actor: SYSTEM,
    reason: null,
    at,
    set: { ...counts, imported, failure: null },
  });
  return 'clear';
}

/**
 * Applies a confirmed import in one transaction: each of its good rows becomes a customer once, or none
 * does. Where somebody takes one of its references meanwhile, the step runs again.
 */
export async function applyImport(ctx: AppContext, run: ImportRun): Promise<void> {
  const row = await findOf(ctx, run);
  if (!row) throw new Error(`Import ${run.subjectId} is gone`);
  await run.end((tx) => apply(ctx, tx, run, row));
}
