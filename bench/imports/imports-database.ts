import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';
import pg from 'pg';

const SCRIPT = path.resolve(import.meta.dirname, '..', '..', 'tools', 'test-database.mjs');
const COLUMNS = `id, organization_id, first_name, middle_name, last_name, phone, email,
  reference, state, revision, source_id, created_at, updated_at`;

/** A throwaway PostgreSQL with one empty database. */
export interface BenchDatabase {
  url: string;
  /**
   * Seconds that PostgreSQL itself takes to COPY the customers of an import and their search words,
   * from files of its own, into empty tables with the same columns, checks and indexes.
   */
  copyTime(importId: string): Promise<number>;
  close(): Promise<void>;
}

async function addressOf(child: ReturnType<typeof spawn>): Promise<string> {
  if (child.stdout) for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('The database did not start');
}

interface Copied {
  table: string;
  columns: string;
  /** Which rows, in the order in which the import wrote them. */
  rows: string;
}

/** Seconds of a COPY of rows into an empty table like theirs. */
async function copyOne(client: pg.Client, { table, columns, rows }: Copied): Promise<number> {
  const { rows: settings } = await client.query<{ file: string }>(
    `select current_setting('data_directory') || '/bench-rows' as file`,
  );
  const file = client.escapeLiteral(settings[0]?.file ?? '');
  await client.query(`create table bench_rows (like ${table} including all)`);
  await client.query(`copy (select ${columns} from ${table} where ${rows}) to ${file}`);
  await client.query('checkpoint');
  const began = performance.now();
  await client.query(`copy bench_rows (${columns}) from ${file}`);
  const seconds = (performance.now() - began) / 1000;
  await client.query('drop table bench_rows');
  return seconds;
}

async function copyTime(client: pg.Client, importId: string): Promise<number> {
  const source = client.escapeLiteral(importId);
  const customers = await copyOne(client, {
    table: 'customers',
    columns: COLUMNS,
    rows: `source_id = ${source} order by id`,
  });
  const words = await copyOne(client, {
    table: 'search_words',
    columns: 'organization_id, entity, entity_id, word',
    rows: `entity_id in (select id from customers where source_id = ${source})`,
  });
  return customers + words;
}

/** Starts a PostgreSQL of its own, which ends with this process in whatever way. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const base = await addressOf(child);
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  await admin.query('create database bench');
  await admin.end();
  const url = Object.assign(new URL(base), { pathname: '/bench' }).href;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    url,
    copyTime: (importId) => copyTime(client, importId),
    close: async () => {
      await client.end();
      child.stdin.end();
    },
  };
}
