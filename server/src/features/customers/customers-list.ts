import {
  type CustomerSort,
  type CustomerState,
  type listCustomers,
} from '@tegeka/contract/customers.ts';
import type { InputOf, OutputOf } from '@tegeka/contract/endpoint.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database.ts';
import {
  CUSTOMER_BLOCK,
  CUSTOMER_COLUMNS,
  customerOf,
  type CustomerRow,
} from './customers-store.ts';

type Query = InputOf<typeof listCustomers>['query'];
type Page = OutputOf<typeof listCustomers>;

/** What narrows the list. */
interface CustomerFilter {
  search?: string | undefined;
  status?: CustomerState | undefined;
}

const COLUMNS = sql.join(CUSTOMER_COLUMNS.map((name) => sql.ref(name)));

/** How each order stands in the database; ordinals settle what is equal. */
export const CUSTOMER_ORDERS: Record<CustomerSort, RawBuilder<unknown>> = {
  '-createdAt': sql`ordinal desc`,
  createdAt: sql`ordinal`,
  name: sql`name_key, ordinal`,
  '-name': sql`name_key desc, ordinal desc`,
  customerReferenceNumber: sql`reference`,
  '-customerReferenceNumber': sql`reference desc`,
};

/** Customers by state, from their blocks. */
async function countCustomers(tx: Tx, organizationId: string): Promise<Page['counts']> {
  const { active, disabled } = await tx
    .selectFrom('customer_blocks')
    .select((eb) => [
      eb.fn.sum<string | null>('active').as('active'),
      eb.fn.sum<string | null>('disabled').as('disabled'),
    ])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return { ACTIVE: Number(active ?? 0), DISABLED: Number(disabled ?? 0) };
}

/** Customers whose names, reference, email or phone begin with or contain the text. */
export function conditionOf({ search, status }: CustomerFilter): RawBuilder<unknown> {
  const stands = status ? sql`state = ${sql.lit(status)}` : sql`true`;
  if (!search) return stands;
  const literal = `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`${stands} and (name_key like ${literal} or lower(reference) like ${literal}
    or email like ${literal} or phone like ${literal})`;
}

interface Slice {
  sort: CustomerSort;
  offset: number;
  size: number;
}

/** Rows near the front of an order. */
async function readSlice(tx: Tx, filter: CustomerFilter, { sort, offset, size }: Slice) {
  const { rows } = await sql<CustomerRow>`
    select ${COLUMNS} from customers where ${conditionOf(filter)}
    order by ${CUSTOMER_ORDERS[sort]} limit ${size} offset ${offset}`.execute(tx);
  return rows;
}

/** Rows deep in the order of creation: sums over the blocks find the one where the page begins. */
async function readDeepSlice(tx: Tx, { status }: CustomerFilter, { sort, offset, size }: Slice) {
  const count = { ACTIVE: sql`active`, DISABLED: sql`disabled` };
  const weight = status ? count[status] : sql`active + disabled`;
  const [turn, from] =
    sort === 'createdAt'
      ? [sql``, sql`ordinal >= (select block from start) * ${sql.lit(CUSTOMER_BLOCK)}`]
      : [sql`desc`, sql`ordinal < ((select block from start) + 1) * ${sql.lit(CUSTOMER_BLOCK)}`];
  const { rows } = await sql<CustomerRow>`
    with sums as (select block, ${weight} as n, sum(${weight}) over (order by block ${turn}) as upto
      from customer_blocks),
    start as (select block, upto - n as passed from sums where upto > ${offset}
      order by block ${turn} limit 1)
    select ${COLUMNS} from customers where ${conditionOf({ status })} and ${from}
    order by ordinal ${turn} limit ${size} offset ${offset} - (select passed from start)`.execute(
    tx,
  );
  return rows;
}

/** A page of a merchant's customers with its totals. */
export async function readCustomers(tx: Tx, organizationId: string, query: Query): Promise<Page> {
  const { page, size, search, status, sort } = query;
  const counts = await countCustomers(tx, organizationId);
  const slice = { sort, offset: page * size, size };
  const deep = !search && slice.offset > CUSTOMER_BLOCK && sort.endsWith('createdAt');
  const rows = await (deep ? readDeepSlice : readSlice)(tx, { search, status }, slice);
  const all = status ? counts[status] : counts.ACTIVE + counts.DISABLED;
  const totalElements = search ? await countFound(tx, { search, status }) : all;
  const totalPages = Math.ceil(totalElements / size);
  const content = rows.map(customerOf);
  return { content, page, size, totalElements, totalPages, counts, totalIsCapped: false };
}

async function countFound(tx: Tx, filter: CustomerFilter): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from customers where ${conditionOf(filter)}`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}
