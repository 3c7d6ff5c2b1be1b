import {
  IMPORT_MACHINE,
  importFailureText,
  type ImportKind,
  type ImportMapping,
  type ImportMode,
  type ImportState,
  mappingErrors,
} from '@tegeka/contract/imports/import-kind.ts';
import type { Updateable } from 'kysely';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Imports } from '#platform/database/tables.ts';
import type { StoredUpload, UploadedFile } from '#platform/files/stored-files.ts';
import type { Caller } from '#platform/http/caller.ts';
import { refuse, refuseTaken } from '#platform/http/refusal.ts';
import { readHeader } from '#platform/spreadsheets/spreadsheet.ts';
import { actorOf, recordFirstState } from '#platform/state/transition.ts';
import { checkMapping, matchColumns } from './imports-columns.ts';
import type { FileImport } from './imports-kind.ts';
import {
  changeImport,
  findImport,
  type ImportKey,
  type ImportRow,
  importRowOf,
  type ImportStep,
  startStep,
  transitionImport,
} from './imports-store.ts';

/**
 * How a file is read. Refuses FILE_EMPTY, FILE_DAMAGED, FILE_TOO_LARGE and TOO_LARGE_UNPACKED, and
 * INPUT_INVALID for a mapping that does not fit the file.
 */
export async function recipeFor(
  of: FileImport,
  upload: UploadedFile,
  given: ImportMapping | undefined,
) {
  const { kind } = of;
  const { dialect, columns } = await readHeader(upload, (error, row) =>
    importFailureText(kind, error, row),
  );
  const mapping = given ?? matchColumns(of, columns);
  if (given) checkMapping(kind, given, columns);
  return {
    dialect: dialect && JSON.stringify(dialect),
    columns: JSON.stringify(columns),
    mapping: JSON.stringify(mapping),
    mapping_needed: Object.keys(mappingErrors(kind, mapping)).length > 0,
  };
}

/** A file as it arrived, and what is to become of it. */
export interface ArrivedFile {
  kind: ImportKind;
  caller: Caller;
  upload: StoredUpload;
  recipe: Awaited<ReturnType<typeof recipeFor>>;
  /** What happens after the check; without it somebody is asked. */
  confirm: ImportMode | undefined;
}

