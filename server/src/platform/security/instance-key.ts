import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#config.ts';
import { StartError } from '#platform/start-error.ts';

/**
 * The instance key, 32 bytes in hex: from the settings, or, in the demo, generated at the first
 * start and stored in the data folder. There is no default key.
 */
export async function instanceKeyOf(config: Config): Promise<string> {
  if (config.secrets.instanceKey !== null) return config.secrets.instanceKey;
  const file = path.join(config.dataDir, 'instance.key');
  try {
    await mkdir(config.dataDir, { recursive: true });
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600 });
    // Created atomically: another server that starts now must not read an incomplete key.
    try {
      await link(draft, file);
    } finally {
      await rm(draft);
    }
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!exists) {
      throw new StartError(
        `The data folder ${path.resolve(config.dataDir)} can not be written to.`,
      );
    }
  }
  return (await readFile(file, 'utf8')).trim();
}
