// Writes server/src/platform/database/tables.ts: the types of the tables, read from a freshly migrated
// database. `npm run tables` after a new migration; `npm run tables -- --check` fails when the file is
// outdated.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { testDatabaseUrl } from '../server/src/testing/test-database.ts';

const target = path.resolve(import.meta.dirname, '../server/src/platform/database/tables.ts');
const written = path.join(mkdtempSync(path.join(tmpdir(), 'tables-')), 'tables.ts');
const name = `tables_${process.pid}`;

const base = await testDatabaseUrl();
const admin = new pg.Client({ connectionString: base });
await admin.connect();
await admin.query(`create database ${name}`);
const url = Object.assign(new URL(base), { pathname: `/${name}` }).href;
try {
  await migrate(url, url);
  execFileSync(
    process.execPath,
    [
      path.resolve(import.meta.dirname, '../node_modules/kysely-codegen/dist/cli/bin.js'),
      '--dialect',
      'postgres',
      '--url',
      url,
      '--out-file',
      written,
      '--log-level',
      'error',
      '--include-pattern',
      'public.*',
      '--exclude-pattern',
      'migrations',
    ],
    { stdio: 'inherit' },
  );
  const text = readFileSync(written, 'utf8');
  if (!process.argv.includes('--check')) writeFileSync(target, text);
  else if (text !== readFileSync(target, 'utf8')) {
    process.stderr.write('server/src/platform/database/tables.ts is old: run `npm run tables`\n');
    process.exitCode = 1;
  }
} finally {
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
}
