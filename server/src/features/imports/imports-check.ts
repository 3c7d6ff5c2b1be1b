import { IMPORT_ROWS_MAX } from '@tegeka/contract/customer-import-rules.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { isRagged, nameCells } from './imports-cells.ts';
import { forgetRows } from './imports-clear.ts';
import { countRows, markTaken, markTwice } from './imports-counts.ts';
import type { FileRow } from './imports-csv.ts';
import { ImportError } from './imports-error.ts';
import { type ImportJob, lockOwn, openProgress } from './imports-job.ts';
import { type JudgedRow, lineOf, LINES_TARGET } from './imports-lines.ts';
import { transitionImport } from './imports-transitions.ts';
import { ruleRow } from './imports-row-rules.ts';
import { openRows } from './imports-open.ts';
import { type ImportRow, importModeOf, recipeOf } from './imports-store.ts';

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
async function* judgedLines(ctx: AppContext, job: ImportJob, batches: AsyncIterable<FileRow[]>) {
  const recipe = recipeOf(job.row);
  const start = [job.row.id, job.row.attempt, job.row.organization_id].join('\t');
  const note = openProgress(ctx, job);
  let rows = 0;
  for await (const batch of batches) {
    rows += batch.length;
    if (rows > IMPORT_ROWS_MAX) throw new ImportError('TOO_MANY_ROWS');
    yield batch.map((row) => lineOf(start, judge(row, recipe))).join('');
    await note(rows);
  }
  if (rows === 0) throw new ImportError('FILE_EMPTY');
}

/** Where a checked upload goes at once, because its sender has said so beforehand. */
function goesOn(row: ImportRow, counts: { good_rows: number; refused_rows: number }): boolean {
  const mode = importModeOf(row);
  if (mode === 'ALL') return counts.refused_rows === 0;
  return mode === 'GOOD_ROWS' && counts.good_rows > 0;
}

async function settleCheck(ctx: AppContext, tx: PlatformTx, job: ImportJob): Promise<void> {
  const { row } = job;
  const rows = { importId: row.id, attempt: row.attempt };
  await markTaken(tx, rows, row.organization_id, 'all rows');
  await markTwice(tx, rows);
  const counts = await countRows(tx, rows);
  const held = await lockOwn(tx, job);
  const at = ctx.clock.now();
  const by = { actorId: null, reason: null, at };
  const on = goesOn(held, counts);
  const result = { ...counts, checked_attempt: row.attempt, done_rows: 0, total_rows: null };
  const set = { ...result, errors: 0, beginnings: 0, ...(!on && { mode: null }) };
  const checked = await transitionImport(tx, held, { to: 'CHECKED', ...by, set });
  if (!on) return;
  // The wish came with the file: the person who sent it has confirmed it.
  const confirmed = { ...by, actorId: held.confirmed_by_id, set: { total_rows: counts.good_rows } };
  await transitionImport(tx, checked, { to: 'CONFIRMED', ...confirmed });
}

/**
 * Reads the whole file and writes its rows down, each with what is wrong with it. Memory does not grow
 * with the file. Throws ImportFault for a file that is no table, and Superseded.
 */
export async function checkImport(ctx: AppContext, job: ImportJob): Promise<void> {
  await forgetRows(ctx, job.row.id, 'all rows');
  const file = await openRows(ctx, job.row);
  try {
    await ctx.bulk.copy(LINES_TARGET, judgedLines(ctx, job, file.batches));
  } finally {
    await file.close();
  }
  await ctx.bulk.asPlatform('check an import', (tx) => settleCheck(ctx, tx, job));
}
