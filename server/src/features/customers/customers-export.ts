import { Readable } from 'node:stream';
import type { CustomerSort, exportCustomers } from '@tegeka/contract/customers.ts';
import type { InputOf } from '@tegeka/contract/endpoint.ts';
import { IMPORT_COLUMNS } from '@tegeka/contract/customer-import-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { CSV_MARK, csvText } from '#platform/csv-text.ts';
import type { Database, Tx } from '#platform/database.ts';
import { conditionOf, CUSTOMER_ORDERS } from './customers-list.ts';
import { CUSTOMER_COLUMNS, type CustomerRow } from './customers-store.ts';

type Filter = InputOf<typeof exportCustomers>['query'];

/** Rows that are read at once. */
const BATCH = 1000;

interface ExportRow extends CustomerRow {
  ordinal: number;
  name_key: string;
}

const HEAD = [
  ...Object.values(IMPORT_COLUMNS).map(({ label }) => label),
  'Status',
  'Added on',
  'Changed on',
];

/** Digits in two groups: spreadsheets leave them alone, and they can be uploaded again. */
function phoneText(phone: string | null): string | null {
  return phone && `0${phone.slice(4, 7)} ${phone.slice(7)}`;
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

function cellsOf(row: ExportRow): (string | null)[] {
  return [
    ...[row.first_name, row.middle_name, row.last_name, phoneText(row.phone), row.email],
    ...[row.reference, row.state, dayOf(row.created_at), dayOf(row.updated_at)],
  ];
}

/** Where an order goes on after its last row. */
function afterRow(sort: CustomerSort, last: ExportRow): RawBuilder<unknown> {
  const beyond = sort.startsWith('-') ? sql`<` : sql`>`;
  if (sort.endsWith('createdAt')) return sql`ordinal ${beyond} ${last.ordinal}`;
  if (sort.endsWith('name')) {
    return sql`(name_key, ordinal) ${beyond} (${last.name_key}, ${last.ordinal})`;
  }
  return sql`reference ${beyond} ${last.reference}`;
}

async function readBatch(tx: Tx, filter: Filter, last: ExportRow | null): Promise<ExportRow[]> {
  const columns = sql.join([...CUSTOMER_COLUMNS, 'ordinal', 'name_key'].map((c) => sql.ref(c)));
  const from = last ? afterRow(filter.sort, last) : sql`true`;
  const { rows } = await sql<ExportRow>`
    select ${columns} from customers where ${conditionOf(filter)} and ${from}
    order by ${CUSTOMER_ORDERS[filter.sort]} limit ${BATCH}`.execute(tx);
  return rows;
}

async function* writeCsv(db: Database, organizationId: string, filter: Filter) {
  yield CSV_MARK + csvText([HEAD]);
  let last: ExportRow | null = null;
  do {
    const from: ExportRow | null = last;
    // A transaction a batch: a reader on a slow line holds no connection while it reads.
    const rows: ExportRow[] = await db.asTenant(organizationId, (tx) =>
      readBatch(tx, filter, from),
    );
    if (rows.length > 0) yield csvText(rows.map(cellsOf));
    last = rows.length === BATCH ? (rows.at(-1) ?? null) : null;
  } while (last);
}

/** All customers of a filter as CSV, read while it is sent, in constant memory. */
export function openExport(db: Database, organizationId: string, filter: Filter): Readable {
  return Readable.from(writeCsv(db, organizationId, filter), { objectMode: false });
}
