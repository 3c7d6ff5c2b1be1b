import {
  importFailureText,
  type ImportMapping,
  type ImportMode,
  mappingErrors,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import type { Caller } from '#platform/http/caller.ts';
import { violatedConstraint, type Tx } from '#platform/database/database.ts';
import { IMPORT_MACHINE } from '@tegeka/contract/customers/customer-import-rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import { actorOf, recordFirstState } from '#platform/state/transition.ts';
import { refuse } from '#platform/http/refusal.ts';
import { readHeader } from '#platform/spreadsheets/spreadsheet.ts';
import type { UploadedFile } from '#platform/files/stored-files.ts';
import { startStep } from './imports-run.ts';
import { findImport, type ImportKey, type ImportRow, recipeOf } from './imports-store.ts';
import { transitionImport } from './imports-transition.ts';
import { checkMapping, matchColumns } from './rows/imports-columns.ts';

const nameOf = ({ firstName, lastName }: Caller) => `${firstName} ${lastName}`.trim();

/** A file of customers as it arrived, and what is to become of it. */
export interface ArrivedFile {
  organizationId: string;
  person: Caller;
  upload: UploadedFile;
  mapping: ImportMapping | undefined;
  /** What happens after the check; without it somebody is asked. */
  confirm: ImportMode | undefined;
}

/** How the file is read. Refuses one that is no table, and a mapping that does not fit it. */
async function recipeFor({ upload, mapping: given }: ArrivedFile) {
  const { dialect, columns } = await readHeader(upload, importFailureText);
  const mapping = given ?? matchColumns(columns);
  if (given) checkMapping(given, columns);
  return {
    dialect: dialect && JSON.stringify(dialect),
    columns: JSON.stringify(columns),
    mapping: JSON.stringify(mapping),
    mapping_needed: Object.keys(mappingErrors(mapping)).length > 0,
  };
}

async function insertImport(ctx: AppContext, tx: Tx, given: ArrivedFile): Promise<ImportRow> {
  const { organizationId, person, upload, confirm } = given;
  const recipe = await recipeFor(given);
  const at = ctx.clock.now();
  const { id: fileId } = await ctx.files.keep(tx, upload, { organizationId, kind: 'customers' });
  return tx
    .insertInto('customer_imports')
    .values({
      ...recipe,
      organization_id: organizationId,
      id: ctx.ids.uuid(at),
      state: 'UPLOADED',
      revision: 1,
      file_id: fileId,
      file_name: upload.name,
      file_size: upload.size,
      media_type: upload.mediaType,
      mode: confirm ?? null,
      actor_id: person.userId,
      actor_name: nameOf(person),
      confirmed_by_id: confirm ? person.userId : null,
      confirmed_by_name: confirm ? nameOf(person) : null,
      created_at: at,
      touched_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Takes a file and has it checked. Refuses IMPORT_RUNNING, FILE_EMPTY, FILE_DAMAGED, FILE_TOO_LARGE
 * and TOO_LARGE_UNPACKED, and INPUT_INVALID for a mapping that does not fit the file.
 */
export async function createImport(
  ctx: AppContext,
  tx: Tx,
  given: ArrivedFile,
): Promise<ImportRow> {
  try {
    const row = await insertImport(ctx, tx, given);
    await recordFirstState(tx, IMPORT_MACHINE, {
      organizationId: row.organization_id,
      id: row.id,
      to: 'UPLOADED',
      actor: actorOf(given.person),
      at: row.created_at,
    });
    if (!row.mapping_needed) await startStep(ctx, tx, row, 'check');
    return row;
  } catch (error) {
    throw violatedConstraint(error) === 'customer_imports_one_live'
      ? refuse('IMPORT_RUNNING')
      : error;
  }
}

/** What a person decides about an import. */
export interface ImportCommand extends ImportKey {
  person: Caller;
}

async function expectIn(tx: Tx, key: ImportKey, states: readonly string[]): Promise<ImportRow> {
  const row = await findImport(tx, key, 'lock');
  if (!row) throw refuse('NOT_FOUND');
  if (!states.includes(row.state)) throw refuse('IMPORT_MOVED_ON');
  return row;
}

/** Says which column is which and has the file checked anew. Refuses NOT_FOUND, IMPORT_MOVED_ON. */
export async function mapImport(
  ctx: AppContext,
  tx: Tx,
  command: ImportCommand & { mapping: ImportMapping },
): Promise<ImportRow> {
  const { mapping, person } = command;
  const row = await expectIn(tx, command, ['UPLOADED', 'CHECKED']);
  checkMapping(mapping, recipeOf(row).columns);
  const at = ctx.clock.now();
  const back = { to: 'UPLOADED', actor: actorOf(person), reason: 'New mapping', at } as const;
  if (row.state === 'CHECKED') await transitionImport(tx, row, back);
  const mapped = await tx
    .updateTable('customer_imports')
    .set({
      mapping: JSON.stringify(mapping),
      mapping_needed: false,
      failure: null,
      failure_row: null,
      touched_at: at,
    })
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  // A check under way was made with the old mapping: it is given up.
  await startStep(ctx, tx, mapped, 'check');
  return mapped;
}

/** Has a checked file imported. Refuses NOT_FOUND, IMPORT_MOVED_ON and IMPORT_HAS_REFUSALS. */
export async function confirmImport(
  ctx: AppContext,
  tx: Tx,
  command: ImportCommand & { mode: ImportMode },
): Promise<ImportRow> {
  const { person, mode } = command;
  const row = await expectIn(tx, command, ['CHECKED']);
  const refused = mode === 'ALL' && row.refused_rows !== 0;
  if (refused || row.good_rows === 0) throw refuse('IMPORT_HAS_REFUSALS');
  const at = ctx.clock.now();
  const confirmed = await transitionImport(tx, row, {
    to: 'CONFIRMED',
    actor: actorOf(person),
    reason: null,
    at,
    set: {
      mode,
      failure: null,
      failure_row: null,
      touched_at: at,
      confirmed_by_id: person.userId,
      confirmed_by_name: nameOf(person),
    },
  });
  await startStep(ctx, tx, confirmed, 'apply');
  return confirmed;
}

/** Cancels an import that was not confirmed. Refuses NOT_FOUND and IMPORT_MOVED_ON. */
export async function cancelImport(
  ctx: AppContext,
  tx: Tx,
  command: ImportCommand,
): Promise<ImportRow> {
  const row = await expectIn(tx, command, ['UPLOADED', 'CHECKED']);
  const at = ctx.clock.now();
  const actor = actorOf(command.person);
  const set = { touched_at: at };
  const change = { to: 'CANCELLED', actor, reason: null, at, set } as const;
  const cancelled = await transitionImport(tx, row, change);
  await startStep(ctx, tx, cancelled, 'clear');
  return cancelled;
}
