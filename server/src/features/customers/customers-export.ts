import { Readable } from 'node:stream';
import { IMPORT_COLUMNS } from '@tegeka/contract/customer-import-rules.ts';
import type { exportCustomers } from '@tegeka/contract/customers.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import type { InputOf } from '@tegeka/contract/kit/endpoint.ts';
import { type RawBuilder, sql } from 'kysely';
import { CSV_MARK, csvText } from '#platform/files/csv-text.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { CUSTOMER_ORDERS, OF_CUSTOMER, orderBy, stands } from './customers-orders.ts';
import { matches, searchCustomers } from './customers-search.ts';
import type { CustomerRow } from './customers-store.ts';

type Filter = InputOf<typeof exportCustomers>['query'];

/** Rows that are read at once: a few milliseconds of reading and writing. */
const BATCH = 1000;

const HEAD = [
  ...Object.values(IMPORT_COLUMNS).map(({ label }) => label),
  ...['Status', 'Added on', 'Changed on'],
];

/** Digits in two groups: spreadsheets leave them alone, and they can be uploaded again. */
function phoneText(phone: string | null): string | null {
  return phone && `0${phone.slice(4, 7)} ${phone.slice(7)}`;
}

function cellsOf(row: CustomerRow): (string | null)[] {
  return [
    ...[row.first_name, row.middle_name, row.last_name, phoneText(row.phone), row.email],
    ...[row.reference, row.state, isoDay(row.created_at), isoDay(row.updated_at)],
  ];
}

/** A row with what orders go by, and whether it is meant by the filter. */
interface WalkedRow extends CustomerRow {
  ordinal: number;
  name_key: string;
  reference_key: string;
  meant: boolean;
}

/** Where an order goes on after its last row. */
function beyond({ sort }: Filter, last: WalkedRow): RawBuilder<unknown> {
  const { keys, descending } = CUSTOMER_ORDERS[sort];
  const here = sql.join(keys.map((key) => sql.ref(`c.${key}`)));
  const there = sql.join(keys.map((key) => last[key]));
  return sql`(${here}) ${descending ? sql`<` : sql`>`} (${there})`;
}

/** The next rows of an order, meant or not, so that one batch costs what another does. */
async function readBatch(tx: Tx, filter: Filter, last: WalkedRow | null): Promise<WalkedRow[]> {
  const { search, status, sort } = filter;
  const { rows } = await sql<WalkedRow>`
    select ${sql.raw(OF_CUSTOMER)}, c.ordinal, c.name_key, c.reference_key,
      ${search ? matches(search) : sql`true`} as meant
    from customers c where ${sql.raw(stands(status, 'c'))} and ${last ? beyond(filter, last) : sql`true`}
    ${sql.raw(orderBy(CUSTOMER_ORDERS[sort], 'c'))} limit ${sql.lit(BATCH)}`.execute(tx);
  return rows;
}

/** Whose book is exported. */
interface Whose {
  organizationId: string;
  merchantId: string;
}

/** What a search finds, where that is little; null where the whole book has to be walked. */
async function readFew(
  tx: Tx,
  merchantId: string,
  { search, status, sort }: Filter,
): Promise<CustomerRow[] | null> {
  if (!search) return null;
  const command = { merchantId, search, status, sort, size: BATCH, offset: 0 };
  const found = await searchCustomers(tx, command);
  return found.isCapped || found.total > BATCH ? null : found.rows;
}

async function* writeCsv(db: Database, { organizationId, merchantId }: Whose, filter: Filter) {
  yield CSV_MARK + csvText([HEAD]);
  const few = await db.asTenant(organizationId, (tx) => readFew(tx, merchantId, filter));
  if (few) {
    if (few.length > 0) yield csvText(few.map(cellsOf));
    return;
  }
  let last: WalkedRow | null = null;
  do {
    const from: WalkedRow | null = last;
    // A transaction a batch: a reader on a slow line holds no connection while it reads.
    const rows: WalkedRow[] = await db.asTenant(organizationId, (tx) =>
      readBatch(tx, filter, from),
    );
    const meant = rows.filter((row) => row.meant);
    if (meant.length > 0) yield csvText(meant.map(cellsOf));
    last = rows.length === BATCH ? (rows.at(-1) ?? null) : null;
  } while (last);
}

/** Exports of one merchant that run at the same time on a server. */
const AT_ONCE = 2;
/** Until somebody who has to wait for another export should try again, seconds. */
const WAIT = 30;

/** Exports under way, so many a merchant. */
export interface CustomerExports {
  /** Refuses TOO_MANY_REQUESTS where the merchant's other exports have to end first. */
  expectRoom(organizationId: string): void;
  /** All customers of a filter as CSV, read while it is sent, in constant memory. */
  open(whose: Whose, filter: Filter): Readable;
}

/** Opens the exports of a server. */
export function openExports(db: Database): CustomerExports {
  const running = new Map<string, number>();
  const count = (organizationId: string, more: 1 | -1) =>
    running.set(organizationId, (running.get(organizationId) ?? 0) + more);
  const expectRoom = (organizationId: string) => {
    if ((running.get(organizationId) ?? 0) < AT_ONCE) return;
    throw refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: WAIT });
  };
  return {
    expectRoom,
    open: (whose, filter) => {
      const { organizationId } = whose;
      expectRoom(organizationId);
      const stream = Readable.from(writeCsv(db, whose, filter), { objectMode: false });
      count(organizationId, 1);
      // Also where the reader went away: the stream is destroyed then, and reads no further.
      stream.once('close', () => {
        if (count(organizationId, -1).get(organizationId) === 0) running.delete(organizationId);
      });
      return stream;
    },
  };
}
