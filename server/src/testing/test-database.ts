import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbedded } from '#platform/embedded-postgres/postgres-embedded.ts';

let opening: Promise<string> | undefined;

/**
 * Connection string of a PostgreSQL in which tests may create databases: TEST_DATABASE_URL, or
 * else a throwaway server of this process, started at the first call and removed when the process
 * ends.
 */
export function testDatabaseUrl(): Promise<string> {
  opening ??= openForThisProcess();
  return opening;
}

async function openForThisProcess(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return given;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tegeka-test-'));
  // Root runs PostgreSQL under another account, which must be able to enter its folder.
  await chmod(dataDir, 0o711);
  // No stop: the helper process of openEmbedded stops the server and removes the folder after this
  // process ends, even after a signal that no handler here could process.
  return (await openEmbedded({ dataDir, throwaway: true })).ownerUrl;
}
