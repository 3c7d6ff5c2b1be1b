import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';

/** A database on a throwaway PostgreSQL, as the tests have it. */
export async function openBenchDatabase(name: string) {
  const script = path.resolve(import.meta.dirname, '../tools/test-database.mjs');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const base = String(line).trim();
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = Object.assign(new URL(base), { pathname: `/${name}` }).href;
  return { url, close: () => child.stdin.end() };
}
