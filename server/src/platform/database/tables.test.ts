import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { testDatabaseUrl } from '#testing/test-database.ts';

test('the types of the tables are those of the migrations', async () => {
  const tool = path.resolve(import.meta.dirname, '../../../../tools/tables.mjs');
  const env = { ...process.env, TEST_DATABASE_URL: await testDatabaseUrl() };
  assert.doesNotThrow(() =>
    execFileSync(process.execPath, [tool, '--check'], { env, stdio: 'pipe' }),
  );
});
