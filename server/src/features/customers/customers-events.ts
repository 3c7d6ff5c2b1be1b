import type { Customer, CustomerEvent, listCustomerEvents } from '@tegeka/contract/customers.ts';
import type { InputOf, OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database/database.ts';
import { CUSTOMER_ENTITY } from './customers-store.ts';

type Query = InputOf<typeof listCustomerEvents>['query'];
type Page = OutputOf<typeof listCustomerEvents>;

/** What can change on a customer, in the order of reading. */
export const CUSTOMER_FIELDS = [
  ...(['firstName', 'middleName', 'lastName', 'phoneNumber', 'email'] as const),
  ...(['customerReferenceNumber', 'status'] as const),
] satisfies (keyof Customer)[];

/** What an action of the audit trail is called in a customer's own. */
const KINDS: Record<string, CustomerEvent['kind']> = {
  createCustomer: 'CREATED',
  updateCustomer: 'CHANGED',
  disableCustomer: 'DISABLED',
  enableCustomer: 'ENABLED',
};

const text = z.nullable(z.string());
const changesShape = z.record(z.string(), z.object({ before: text, after: text }));

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
    ...{ at: at.toISOString(), by: by ?? '', kind, reason, source: null },
    changes: CUSTOMER_FIELDS.flatMap((field) => {
      const change = changed[field];
      return change ? [{ field, ...change }] : [];
    }),
  };
}

function auditOf(tx: Tx, customerId: string) {
  return tx
    .selectFrom('audit')
    .where('entity', '=', CUSTOMER_ENTITY)
    .where('entity_id', '=', customerId)
    .where('action', 'in', Object.keys(KINDS));
}

/** The first thing that happened to a customer who came in a file. */
async function readImport(tx: Tx, customerId: string): Promise<CustomerEvent | null> {
  const row = await tx
    .selectFrom('customers as c')
    .innerJoin('customer_sources as s', 's.id', 'c.source_id')
    .select(['c.created_at', 's.actor_name', 's.file_name'])
    .where('c.id', '=', customerId)
    .executeTakeFirst();
  if (!row) return null;
  const at = row.created_at.toISOString();
  const source = row.file_name;
  return { at, by: row.actor_name, kind: 'IMPORTED', reason: null, source, changes: [] };
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
  const content = rows.map(eventOf);
  const changes = Number(count);
  const totalElements = changes + (imported ? 1 : 0);
  const last = page === Math.floor(changes / size);
  if (imported && last) content.push(imported);
  const totalPages = Math.ceil(totalElements / size);
  return { content, page, size, totalElements, totalPages };
}
