import {
  IMPORT_ROWS_MAX,
  type ImportFailure,
  type ImportState,
  WORKBOOK_ROWS_MAX,
} from '@tegeka/contract/imports/import-kind.ts';
import type { Updateable } from 'kysely';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { Imports } from '#platform/database/tables.ts';
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
import type { FileImport, ImportOwner } from './imports-kind.ts';
import { LINES_TARGET, lineWriter } from './imports-rows.ts';
import {
  countRows,
  examineRows,
  forgetRows,
  applyRules,
  type RowsOf,
  twiceIn,
  writeGoodRows,
} from './imports-rows-store.ts';

export type KindOf = (name: string) => FileImport;

/** One attempt at a step of the work on an import. */
export type ImportRun = Run<ImportStep>;

export function keyOf({ organizationId, subjectId: importId }: ImportRun): ImportKey {
  return { organizationId, importId };
}

export function findOf({ db }: AppContext, run: ImportRun): Promise<ImportRow | null> {
  return db.asPlatform('find an import', (tx) => findImport(tx, keyOf(run)));
}

/**
 * Returns the import, locked. Throws Superseded if it is not in the state that the step expects, or a person has
 * chosen another header meanwhile and has to match its columns.
 */
async function lockImport(tx: PlatformTx, run: ImportRun, state: ImportState): Promise<ImportRow> {
  const row = await findImport(tx, keyOf(run), 'lock');
  if (row?.state !== state || row.mapping_needed) throw new Superseded();
  return row;
}

/** The state change at the end of a step. */
interface StepEnd {
  from: ImportState;
  to: ImportState;
  reason?: string;
  set: Updateable<Imports>;
}

/** Changes the state of an import at the end of a step. Throws Superseded if it is not in `from`. */
async function endStep(
  { clock }: AppContext,
  tx: PlatformTx,
  run: ImportRun,
  { from, to, reason, set }: StepEnd,
): Promise<void> {
  const { id } = await lockImport(tx, run, from);
  const command = { id, to, actor: SYSTEM, reason: reason ?? null, at: clock.now(), set };
  await transitionImport(tx, command);
}

/**
 * Ends a step that can not be completed: after a check the import is FAILED, and a confirmed import goes
 * back to CHECKED. Returns the next step, or null.
 */
export async function failImport(
  ctx: AppContext,
  tx: PlatformTx,
  run: ImportRun,
  { code: failure, row: failureRow }: { code: ImportFailure; row: number | null },
): Promise<ImportStep | null> {
  // Uploaded data must be deleted: this step is repeated until it succeeds.
  if (run.step === 'clear') return 'clear';
  const why = { failure, failure_row: failureRow };
  if (run.step === 'check') {
    await endStep(ctx, tx, run, { from: 'UPLOADED', to: 'FAILED', reason: failure, set: why });
    return 'clear';
  }
  const set = { ...why, mode: null };
  await endStep(ctx, tx, run, { from: 'CONFIRMED', to: 'CHECKED', reason: failure, set });
  return null;
}

function ownerOf({ clock }: AppContext, row: ImportRow): ImportOwner {
  const { organization_id: organizationId, permissions } = row;
  return { organizationId, permissions: new Set(permissions), now: clock.now() };
}

/** Copies the rows of the file into the database, each one checked. Returns how many. */
async function copyRows(ctx: AppContext, kindOf: KindOf, run: ImportRun): Promise<number> {
  const row = await findOf(ctx, run);
  if (!row?.file_id) throw new Error(`The file of import ${run.subjectId} is gone`);
  const [kind, owner, fileId] = [kindOf(row.kind), ownerOf(ctx, row), row.file_id];
  const judge = await ctx.db.asTenant(run.organizationId, (tx) => kind.open(ctx, tx, owner));
  const lineOf = lineWriter(ctx.keys, kind, judge, row, run.attempt);
  const file = await ctx.db.asPlatform('open a file', (tx) => ctx.files.open(tx, fileId));
  if (!file) throw new Error(`The file of import ${run.subjectId} has no row`);
  const limits = {
    csvRows: IMPORT_ROWS_MAX,
    workbookRows: WORKBOOK_ROWS_MAX,
    folder: temporaryFolderOf(ctx.config.dataDir),
  };
  let rows = 0;
  async function* lines(batches: AsyncIterable<FileRow[]>) {
    for await (const batch of batches) {
      rows += batch.length;
      yield batch.map(lineOf).join('');
      await run.progress(rows);
    }
  }
  try {
    const header = { dialect: row.dialect, headerRow: row.header_row };
    await ctx.bulk.copy(LINES_TARGET, lines(readRows(file.stream, header, limits)));
    return rows;
  } finally {
    file.stream.destroy();
  }
}

