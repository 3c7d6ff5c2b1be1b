import { addSigningKey } from '#identity/provider/provider-keys.ts';
import { wallClock } from '#platform/clock.ts';
import { openDatabase } from '#platform/database/database.ts';
import { systemIds } from '#platform/ids.ts';
import { deriveKeys, instanceKeyOf } from '#platform/security/keys.ts';
import { openLog } from '#platform/log.ts';
import { migrate } from '#platform/database/migrate.ts';
import { StartError } from '#platform/start-error.ts';
import { readConfig } from './config.ts';

/** Makes a new signing key for the provider; the one before verifies until its tokens are out. */
async function rotateKeys(): Promise<string> {
  const config = readConfig();
  const { url } = config.database;
  if (url === null) throw new StartError('DATABASE_URL must name the database of the platform.');
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
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
