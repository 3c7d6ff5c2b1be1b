import type {
  ImportFailure,
  ImportState,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type Run, Superseded } from '#platform/tasks/task.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { findImport, IMPORT_TASK, type ImportKey, type ImportRow } from './imports-store.ts';
import { transitionImport } from './imports-transition.ts';

/** The steps of the work on an import: between them people decide. */
export type ImportStep = 'check' | 'apply' | 'clear';
export type ImportRun = Run<ImportStep>;

/** What names the import that a run is for. */
export function keyOf({ organizationId, subjectId: importId }: ImportRun): ImportKey {
  return { organizationId, importId };
}

/** Orders a step of the work on an import that is locked; what was under way is given up. */
export async function startStep(
  { tasks }: AppContext,
  tx: Tx,
  { organization_id: organizationId, id: subjectId }: ImportRow,
  step: ImportStep,
): Promise<void> {
  await tasks.start(tx, { organizationId, kind: IMPORT_TASK, subjectId }, step);
}

/** The import, locked, as long as it is in the state that the step is for. Throws Superseded. */
export async function lockImport(
  tx: PlatformTx,
  run: ImportRun,
  state: ImportState,
): Promise<ImportRow> {
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
