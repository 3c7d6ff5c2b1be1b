import type { Caller } from '#platform/http/caller.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Ids } from '#platform/clock-and-ids.ts';

export type Changes = Record<string, { before: unknown; after: unknown }>;

/** The fields of `after` that differ from those of `before`. */
export function changesOf<A extends object>(before: A, after: Partial<A>): Changes {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(old.get(field)) !== JSON.stringify(value),
  );
  return Object.fromEntries(
    changed.map(([field, value]) => [field, { before: old.get(field), after: value }]),
  );
}

/** What a handler adds to the audit row of its call: which thing, and what changed on it. */
export interface AuditNote {
  entity: string;
  entityId: string;
  changes?: Changes;
  /** Why, in the words of who did it. */
  reason?: string | null;
}

export type AuditedPerson = Pick<
  Caller,
  'organizationId' | 'userId' | 'firstName' | 'lastName' | 'domain'
>;

/** One audit row: who did what, when, in which request. */
export interface AuditEntry {
  at: Date;
  requestId: string;
  caller: AuditedPerson | null;
  /** The name of the endpoint, or of the job. */
  action: string;
  note: AuditNote | null;
}

export async function writeAudit(tx: Tx, ids: Ids, entry: AuditEntry): Promise<void> {
  const { caller, note } = entry;
  await tx
    .insertInto('audit')
    .values({
      id: ids.uuid(entry.at),
      at: entry.at,
      request_id: entry.requestId,
      organization_id: caller?.organizationId ?? null,
      user_id: caller?.userId ?? null,
      // The name as it was then: an account may be renamed, or live with another provider.
      user_name: caller ? `${caller.firstName} ${caller.lastName}`.trim() : null,
      domain: caller?.domain ?? null,
      action: entry.action,
      entity: note?.entity ?? null,
      entity_id: note?.entityId ?? null,
      reason: note?.reason ?? null,
      changes: note?.changes ? JSON.stringify(note.changes) : null,
    })
    .execute();
}
