import {
  CUSTOMER,
  type Customer,
  type CustomerEvent,
  type listCustomerEvents,
} from '@tegeka/contract/customers/customers.ts';
import type { InputOf, OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import * as z from 'zod/mini';
import type { AuditNote } from '#platform/history/audit.ts';
import type { Tx } from '#platform/database/database.ts';

type Query = InputOf<typeof listCustomerEvents>['query'];
type Page = OutputOf<typeof listCustomerEvents>;

/** What can change on a customer, in the order of reading. */
const FIELDS = [
  'firstName',
  'middleName',
  'lastName',
  'phoneNumber',
  'email',
  'customerReferenceNumber',
  'status',
] as const satisfies (keyof Customer)[];

/** What an action of the audit trail is called in a customer's history. */
const KINDS: Record<string, CustomerEvent['kind']> = {
  createCustomer: 'CREATED',
  updateCustomer: 'CHANGED',
  disableCustomer: 'DISABLED',
  enableCustomer: 'ENABLED',
};

const text = z.nullable(z.string());
const changesShape = z.record(z.string(), z.object({ before: text, after: text }));

/** What the audit trail keeps of a change. */
export function noteOf(
  { before, after }: { before: Customer; after: Customer },
  reason: string | null,
): AuditNote {
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  const changes = changed.map((field) => [field, { before: before[field], after: after[field] }]);
  return {
    entity: CUSTOMER.entity,
    entityId: after.id,
    reason,
    changes: Object.fromEntries(changes),
  };
}

interface AuditRow {
  at: Date;
  action: string;
  user_name: string | null;
  reason: string | null;
  changes: unknown;
}

function eventOf({ at, action, user_name: by, reason, changes }: AuditRow): CustomerEvent {
  const kind = KINDS[action];
  if (!kind) throw new Error(`${action} is nothing that happens to a customer`);
  const changed = changesShape.parse(changes ?? {});
  return {
    at: at.toISOString(),
    by: by ?? '',
    kind,
    reason,
    source: null,
    changes: FIELDS.flatMap((field) => {
      const change = changed[field];
      return change ? [{ field, ...change }] : [];
    }),
  };
}

function auditOf(tx: Tx, customerId: string) {
  return tx
    .selectFrom('audit')
    .where('entity', '=', CUSTOMER.entity)
    .where('entity_id', '=', customerId)
    .where('action', 'in', Object.keys(KINDS));
}

/** The first thing that happened to a customer who came in a file. */
async function readImport(tx: Tx, customerId: string): Promise<CustomerEvent[]> {
  const rows = await tx
    .selectFrom('customers as c')
    .innerJoin('customer_sources as s', (join) =>
      join.onRef('s.organization_id', '=', 'c.organization_id').onRef('s.id', '=', 'c.source_id'),
    )
    .select(['c.created_at', 's.actor_name', 's.file_name'])
    .where('c.id', '=', customerId)
    .execute();
  return rows.map((row) => ({
    at: row.created_at.toISOString(),
    by: row.actor_name,
    kind: 'IMPORTED',
    reason: null,
    source: row.file_name,
    changes: [],
  }));
}

/** A page of what happened to a customer, newest first. */
export async function readEvents(tx: Tx, customerId: string, query: Query): Promise<Page> {
  const { page, size } = query;
  const imported = await readImport(tx, customerId);
  const { count } = await auditOf(tx, customerId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await auditOf(tx, customerId)
    .select(['at', 'action', 'user_name', 'reason', 'changes'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const changes = Number(count);
  const isLast = page === Math.floor(changes / size);
  const totalElements = changes + imported.length;
  return {
    content: [...rows.map(eventOf), ...(isLast ? imported : [])],
    page,
    size,
    totalElements,
    totalPages: Math.ceil(totalElements / size),
  };
}
