import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';
import pg from 'pg';

const SCRIPT = path.resolve(import.meta.dirname, '..', '..', 'tools', 'test-database.mjs');
const COLUMNS = `id, organization_id, ordinal, first_name, middle_name, last_name, phone, email,
  reference, state, version, source_id, created_at, updated_at`;

/** A throwaway PostgreSQL with one empty database. */
export interface BenchDatabase {
  url: string;
  /**
   * Seconds that PostgreSQL itself takes to COPY the customers of an import, from a file of its own,
   * into an empty table with the same columns, checks and indexes.
   */
  copyTime(importId: string): Promise<number>;
  close(): Promise<void>;
}

async function addressOf(child: ReturnType<typeof spawn>): Promise<string> {
  if (child.stdout) for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('The database did not start');
}

async function copyTime(client: pg.Client, importId: string): Promise<number> {
  const { rows } = await client.query<{ file: string }>(
    `select current_setting('data_directory') || '/bench-rows' as file`,
  );
  const file = client.escapeLiteral(rows[0]?.file ?? '');
  const source = client.escapeLiteral(importId);
  await client.query('create table bench_customers (like customers including all)');
  await client.query(
    `copy (select ${COLUMNS} from customers where source_id = ${source} order by ordinal) to ${file}`,
  );
  await client.query('checkpoint');
  const began = performance.now();
  await client.query(`copy bench_customers (${COLUMNS}) from ${file}`);
  const seconds = (performance.now() - began) / 1000;
  await client.query('drop table bench_customers');
  return seconds;
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
