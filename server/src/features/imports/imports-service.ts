import type { ImportMapping, ImportMode } from '@tegeka/contract/customer-import-rules.ts';
import type { Caller } from '#platform/http/caller.ts';
import { violatedConstraint, type Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { UploadedFile } from '#platform/files/stored-files.ts';
import { matchColumns, missingColumns } from './imports-columns.ts';
import { readHeader } from './imports-header.ts';
import { transitionImport, writeTransition } from './imports-transitions.ts';
import { checkMapping } from './imports-mapping.ts';
import { lockImport, type ImportRow, importStateOf, recipeOf } from './imports-store.ts';

/** Told when an upload waits for a worker. */
export const IMPORT_READIED = 'import.readied';

const nameOf = ({ firstName, lastName }: Caller) => `${firstName} ${lastName}`.trim();

async function ready(ctx: AppContext, tx: Tx, { id, organization_id: organizationId }: ImportRow) {
  await ctx.domainEvents.record(tx, { kind: IMPORT_READIED, organizationId, payload: { id } });
}

/** A file of customers as it arrived, and what is to become of it. */
export interface ArrivedFile {
  organizationId: string;
  person: Caller;
  upload: UploadedFile;
  mapping: ImportMapping | undefined;
  /** What happens after the check; without it somebody is asked. */
  confirm: ImportMode | undefined;
}

async function columnsOf(given: ArrivedFile) {
  const { dialect, columns } = await readHeader(given.upload);
  const mapping = given.mapping ?? matchColumns(columns);
  if (given.mapping) checkMapping(given.mapping, columns);
  return {
    dialect: dialect && JSON.stringify(dialect),
    columns: JSON.stringify(columns),
    mapping: JSON.stringify(mapping),
    mapping_needed: missingColumns(mapping).length > 0,
  };
}

async function insert(ctx: AppContext, tx: Tx, given: ArrivedFile): Promise<ImportRow> {
  const { organizationId, person, upload, confirm } = given;
  const read = await columnsOf(given);
  const at = ctx.clock.now();
  const { id: fileId } = await ctx.files.keep(tx, upload, { organizationId, kind: 'customers' });
  const by = confirm ? { confirmed_by_id: person.userId, confirmed_by_name: nameOf(person) } : {};
  return tx
    .insertInto('customer_imports')
    .values({
      ...{ id: ctx.ids.uuid(at), organization_id: organizationId, state: 'UPLOADED', revision: 1 },
      ...{ attempt: 0, errors: 0, file_id: fileId, file_name: upload.name },
      ...{ file_size: upload.size, media_type: upload.mediaType, ...read, ...by },
      ...{ mode: confirm ?? null, done_rows: 0, created_at: at, touched_at: at },
      ...{ actor_id: person.userId, actor_name: nameOf(person) },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Takes a file in and has it checked. Refuses IMPORT_RUNNING, FILE_EMPTY, FILE_DAMAGED and
 * TOO_LARGE_UNPACKED, and INPUT_INVALID for a mapping that does not fit the file.
 */
export async function takeIn(ctx: AppContext, tx: Tx, given: ArrivedFile): Promise<ImportRow> {
  try {
    const row = await insert(ctx, tx, given);
    const { id, organization_id: organizationId, created_at: at } = row;
    const first = { id, organizationId, number: 1, from: null };
    const actorId = given.person.userId;
    await writeTransition(tx, first, { to: 'UPLOADED', actorId, reason: null, at });
    if (!row.mapping_needed) await ready(ctx, tx, row);
    return row;
  } catch (error) {
    throw violatedConstraint(error) === 'customer_imports_one_live'
      ? refuse('IMPORT_RUNNING')
      : error;
  }
}

async function lock(tx: Tx, id: string, states: readonly string[]): Promise<ImportRow> {
  const row = await lockImport(tx, id);
  if (!row) throw refuse('NOT_FOUND');
  if (!states.includes(row.state)) throw refuse('IMPORT_MOVED_ON');
  return row;
}

/** A person who decides about an upload. */
export interface ImportCommand {
  importId: string;
  person: Caller;
}

/** Says which column is which and has the file checked anew. Refuses NOT_FOUND, IMPORT_MOVED_ON. */
export async function mapImport(
  ctx: AppContext,
  tx: Tx,
  { importId, person, mapping }: ImportCommand & { mapping: ImportMapping },
): Promise<ImportRow> {
  const row = await lock(tx, importId, ['UPLOADED', 'CHECKED']);
  checkMapping(mapping, recipeOf(row).columns);
  const at = ctx.clock.now();
  const actorId = person.userId;
  const back = { to: 'UPLOADED', actorId, reason: 'New mapping', at, set: {} } as const;
  if (importStateOf(row) === 'CHECKED') await transitionImport(tx, row, back);
  const mapped = await tx
    .updateTable('customer_imports')
    .set({
      ...{ mapping: JSON.stringify(mapping), mapping_needed: false, touched_at: at },
      // A check under way was made from the old mapping: its number is out of date from here on.
      ...{ attempt: row.attempt + 1, errors: 0, beginnings: 0, done_rows: 0, total_rows: null },
    })
    .where('id', '=', importId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await ready(ctx, tx, mapped);
  return mapped;
}

/** Has a checked file imported. Refuses NOT_FOUND, IMPORT_MOVED_ON and IMPORT_HAS_REFUSALS. */
export async function confirmImport(
  ctx: AppContext,
  tx: Tx,
  { importId, person, mode }: ImportCommand & { mode: ImportMode },
): Promise<ImportRow> {
  const row = await lock(tx, importId, ['CHECKED']);
  const refused = mode === 'ALL' && row.refused_rows !== 0;
  if (refused || row.good_rows === 0) throw refuse('IMPORT_HAS_REFUSALS');
  const at = ctx.clock.now();
  const by = { confirmed_by_id: person.userId, confirmed_by_name: nameOf(person) };
  const fresh = {
    mode,
    errors: 0,
    beginnings: 0,
    done_rows: 0,
    total_rows: row.good_rows,
    touched_at: at,
  };
  const move = { to: 'CONFIRMED', actorId: person.userId, reason: null, at } as const;
  const confirmed = await transitionImport(tx, row, { ...move, set: { ...fresh, ...by } });
  await ready(ctx, tx, confirmed);
  return confirmed;
}

/** Gives an upload up that was not confirmed. Refuses NOT_FOUND and IMPORT_MOVED_ON. */
export async function cancelImport(
  ctx: AppContext,
  tx: Tx,
  { importId, person }: ImportCommand,
): Promise<ImportRow> {
  const row = await lock(tx, importId, ['UPLOADED', 'CHECKED']);
  const at = ctx.clock.now();
  const set = { attempt: row.attempt + 1, touched_at: at };
  const move = { to: 'CANCELLED', actorId: person.userId, reason: null, at, set } as const;
  const cancelled = await transitionImport(tx, row, move);
  // A worker clears it away.
  await ready(ctx, tx, cancelled);
  return cancelled;
}
