import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbedded } from '#platform/embedded-postgres/postgres-embedded.ts';

let opening: Promise<string> | undefined;

/**
 * The address of a PostgreSQL that tests may fill with databases of their own: TEST_DATABASE_URL, or
 * else a throwaway server of this process, started at the first call and gone when the process ends.
 */
export function testDatabaseUrl(): Promise<string> {
  opening ??= openForThisProcess();
  return opening;
}

async function openForThisProcess(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return given;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tegeka-test-'));
  // Where root runs the tests PostgreSQL runs as another account, which must get through to its own folder.
  await chmod(dataDir, 0o711);
  // No stop: the watch of openEmbedded ends the server and removes the folder after this process,
  // also when it is interrupted, which no handler in here could promise.
  return (await openEmbedded({ dataDir, throwaway: true })).connectionString;
}
