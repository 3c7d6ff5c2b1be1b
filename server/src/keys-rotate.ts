import { addSigningKey } from '#identity/provider/provider-keys.ts';
import { systemIds, wallClock } from '#platform/clock-and-ids.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { REENCRYPT_MESSAGES } from '#platform/notifications/notification-delivery.ts';
import { deriveKeys, instanceKeyOf, type Keys } from '#platform/security/keys.ts';
import type { Reencrypt } from '#platform/security/re-encryption.ts';
import { openLog, StartError } from '#platform/log.ts';
import { migrate } from '#platform/database/migrate.ts';
import { FEATURES } from './app-features.ts';
import { readConfig } from './config.ts';

type Reencrypted = Awaited<ReturnType<Reencrypt>>;

/** Encrypts all rows of a table again, each batch in a transaction of its own. Returns how many. */
async function reencryptTable(db: Database, keys: Keys, reencrypt: Reencrypt): Promise<number> {
  let rows = 0;
  let after: Reencrypted['next'] = null;
  do {
    const from = after;
    const done: Reencrypted = await db.asPlatform('encrypt with the present key', (tx) =>
      reencrypt(keys, tx, from),
    );
    rows += done.rows;
    after = done.next;
  } while (after !== null);
  return rows;
}

/** Encrypts again what the previous instance key has encrypted. Returns the number of rows by feature. */
async function reencryptAll(db: Database, keys: Keys): Promise<string[]> {
  const done: string[] = [];
  const messages = { name: 'messages', reencrypt: [REENCRYPT_MESSAGES] };
  for (const { name, reencrypt = [] } of [messages, ...FEATURES]) {
    let rows = 0;
    for (const one of reencrypt) rows += await reencryptTable(db, keys, one);
    if (reencrypt.length > 0) done.push(`${name} ${rows}`);
  }
  return done;
}

/**
 * Makes a new signing key for the provider; the previous one still verifies tokens until they expire. Then
 * encrypts everything with the present instance key.
 */
async function rotateKeys(): Promise<string> {
  const config = readConfig();
  const { url, migrationUrl } = config.database;
  if (url === null || migrationUrl === null)
    throw new StartError('DATABASE_URL must name the database of the platform.');
  await migrate(migrationUrl, url);
  const keys = deriveKeys(await instanceKeyOf(config), config.secrets.previousInstanceKey);
  const db = openDatabase(url, config, openLog(config));
  try {
    const { kid } = await addSigningKey({ db, keys, clock: wallClock, ids: systemIds });
    const reencrypted = await reencryptAll(db, keys);
    return `The new signing key is ${kid}. Start the servers again, one after another: each signs with it from then on.
Encrypted again with the present instance key, in rows: ${reencrypted.join(', ')}. INSTANCE_KEY_PREVIOUS is needed until the sessions of before have ended, 13 hours from now.`;
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
