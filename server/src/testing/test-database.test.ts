import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { freshDatabase, templateName, testDatabaseUrl } from './test-database.ts';

test('a run that was killed while it migrated does not hinder the next one', async (t) => {
  const client = new pg.Client({ connectionString: await testDatabaseUrl() });
  await client.connect();
  t.after(() => client.end());
  const template = templateName();
  // With this lock no other test uses the template.
  await client.query('select pg_advisory_lock(411)');
  await client.query(`drop database if exists ${template}`);
  await client.query(`create database ${template}_new`);
  await client.query('select pg_advisory_unlock(411)');
  const fresh = await freshDatabase();
  const left = await client.query('select datname from pg_database where datname like $1', [
    `${template}%`,
  ]);
  assert.deepEqual(left.rows, [{ datname: template }]);
  await fresh.drop();
});