/** True where a checked import is applied at once, because it was confirmed in advance. */
function goesOn({ mode }: ImportRow, counts: { good_rows: number; refused_rows: number }): boolean {
  if (mode === 'ALL') return counts.refused_rows === 0;
  return mode === 'GOOD_ROWS' && counts.good_rows > 0;
}

/** Adds what the database knows against rows. */
async function refuseRows(
  tx: PlatformTx,
  rows: RowsOf,
  kind: FileImport,
  { owner, which }: { owner: ImportOwner; which: 'all rows' | 'good rows' },
): Promise<void> {
  const known = (await kind.rules?.(tx, owner)) ?? [];
  const twice = which === 'all rows' ? [twiceIn(rows, kind.keyColumn)] : [];
  await applyRules(tx, rows, [...known, ...twice], which);
  if (!kind.examine) return;
  await examineRows(
    tx,
    rows,
    async (values) => (await kind.examine?.(tx, owner, values)) ?? [],
    which,
  );
}

async function settleCheck(
  ctx: AppContext,
  kindOf: KindOf,
  tx: PlatformTx,
  run: ImportRun,
  count: number,
): Promise<ImportStep | null> {
  const rows = { ...keyOf(run), attempt: run.attempt };
  const row = await lockImport(tx, run, 'UPLOADED');
  const kind = kindOf(row.kind);
  await refuseRows(tx, rows, kind, { owner: ownerOf(ctx, row), which: 'all rows' });
  const counts = await countRows(tx, rows, count);
  const on = goesOn(row, counts);
  const set = { ...counts, checked_attempt: run.attempt, ...(!on && { mode: null }) };
  await endStep(ctx, tx, run, { from: 'UPLOADED', to: 'CHECKED', set });
  if (!on) return null;
  // The mode came with the file: the person who sent it has confirmed it.
  const actor = { kind: 'MERCHANT', id: row.actor_id, name: row.actor_name } as const;
  const at = ctx.clock.now();
  await transitionImport(tx, { id: row.id, to: 'CONFIRMED', actor, reason: null, at });
  return 'apply';
}

/** Reads the whole file and stores its rows, each with its refusals. */
export async function checkImport(ctx: AppContext, kindOf: KindOf, run: ImportRun): Promise<void> {
  await run.tx((tx) => forgetRows(tx, keyOf(run), 'all rows'));
  let count: number;
  try {
    count = await copyRows(ctx, kindOf, run);
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error;
    return run.end((tx) => failImport(ctx, tx, run, error));
  }
  await run.end((tx) => settleCheck(ctx, kindOf, tx, run, count));
}

/**
 * Creates the entities of all good rows in one transaction: all of them, or none. Rows that are no longer
 * good since the check are refused now. In mode ALL, or if no good row is left, the import goes back to
 * CHECKED instead. If a concurrent insert takes a reference, the step fails and runs again.
 */
export async function applyImport(ctx: AppContext, kindOf: KindOf, run: ImportRun): Promise<void> {
  const row = await findOf(ctx, run);
  if (!row) throw new Error(`Import ${run.subjectId} is gone`);
  const kind = kindOf(row.kind);
  const rows = { ...keyOf(run), attempt: row.checked_attempt ?? -1 };
  const source = {
    id: row.id,
    organizationId: row.organization_id,
    fileName: row.file_name,
    by: {
      id: row.confirmed_by_id ?? row.actor_id,
      name: row.confirmed_by_name ?? row.actor_name,
    },
    at: ctx.clock.now(),
  };
  await run.end(async (tx) => {
    await refuseRows(tx, rows, kind, { owner: ownerOf(ctx, row), which: 'good rows' });
    const counts = await countRows(tx, rows, row.rows ?? 0);
    const isWorse = counts.refused_rows !== row.refused_rows;
    if (isWorse && (row.mode === 'ALL' || counts.good_rows === 0)) {
      const reason = 'Rows are no longer good since the check';
      const set = { ...counts, mode: null };
      await endStep(ctx, tx, run, { from: 'CONFIRMED', to: 'CHECKED', reason, set });
      return null;
    }
    const imported = await writeGoodRows(
      tx,
      rows,
      (batch) => kind.write(ctx, tx, { ...batch, source }),
      (done) => run.progress(done),
    );
    const set = { ...counts, imported, failure: null };
    await endStep(ctx, tx, run, { from: 'CONFIRMED', to: 'DONE', set });
    return 'clear';
  });
}
