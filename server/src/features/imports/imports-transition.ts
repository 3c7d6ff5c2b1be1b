import {
  IMPORT_MACHINE,
  type ImportState,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import type { Updateable } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { CustomerImports } from '#platform/database/tables.ts';
import { type Actor, transition } from '#platform/state/transition.ts';
import { findImport, type ImportRow } from './imports-store.ts';

/** The state an import goes to, who leads it there, and what else changes with it. */
export interface ImportTransition {
  to: ImportState;
  actor: Actor;
  reason: string | null;
  at: Date;
  set?: Updateable<CustomerImports>;
}

/** Leads a locked import into another state. What the state machine does not know is a bug. */
export async function transitionImport(
  tx: Tx,
  { id, organization_id: organizationId }: ImportRow,
  { to, actor, reason, at, set }: ImportTransition,
): Promise<ImportRow> {
  const ended = IMPORT_MACHINE.final.includes(to) ? { ended_at: at } : {};
  const of = { machine: IMPORT_MACHINE, table: 'customer_imports' } as const;
  await transition(tx, of, { id, to, actor, reason, at, set: { ...set, ...ended } });
  const row = await findImport(tx, { organizationId, importId: id });
  if (!row) throw new Error(`Import ${id} is gone`);
  return row;
}