async function insertImport(ctx: AppContext, tx: Tx, given: ArrivedFile): Promise<ImportRow> {
  const { kind, caller, upload, recipe, confirm } = given;
  const { organizationId } = caller;
  const at = ctx.clock.now();
  const { id: fileId } = await ctx.files.keep(tx, upload, { organizationId, kind: kind.name });
  const { name } = actorOf(caller);
  const row = await tx
    .insertInto('imports')
    .values({
      ...recipe,
      organization_id: organizationId,
      id: ctx.ids.uuid(at),
      kind: kind.name,
      state: 'UPLOADED',
      revision: 1,
      file_id: fileId,
      file_name: upload.name,
      file_size: upload.size,
      media_type: upload.mediaType,
      mode: confirm ?? null,
      permissions: [...caller.permissions],
      actor_id: caller.userId,
      actor_name: name,
      confirmed_by_id: confirm ? caller.userId : null,
      confirmed_by_name: confirm ? name : null,
      created_at: at,
      touched_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseTaken({ imports_one_live: ['IMPORT_RUNNING'] }));
  return importRowOf(row);
}

/** Takes a file and has it checked. Refuses IMPORT_RUNNING. */
export async function createImport(
  ctx: AppContext,
  tx: Tx,
  given: ArrivedFile,
): Promise<ImportRow> {
  const row = await insertImport(ctx, tx, given);
  await recordFirstState(tx, IMPORT_MACHINE, {
    organizationId: row.organization_id,
    id: row.id,
    to: 'UPLOADED',
    actor: actorOf(given.caller),
    at: row.created_at,
  });
  if (!row.mapping_needed) await startStep(ctx, tx, row, 'check');
  return row;
}

export interface KindKey extends ImportKey {
  kind: ImportKind;
}

export interface ImportCommand extends KindKey {
  caller: Caller;
}

/** An import of a kind that this transaction may see. Refuses NOT_FOUND. */
export async function readImport(tx: Tx, key: KindKey, lock?: 'lock'): Promise<ImportRow> {
  const row = await findImport(tx, key, lock);
  // Who may see imports of one kind may not see those of another.
  if (row?.kind !== key.kind.name) throw refuse('NOT_FOUND');
  return row;
}

async function lockIn(tx: Tx, key: KindKey, states: readonly ImportState[]): Promise<ImportRow> {
  const row = await readImport(tx, key, 'lock');
  if (!states.includes(row.state)) throw refuse('IMPORT_MOVED_ON');
  return row;
}

/** The state of an import after a decision, and the step that starts then. */
interface NextStep {
  to: ImportState;
  reason?: string | null;
  step: ImportStep;
  set?: Updateable<Imports>;
}

/** Changes the state of a locked import and starts a step; a step under way is given up. */
async function transitionAndStart(
  ctx: AppContext,
  tx: Tx,
  { caller, ...key }: ImportCommand,
  row: ImportRow,
  { to, reason = null, step, set }: NextStep,
): Promise<ImportRow> {
  const at = ctx.clock.now();
  const touched = { ...set, touched_at: at };
  if (row.state === to) await changeImport(tx, key, touched);
  else await transitionImport(tx, row, { to, actor: actorOf(caller), reason, at, set: touched });
  await startStep(ctx, tx, row, step);
  return readImport(tx, key);
}

/** A decision is made with the permissions of who makes it; what failed before it is forgotten. */
const decidedBy = ({ caller }: ImportCommand) => ({
  permissions: [...caller.permissions],
  failure: null,
  failure_row: null,
});

/** Says which column is which and has the file checked anew. Refuses NOT_FOUND, IMPORT_MOVED_ON. */
export async function mapImport(
  ctx: AppContext,
  tx: Tx,
  { mapping, ...command }: ImportCommand & { mapping: ImportMapping },
): Promise<ImportRow> {
  const row = await lockIn(tx, command, ['UPLOADED', 'CHECKED']);
  checkMapping(command.kind, mapping, row.columns);
  const mapped = { mapping: JSON.stringify(mapping), mapping_needed: false };
  const set = { ...decidedBy(command), ...mapped };
  // A check under way was made with the old mapping.
  const next = { to: 'UPLOADED', reason: 'New mapping', step: 'check', set } as const;
  return transitionAndStart(ctx, tx, command, row, next);
}

/** Has a checked file imported. Refuses NOT_FOUND, IMPORT_MOVED_ON and IMPORT_HAS_REFUSALS. */
export async function confirmImport(
  ctx: AppContext,
  tx: Tx,
  { mode, ...command }: ImportCommand & { mode: ImportMode },
): Promise<ImportRow> {
  const row = await lockIn(tx, command, ['CHECKED']);
  const refused = mode === 'ALL' && row.refused_rows !== 0;
  if (refused || row.good_rows === 0) throw refuse('IMPORT_HAS_REFUSALS');
  const { id, name } = actorOf(command.caller);
  const confirmed = { mode, confirmed_by_id: id, confirmed_by_name: name };
  const set = { ...decidedBy(command), ...confirmed };
  return transitionAndStart(ctx, tx, command, row, { to: 'CONFIRMED', step: 'apply', set });
}

/** Cancels an import that was not confirmed. Refuses NOT_FOUND and IMPORT_MOVED_ON. */
export async function cancelImport(
  ctx: AppContext,
  tx: Tx,
  command: ImportCommand,
): Promise<ImportRow> {
  const row = await lockIn(tx, command, ['UPLOADED', 'CHECKED']);
  return transitionAndStart(ctx, tx, command, row, { to: 'CANCELLED', step: 'clear' });
}
