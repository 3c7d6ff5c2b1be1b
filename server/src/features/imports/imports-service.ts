import {
  IMPORT_MACHINE,
  importFailureText,
  isComplete,
  type ImportKind,
  type ImportMapping,
  type ImportMode,
  type ImportState,
} from '@tegeka/contract/imports/import-kind.ts';
import type { Updateable } from 'kysely';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Imports } from '#platform/database/tables.ts';
import type { StoredUpload, UploadedFile } from '#platform/files/stored-files.ts';
import type { Caller } from '#platform/http/caller.ts';
import { refuse, refuseField, refuseDuplicate } from '#platform/http/refusal.ts';
import { type Header, readHeader } from '#platform/spreadsheets/spreadsheet.ts';
import { actorOf, recordFirstState } from '#platform/state/transition.ts';
import { expectColumns, matchColumns } from './imports-columns.ts';
import type { FileImport } from './imports-kind.ts';
import {
  findImport,
  type ImportKey,
  type ImportRow,
  type ImportStep,
  startStep,
  transitionImport,
} from './imports-store.ts';

/** What a person says about the columns of a file. Without a mapping they are matched by their names. */
interface ColumnChoice {
  mapping?: ImportMapping | undefined;
  headerRow?: number | undefined;
}

/** The columns of a file by a choice. Refuses INPUT_INVALID for a row or a mapping that does not fit the file. */
function columnsBy(
  of: FileImport,
  { topRows, headerRow: found }: Pick<Header, 'topRows' | 'headerRow'>,
  { mapping: given, headerRow = found }: ColumnChoice,
) {
  const columns = topRows.find(({ row }) => row === headerRow)?.cells;
  if (!columns) throw refuseField('headerRow', 'Choose one of the first filled rows of the file.');
  const mapping = given ?? matchColumns(of, columns);
  expectColumns(mapping, columns);
  return {
    header_row: headerRow,
    columns: JSON.stringify(columns),
    mapping: JSON.stringify(mapping),
    mapping_needed: !isComplete(of.kind, mapping),
  };
}

/**
 * How a file is read. Refuses FILE_EMPTY, FILE_DAMAGED, FILE_TOO_LARGE and TOO_LARGE_UNPACKED, and
 * INPUT_INVALID as {@link columnsBy}.
 */
export async function recipeFor(of: FileImport, upload: UploadedFile, choice: ColumnChoice) {
  const score = (cells: readonly string[]) => Object.keys(matchColumns(of, cells)).length;
  const header = await readHeader(upload, score, (error, row) =>
    importFailureText(of.kind, error, row),
  );
  return {
    dialect: header.dialect && JSON.stringify(header.dialect),
    top_rows: JSON.stringify(header.topRows),
    ...columnsBy(of, header, choice),
  };
}

/** A file as it arrived, and what is to become of it. */
export interface ArrivedFile {
  kind: ImportKind;
  caller: Caller;
  upload: StoredUpload;
  recipe: Awaited<ReturnType<typeof recipeFor>>;
  /** Confirms the import in advance. Without it a person has to confirm it after the check. */
  confirm: ImportMode | undefined;
}

/** Takes a file and has it checked. Refuses IMPORT_RUNNING. */
export async function createImport(
  ctx: AppContext,
  tx: Tx,
  { kind, caller, upload, recipe, confirm }: ArrivedFile,
): Promise<ImportRow> {
  const { organizationId, permissions } = caller;
  const at = ctx.clock.now();
  const id = ctx.ids.uuid(at);
  const key = { kind, organizationId, importId: id };
  const actor = actorOf(caller);
  const { id: fileId } = await ctx.files.keep(tx, upload, { organizationId, kind: kind.name });
  await tx
    .insertInto('imports')
    .values({
      ...recipe,
      organization_id: organizationId,
      id,
      kind: kind.name,
      state: 'UPLOADED',
      revision: 1,
      file_id: fileId,
      file_name: upload.name,
      file_size: upload.size,
      media_type: upload.mediaType,
      mode: confirm ?? null,
      permissions: [...permissions],
      actor_id: caller.userId,
      actor_name: actor.name,
      created_at: at,
      touched_at: at,
    })
    .execute()
    .catch(refuseDuplicate({ imports_one_live: ['IMPORT_RUNNING'] }));
  await recordFirstState(tx, IMPORT_MACHINE, { organizationId, id, to: 'UPLOADED', actor, at });
  if (!recipe.mapping_needed) await startStep(ctx, tx, key, 'check');
  return readImport(tx, key);
}

