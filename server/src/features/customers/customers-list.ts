import type { CustomerSort, CustomerState, listCustomers } from '@tegeka/contract/customers.ts';
import type { InputOf, OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import type { Tx } from '#platform/database/database.ts';
import { keptReading } from '#platform/database/database-driver.ts';
import { refuse } from '#platform/http/refusal.ts';
import {
  type BookCounts,
  bookOf,
  CUSTOMER_ORDERS,
  OF_CUSTOMER,
  onceFor,
  orderBy,
  stands,
} from './customers-orders.ts';
import { searchCustomers } from './customers-search.ts';
import {
  CUSTOMER_BLOCK,
  CUSTOMER_STRETCH,
  customerOf,
  type CustomerRow,
} from './customers-store.ts';

type Query = InputOf<typeof listCustomers>['query'];
type Page = OutputOf<typeof listCustomers>;

/** Rows that are skipped from the front; further on, sums tell where a page begins. */
const NEAR = 1000;

/** Rows that are walked at most, from the nearer end, to a page in the order of names or references. */
const REACH = 100_000;

/** The counts of a merchant who is seen; beside each row of the page, or alone where it is empty. */
type PageRow = BookCounts & (CustomerRow | { id: null });

const BOOK = bookOf('$1');

const readBook = keptReading<BookCounts>(BOOK);

/** The front of an order, and the counts with it. */
const frontOf = onceFor((sort: CustomerSort, status: CustomerState | undefined) => {
  const order = CUSTOMER_ORDERS[sort];
  return keptReading<PageRow>(`
    select t.active, t.disabled, ${OF_CUSTOMER} from (${BOOK}) t left join lateral
      (select * from customers c where ${stands(status, 'c')}
        ${orderBy(order, 'c')} limit $2 offset $3) c on true
    ${orderBy(order, 'c')}`);
});

/** Row by row: there are no two of a kind, and nobody has to look for them. */
const RUNNING = 'rows unbounded preceding';

const WEIGHTS = { ACTIVE: 'active', DISABLED: 'disabled' };

/** Deep in the order of creation: sums over stretches, then over blocks, find where the page begins. */
const depthOf = onceFor((sort: CustomerSort, status: CustomerState | undefined) => {
  const order = CUSTOMER_ORDERS[sort];
  const weight = status ? WEIGHTS[status] : 'active + disabled';
  const turn = order.descending ? 'desc' : '';
  const blocks = CUSTOMER_STRETCH / CUSTOMER_BLOCK;
  const start = order.descending
    ? `c.ordinal < ((select block from near) + 1) * ${CUSTOMER_BLOCK}`
    : `c.ordinal >= (select block from near) * ${CUSTOMER_BLOCK}`;
  return keptReading<PageRow>(`
    with stretches as (
      select stretch, ${weight} as n, sum(${weight}) over (order by stretch ${turn} ${RUNNING}) as upto
      from customer_stretches),
    far as (select stretch, upto - n as passed from stretches where upto > $3::bigint
      order by stretch ${turn} limit 1),
    blocks as (
      select block, ${weight} as n,
        (select passed from far) + sum(${weight}) over (order by block ${turn} ${RUNNING}) as upto
      from customer_blocks where block >= (select stretch from far) * ${blocks}
        and block < ((select stretch from far) + 1) * ${blocks}),
    near as (select block, upto - n as passed from blocks where upto > $3::bigint
      order by block ${turn} limit 1)
    select t.active, t.disabled, ${OF_CUSTOMER} from (${BOOK}) t left join lateral
      (select * from customers c where ${stands(status, 'c')} and ${start}
        ${orderBy(order, 'c')} limit $2 offset $3 - (select passed from near)) c on true
    ${orderBy(order, 'c')}`);
});

/** A stretch of another order, walked in an index that holds all that the walk needs. */
const stretchOf = onceFor((sort: CustomerSort, status: CustomerState | undefined) => {
  const order = CUSTOMER_ORDERS[sort];
  // The index of all customers knows no states, the short one of the disabled tells who is not meant.
  const meant =
    status === 'ACTIVE'
      ? `w.ordinal not in (select d.ordinal from customers d where d.state = 'DISABLED')`
      : stands(status, 'w');
  return keptReading<CustomerRow>(`
    select ${OF_CUSTOMER} from (select w.ordinal from customers w where ${meant}
      ${orderBy(order, 'w')} limit $1 offset $2) p join customers c on c.ordinal = p.ordinal
    ${orderBy(order, 'c')}`);
});

/** The order turned round. */
const TURNED = {
  createdAt: '-createdAt',
  '-createdAt': 'createdAt',
  name: '-name',
  '-name': 'name',
  customerReferenceNumber: '-customerReferenceNumber',
  '-customerReferenceNumber': 'customerReferenceNumber',
} as const satisfies Record<CustomerSort, CustomerSort>;

/** Rows of an order by name or reference, walked to from its nearer end. */
async function walk(tx: Tx, { page, size, sort, status }: Query, all: number) {
  const offset = page * size;
  const behind = all - offset - size;
  if (Math.min(offset, behind) > REACH) {
    const message = `In this order only the first and the last ${REACH} customers can be paged through. Search, or sort by date.`;
    throw refuse('INPUT_INVALID', { fields: [{ field: 'page', message }] });
  }
  if (offset >= all) return [];
  if (offset <= behind) return stretchOf(sort, status)(tx, [size, offset]);
  const [length, from] = behind < 0 ? [size + behind, 0] : [size, behind];
  return (await stretchOf(TURNED[sort], status)(tx, [length, from])).toReversed();
}

function totalOf({ active, disabled }: BookCounts, status: CustomerState | undefined): number {
  if (!status) return active + disabled;
  return status === 'ACTIVE' ? active : disabled;
}

async function countBook(tx: Tx, merchantId: string): Promise<BookCounts> {
  const [counts] = await readBook(tx, [merchantId]);
  if (!counts) throw refuse('NOT_FOUND');
  return counts;
}

async function readFound(tx: Tx, merchantId: string, search: string, query: Query) {
  const { page, size, status, sort } = query;
  const command = { merchantId, search, status, sort, size, offset: page * size };
  // Few disabled customers are all looked at; whether they are few has to be known beforehand.
  if (status !== 'DISABLED') return searchCustomers(tx, command);
  return searchCustomers(tx, { ...command, ...(await countBook(tx, merchantId)) });
}

/** Reads rows and counts together where the place of the page says which way to go, else in turn. */
async function readPage(tx: Tx, merchantId: string, query: Query) {
  const { page, size, search, status, sort } = query;
  if (search) return readFound(tx, merchantId, search, query);
  const offset = page * size;
  const byCreation = CUSTOMER_ORDERS[sort].keys.length === 1;
  if (offset > NEAR && !byCreation) {
    const counts = await countBook(tx, merchantId);
    const total = totalOf(counts, status);
    return { counts, total, rows: await walk(tx, query, total), isCapped: false };
  }
  const read = offset > NEAR ? depthOf(sort, status) : frontOf(sort, status);
  const answer = await read(tx, [merchantId, size, offset]);
  const [counts] = answer;
  if (!counts) throw refuse('NOT_FOUND');
  const rows = answer.filter((row) => row.id !== null);
  return { counts, total: totalOf(counts, status), rows, isCapped: false };
}

/** A page of a merchant's customers with its totals. Refuses NOT_FOUND for a merchant not seen. */
export async function readCustomers(tx: Tx, merchantId: string, query: Query): Promise<Page> {
  const { counts, total, rows, isCapped } = await readPage(tx, merchantId, query);
  return {
    ...{ content: rows.map(customerOf), page: query.page, size: query.size },
    ...{ totalElements: total, totalPages: Math.ceil(total / query.size), totalIsCapped: isCapped },
    counts: { ACTIVE: counts.active, DISABLED: counts.disabled },
  };
}
