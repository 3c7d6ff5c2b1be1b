import { addSigningKey } from '#identity/provider-keys.ts';
import { wallClock } from '#platform/clock.ts';
import { openDatabase } from '#platform/database.ts';
import { systemIds } from '#platform/ids.ts';
import { instanceKeyOf } from '#platform/instance-key.ts';
import { deriveKeys } from '#platform/keys.ts';
import { openLog } from '#platform/log.ts';
import { migrate } from '#platform/migrate.ts';
import { StartFault } from '#platform/start-fault.ts';
import { readConfig } from './config.ts';

/** Makes a new signing key for the provider; the one before verifies until its tokens are out. */
async function rotateKeys(): Promise<string> {
  const config = readConfig();
  const { url } = config.database;
  if (url === null) throw new StartFault('DATABASE_URL must name the database of the platform.');
  await migrate(url);
  const keys = deriveKeys(await instanceKeyOf(config));
  const db = openDatabase(url, config, openLog(config));
  try {
    const { kid } = await addSigningKey({ db, keys, clock: wallClock, ids: systemIds });
    return `The new signing key is ${kid}. Start the servers again, one after another: each signs with it from then on.`;
  } finally {
    await db.close();
  }
}

try {
  process.stdout.write(`${await rotateKeys()}\n`);
} catch (error) {
  if (!(error instanceof StartFault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
