import type { CustomerSort, CustomerState } from '@tegeka/contract/customers.ts';
import { PHONE_PREFIX } from '@tegeka/contract/phone.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database.ts';
import { keptStatement } from '#platform/database-driver.ts';
import {
  CUSTOMER_ORDERS,
  type CustomerOrder,
  OF_CUSTOMER,
  onceFor,
  orderBy,
  stands,
} from './customers-orders.ts';
import type { CustomerRow } from './customers-store.ts';

/** Hits that are looked at: a search for one letter costs no more than a search for a name. */
const HITS_MOST = 1000;

/** Up to so many disabled customers are searched one by one, whatever else the text finds. */
const FEW = 2000;

/** No text that begins with a prefix comes after the prefix and this. */
const LAST = '\u{10FFFF}';

/** A page of a search. */
interface Search {
  search: string;
  status: CustomerState | undefined;
  sort: CustomerSort;
  size: number;
  offset: number;
  /** How many customers are disabled, where that is known. */
  disabled?: number;
}

/** What a search text can be the beginning of. */
interface Sought {
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
function soughtBy(search: string): Sought {
  const text = search.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const number = /^0*([1-9]\d*)$/.exec(text)?.[1] ?? null;
  return { text, phone: phoneOf(text), number };
}

/** The columns that are searched, with the parameters that hold the ends of their ranges. */
const RANGES = [
  ...['name_key', 'given_key', 'full_key', 'middle_key', 'reference_key', 'email'].map(
    (column) => [column, '$1', '$2'] as const,
  ),
  ['phone', '$3', '$4'] as const,
  ['reference_number', '$5', '$6'] as const,
];

/** The ends of the ranges, $1 to $6. An absent range is an empty one. */
function rangesOf(search: string): string[] {
  const { text, phone, number } = soughtBy(search);
  return [text, phone ?? LAST, number ?? LAST].flatMap((from) => [from, from + LAST]);
}

const IS_SOUGHT = RANGES.map(
  ([column, from, to]) => `(c.${column} >= ${from} and c.${column} < ${to})`,
).join(' or ');

/** True of a customer `c` who is sought: for walks over all customers. */
export function isSought(search: string): RawBuilder<boolean> {
  const ends = rangesOf(search);
  const end = (parameter: string) => sql`${ends[Number(parameter.slice(1)) - 1]}::text`;
  const within = RANGES.map(([column, from, to]) => {
    const key = sql.ref(`c.${column}`);
    return sql`(${key} >= ${end(from)} and ${key} < ${end(to)})`;
  });
  return sql`((${sql.join(within, sql` or `)}) is true)`;
}

/** A page of what was found. */
interface Found {
  rows: CustomerRow[];
  total: number;
  isCapped: boolean;
}

type FoundRow = { total: number; looked: number } & (CustomerRow | { id: null });

const HITS = `select ordinal from (${RANGES.map(
  ([column, from, to]) =>
    `(select ordinal from customers where ${column} >= ${from} and ${column} < ${to})`,
).join(' union all ')}) h limit ${HITS_MOST + 1}`;

function foundBy({ keys }: CustomerOrder, status: CustomerState | undefined, few: boolean): string {
  const columns = keys.map((key) => `c.${key}`).join(', ');
  const from = `select ${columns} from customers c where ${stands(status, 'c')}`;
  if (few) return `${from} and (${IS_SOUGHT})`;
  // The order of creation needs no more than the ordinals, which the indexes hold themselves.
  if (keys.length === 1 && !status) return 'select distinct h.ordinal from hits h';
  return `${from} and c.ordinal in (select ordinal from hits)`;
}

const statementFor = onceFor(
  (sort: CustomerSort, status: CustomerState | undefined, few: boolean) => {
    const order = CUSTOMER_ORDERS[sort];
    return keptStatement<FoundRow>(`
      with hits as materialized (${few ? 'select 0 as ordinal where false' : HITS}),
      found as materialized (${foundBy(order, status, few)}),
      page as (select * from found f ${orderBy(order, 'f')} limit $7 offset $8)
      select ${OF_CUSTOMER}, t.total, t.looked
      from (select (select count(*) from found)::integer as total,
        (select count(*) from hits)::integer as looked) t
      left join page p on true left join customers c on c.ordinal = p.ordinal
      ${orderBy(order, 'p')}`);
  },
);

/** A page of the customers of this transaction's merchant who are sought. */
export async function searchCustomers(
  tx: Tx,
  { search, status, sort, size, offset, disabled = FEW + 1 }: Search,
): Promise<Found> {
  const few = status === 'DISABLED' && disabled <= FEW;
  const values = [...rangesOf(search), size, offset];
  const answer = await statementFor(sort, status, few)(tx, values);
  const rows = answer.filter((row) => row.id !== null);
  const [first] = answer;
  const isCapped = (first?.looked ?? 0) > HITS_MOST;
  const total = Math.min(first?.total ?? 0, isCapped ? HITS_MOST : Infinity);
  return { rows, total, isCapped };
}
