import type pg from 'pg';

/** The parts of a day, by the names of the steps that the server sends. Files are sent during SUBMISSION. */
export const PHASES = ['RUN', 'NOTICES', 'SUBMISSION', 'ANSWERS', 'SETTLEMENT'] as const;
export type PhaseName = (typeof PHASES)[number];

const moved = (to: string) =>
  ['transitions', `entity = 'transaction' and to_state = '${to}'`] as const;
const filesOf = (direction: string, channel: string) =>
  ['clearing_files', `direction = '${direction}' and channel = '${channel}'`] as const;
/** An update in PostgreSQL writes a new version of the row, with all its index entries. */
const EVERY = 'true';

/** The rows that each part inserts or updates. */
const WRITTEN: Record<PhaseName, readonly (readonly [table: string, rows: string])[]> = {
  RUN: [['debits', EVERY], moved('PENDING'), ['mandates', EVERY]],
  NOTICES: [
    ['messages', EVERY],
    ['debit_notices', EVERY],
    ['debits', EVERY],
  ],
  SUBMISSION: [
    ['debits', EVERY],
    ['debit_attempts', EVERY],
    moved('PROCESSING'),
    ['clearing_items', EVERY],
    filesOf('OUT', 'clearing-house'),
  ],
  ANSWERS: [
    ['debits', EVERY],
    ['debit_attempts', EVERY],
    moved('CLEARED'),
    ['clearing_items', EVERY],
    filesOf('IN', 'clearing-house'),
  ],
  SETTLEMENT: [
    ['debits', EVERY],
    ['debit_attempts', EVERY],
    moved('SETTLED'),
    ['clearing_items', EVERY],
    ['journal_entries', EVERY],
    ['postings', EVERY],
    filesOf('IN', 'settlement-bank'),
  ],
};

/** Seconds of an `insert … select` of rows into an empty table with the same columns, checks and indexes. */
async function insertTime(client: pg.Client, table: string, rows: string): Promise<number> {
  const { rows: known } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const columns = known[0]?.columns ?? '';
  await client.query(`create table bench_rows (like ${table} including all)`);
  await client.query('checkpoint');
  const began = performance.now();
  await client.query(`insert into bench_rows (${columns}) overriding system value
    select ${columns} from ${table} where ${rows}`);
  const seconds = (performance.now() - began) / 1000;
  await client.query('drop table bench_rows');
  return seconds;
}

/** Seconds that PostgreSQL itself takes to write what a part of the day has written. */
export async function plainTime(client: pg.Client, phase: PhaseName): Promise<number> {
  let seconds = 0;
  for (const [table, rows] of WRITTEN[phase]) seconds += await insertTime(client, table, rows);
  return seconds;
}
