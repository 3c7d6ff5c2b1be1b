import type { CustomerSort, CustomerState } from '@tegeka/contract/customers.ts';
import { PHONE_PREFIX } from '@tegeka/contract/kit/phone-text.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { keptReading } from '#platform/database/database-driver.ts';
import { refuse } from '#platform/http/refusal.ts';
import {
  type BookCounts,
  bookOf,
  CUSTOMER_ORDERS,
  type CustomerOrder,
  OF_CUSTOMER,
  onceFor,
  orderBy,
  stands,
} from './customers-orders.ts';
import type { CustomerRow } from './customers-store.ts';

/** Hits that are looked at: a search for one letter costs no more than a search for a name. */
const HITS_MOST = 500;

/** Up to so many disabled customers are searched one by one, whatever else the text finds. */
const FEW = 2000;

/** No text that begins with a prefix comes after the prefix and this. */
const LAST = '\u{10FFFF}';

/** A page of a search. */
interface Search {
  merchantId: string;
  search: string;
  status: CustomerState | undefined;
  sort: CustomerSort;
  size: number;
  offset: number;
  /** How many customers are disabled, where that is known. */
  disabled?: number;
}

/** What a search text can be the beginning of. */
interface SearchTerms {
  /** Names, email and reference, in small letters. */
  text: string;
  /** +256 and the digits; null where the text is no part of a phone number. */
  phone: string | null;
  /** The number at the end of a reference, without leading zeros; null where the text is none. */
  number: string | null;
}

function phoneOf(text: string): string | null {
  if (!/^\+?[\d\s()-]+$/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '');
  // No number of Uganda begins with 25: these digits are the country's.
  const subscriber = digits.replace(/^256/, '').replace(/^0+/, '');
  return subscriber === '' ? null : `${PHONE_PREFIX}${subscriber}`;
}

/** Reads a search text as people type it: 0772…, 772…, +256 772…, grace nakato, member-42, 42. */
function parseSearch(search: string): SearchTerms {
  const text = search.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const number = /^0*([1-9]\d*)$/.exec(text)?.[1] ?? null;
  return { text, phone: phoneOf(text), number };
}

/** The parameters of a search before its ranges: the size of the page, its offset, the merchant. */
const PAGE = { size: '$1', offset: '$2', merchant: '$3' };

/** The columns that are searched, with the parameters that hold the ends of their ranges. */
const OF_TEXT = ['name_key', 'given_key', 'full_key', 'middle_key', 'reference_key', 'email'].map(
  (column) => [column, '$4', '$5'] as const,
);
/** Looked at only where the text can be part of a number: each more index costs every search. */
const OF_NUMBERS = [
  ['phone', '$6', '$7'],
  ['reference_number', '$8', '$9'],
] as const;

const rangesFor = (numbers: boolean) => (numbers ? [...OF_TEXT, ...OF_NUMBERS] : OF_TEXT);

/** The ends of the ranges, from $4 on, and whether those of numbers are among them. */
function endsOf(search: string): { ends: string[]; numbers: boolean } {
  const { text, phone, number } = parseSearch(search);
  const numbers = phone !== null || number !== null;
  // Beside the one an absent range is an empty one.
  const starts = numbers ? [text, phone ?? LAST, number ?? LAST] : [text];
  return { ends: starts.flatMap((from) => [from, from + LAST]), numbers };
}

/** True of a customer `c` who is sought: for walks over all customers. */
export function matches(search: string): RawBuilder<boolean> {
  const { ends, numbers } = endsOf(search);
  const end = (parameter: string) => sql`${ends[Number(parameter.slice(1)) - 4]}::text`;
  const within = rangesFor(numbers).map(([column, from, to]) => {
    const key = sql.ref(`c.${column}`);
    return sql`(${key} >= ${end(from)} and ${key} < ${end(to)})`;
  });
  return sql`((${sql.join(within, sql` or `)}) is true)`;
}

