import { IMPORT_TRANSITIONS, type ImportState } from '@tegeka/contract/customer-import-rules.ts';
import type { Updateable } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { CustomerImports } from '#platform/database/tables.ts';
import { type ImportRow, importStateOf } from './imports-store.ts';

/** Where an upload goes, who moves it, and what else changes with it. */
export interface ImportTransition {
  to: ImportState;
  /** A person's id; null for the platform itself. */
  actorId: string | null;
  reason: string | null;
  at: Date;
  set: Updateable<CustomerImports>;
}

interface Transition {
  id: string;
  organizationId: string;
  number: number;
  from: ImportState | null;
}

/** Writes a step down; of two made at the same moment the second finds the number taken. */
export async function writeTransition(
  tx: Tx,
  { id, organizationId, number, from }: Transition,
  { to, actorId, reason, at }: Omit<ImportTransition, 'set'>,
): Promise<void> {
  await tx
    .insertInto('customer_import_transitions')
    .values({
      ...{ import_id: id, organization_id: organizationId, number, at, reason },
      ...{ from_state: from, to_state: to, actor_id: actorId },
    })
    .execute();
}

const ENDS: readonly ImportState[] = ['DONE', 'CANCELLED', 'FAILED'];

/** Moves an upload that is held to another state. What IMPORT_MOVES does not name is a bug. */
export async function transitionImport(
  tx: Tx,
  row: ImportRow,
  move: ImportTransition,
): Promise<ImportRow> {
  const from = importStateOf(row);
  if (!IMPORT_TRANSITIONS[from].includes(move.to))
    throw new Error(`An import can not go from ${from} to ${move.to}`);
  const number = row.revision + 1;
  const { id, organization_id: organizationId } = row;
  await writeTransition(tx, { id, organizationId, number, from }, move);
  return tx
    .updateTable('customer_imports')
    .set({
      ...{ state: move.to, revision: number, ...move.set },
      ...(ENDS.includes(move.to) && { ended_at: move.at }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
