import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#config.ts';
import { StartError } from '#platform/log.ts';
import {
  fingerprint,
  decryptText,
  rootKey,
  keyPrefix,
  type EncryptionScope,
  encryptText,
} from './encrypted-text.ts';

/** By the present key first. */
export type KeyedHashes = readonly [present: string, ...previous: string[]];

/** Uses of the instance key. Each purpose has a derived key of its own. */
export interface Keys {
  /** Keyed hash (HMAC) of a text, base64url. It cannot be found by trial without the key. */
  mac(purpose: string, text: string): string;
  /** The keyed hashes by the present and by the previous key: to find what another server has stored. */
  macs(purpose: string, text: string): KeyedHashes;
  /** True if the text has this keyed hash, by the present or the previous key. In constant time. */
  macMatches(purpose: string, text: string, mac: string): boolean;
  /** See {@link encryptText}; always with the present key. */
  encrypt(scope: EncryptionScope, text: string): string;
  /** See {@link decryptText}; also what the previous key has encrypted. */
  decrypt(scope: EncryptionScope, encrypted: string): string;
  /** The prefix of every text that the present key has encrypted. */
  keyPrefix: string;
  /** See {@link fingerprint}: that of the present key, and of the previous one. */
  fingerprints(
    scope: EncryptionScope,
    text: string,
  ): readonly [present: string, ...previous: string[]];
}

/** Derives the keys of every purpose. What the previous instance key has encrypted or hashed is accepted. */
export function deriveKeys(instanceKey: string, previousKey: string | null = null): Keys {
  const present = rootKey(instanceKey);
  const previous = previousKey === null ? [] : [rootKey(previousKey)];
  const roots = [present, ...previous];
  const macBy = (root: typeof present, purpose: string, text: string) =>
    createHmac('sha256', root.derive(purpose)).update(text).digest('base64url');
  return {
    mac: (purpose, text) => macBy(present, purpose, text),
    macs: (purpose, text) => [
      macBy(present, purpose, text),
      ...previous.map((root) => macBy(root, purpose, text)),
    ],
    macMatches: (purpose, text, given) =>
      roots.some((root) => {
        const [right, wrong] = [Buffer.from(macBy(root, purpose, text)), Buffer.from(given)];
        return right.length === wrong.length && timingSafeEqual(right, wrong);
      }),
    encrypt: (scope, text) => encryptText(present, scope, text),
    decrypt: (scope, encrypted) => decryptText(roots, scope, encrypted),
    keyPrefix: keyPrefix(present),
    fingerprints: (scope, text) => [
      fingerprint(present, scope, text),
      ...previous.map((root) => fingerprint(root, scope, text)),
    ],
  };
}

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