export interface ImportCommand extends ImportKey {
  kind: ImportKind;
  caller: Caller;
}

/**
 * An import of a kind that this transaction may see; locked where it has to be in one of these states.
 * Refuses NOT_FOUND and IMPORT_MOVED_ON.
 */
export async function readImport(
  tx: Tx,
  key: Omit<ImportCommand, 'caller'>,
  states?: readonly ImportState[],
): Promise<ImportRow> {
  const row = await findImport(tx, key, states && 'lock');
  // The permission for one kind does not cover imports of another kind.
  if (row?.kind !== key.kind.name) throw refuse('NOT_FOUND');
  if (states && !states.includes(row.state)) throw refuse('IMPORT_MOVED_ON');
  return row;
}

/** The state of an import after a decision of a person, and the step that starts then. */
interface Decision {
  to: ImportState;
  reason?: string;
  /** Null where the import waits for a person. */
  step: ImportStep | null;
  set?: Updateable<Imports>;
}

/** Changes the state of a locked import and starts a step. A running step is superseded. */
async function decide(
  ctx: AppContext,
  tx: Tx,
  { caller, ...key }: ImportCommand,
  { to, reason, step, set }: Decision,
): Promise<ImportRow> {
  const at = ctx.clock.now();
  // The step runs with the permissions of the person who decides. An earlier failure is cleared.
  const decided = { permissions: [...caller.permissions], failure: null, failure_row: null };
  await transitionImport(tx, {
    id: key.importId,
    to,
    actor: actorOf(caller),
    reason: reason ?? null,
    at,
    set: { ...set, ...decided, touched_at: at },
  });
  if (step) await startStep(ctx, tx, key, step);
  return readImport(tx, key);
}

/**
 * Sets the header and the mapping, and starts a new check, or waits for a mapping where the names of another
 * header do not tell enough. Refuses NOT_FOUND, IMPORT_MOVED_ON and INPUT_INVALID.
 */
export async function mapImport(
  ctx: AppContext,
  tx: Tx,
  of: FileImport,
  { mapping, headerRow, ...command }: ImportCommand & ColumnChoice,
): Promise<ImportRow> {
  const row = await readImport(tx, command, ['UPLOADED', 'CHECKED']);
  const header = { topRows: row.top_rows ?? [], headerRow: row.header_row };
  const columns = columnsBy(of, header, { mapping, headerRow });
  // A confirmation in advance is that of the sender: it is void if somebody else decides what is imported.
  const mode = row.actor_id === command.caller.userId ? row.mode : null;
  // A check under way was made with the old mapping; it ends without a result while a mapping is needed.
  const step = columns.mapping_needed ? null : 'check';
  const set = { ...columns, mode };
  return decide(ctx, tx, command, { to: 'UPLOADED', reason: 'New mapping', step, set });
}

/** Has a checked file imported. Refuses NOT_FOUND, IMPORT_MOVED_ON and IMPORT_HAS_REFUSALS. */
export async function confirmImport(
  ctx: AppContext,
  tx: Tx,
  { mode, ...command }: ImportCommand & { mode: ImportMode },
): Promise<ImportRow> {
  const row = await readImport(tx, command, ['CHECKED']);
  const refused = mode === 'ALL' && row.refused_rows !== 0;
  if (refused || row.good_rows === 0) throw refuse('IMPORT_HAS_REFUSALS');
  const { id, name } = actorOf(command.caller);
  const set = { mode, confirmed_by_id: id, confirmed_by_name: name };
  return decide(ctx, tx, command, { to: 'CONFIRMED', step: 'apply', set });
}

/** Cancels an import that was not confirmed. Refuses NOT_FOUND and IMPORT_MOVED_ON. */
export async function cancelImport(
  ctx: AppContext,
  tx: Tx,
  command: ImportCommand,
): Promise<ImportRow> {
  await readImport(tx, command, ['UPLOADED', 'CHECKED']);
  return decide(ctx, tx, command, { to: 'CANCELLED', step: 'clear' });
}