/** A page of what was found. */
interface Found {
  counts: BookCounts;
  rows: CustomerRow[];
  total: number;
  isCapped: boolean;
}

type FoundRow = BookCounts & { total: number; looked: number } & (CustomerRow | { id: null });

function hitsFor(numbers: boolean): string {
  const ranges = rangesFor(numbers).map(
    ([column, from, to]) =>
      `(select ordinal from customers where ${column} >= ${from} and ${column} < ${to})`,
  );
  return `select ordinal from (${ranges.join(' union all ')}) h limit ${HITS_MOST + 1}`;
}

/** The order of creation needs no more than ordinals, which the indexes hold themselves. */
function plainSearch({ descending }: CustomerOrder, numbers: boolean): string {
  const turn = descending ? 'desc' : '';
  const { size, offset, merchant } = PAGE;
  return `
    with found as materialized (
      select array_agg(distinct h.ordinal order by h.ordinal ${turn}) as hits,
        count(*)::integer as looked from (${hitsFor(numbers)}) h)
    select t.active, t.disabled, coalesce(cardinality(f.hits), 0) as total, f.looked, ${OF_CUSTOMER}
    from (${bookOf(merchant)}) t cross join found f
    left join lateral
      unnest(f.hits[${offset}::integer + 1 : ${offset}::integer + ${size}::integer]) p(ordinal) on true
    left join customers c on c.ordinal = p.ordinal order by p.ordinal ${turn}`;
}

function keyedSearch(
  order: CustomerOrder,
  status: CustomerState | undefined,
  few: boolean,
  numbers: boolean,
): string {
  const columns = order.keys.map((key) => `c.${key}`).join(', ');
  const conditions = rangesFor(numbers).map(
    ([column, from, to]) => `(c.${column} >= ${from} and c.${column} < ${to})`,
  );
  const searched = few ? `(${conditions.join(' or ')})` : 'c.ordinal in (select ordinal from hits)';
  return `
    with hits as materialized (${few ? 'select 0 as ordinal where false' : hitsFor(numbers)}),
    found as materialized (
      select ${columns} from customers c where ${stands(status, 'c')} and ${searched}),
    page as (select * from found f ${orderBy(order, 'f')} limit ${PAGE.size} offset ${PAGE.offset})
    select t.active, t.disabled, n.total, n.looked, ${OF_CUSTOMER}
    from (${bookOf(PAGE.merchant)}) t cross join (select (select count(*) from found)::integer as total,
      (select count(*) from hits)::integer as looked) n
    left join page p on true left join customers c on c.ordinal = p.ordinal
    ${orderBy(order, 'p')}`;
}

const statementFor = onceFor(
  (sort: CustomerSort, status: CustomerState | undefined, few: boolean, numbers: boolean) => {
    const order = CUSTOMER_ORDERS[sort];
    const plain = order.keys.length === 1 && !status;
    return keptReading<FoundRow>(
      plain ? plainSearch(order, numbers) : keyedSearch(order, status, few, numbers),
    );
  },
);

/**
 * A page of a merchant's customers who are sought, with the counts of all. Refuses NOT_FOUND for a
 * merchant who is not seen.
 */
export async function searchCustomers(tx: Tx, command: Search): Promise<Found> {
  const { merchantId, status, sort, size, offset, disabled = FEW + 1 } = command;
  const few = status === 'DISABLED' && disabled <= FEW;
  const { ends, numbers } = endsOf(command.search);
  const values = [size, offset, merchantId, ...ends];
  const answer = await statementFor(sort, status, few, numbers)(tx, values);
  const rows = answer.filter((row) => row.id !== null);
  const [counts] = answer;
  if (!counts) throw refuse('NOT_FOUND');
  const isCapped = counts.looked > HITS_MOST;
  const total = Math.min(counts.total, isCapped ? HITS_MOST : Infinity);
  return { counts, rows, total, isCapped };
}
