import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#config.ts';
import { StartError } from '#platform/start-error.ts';

/** Uses of the instance key. Each purpose has a derived key of its own. */
export interface Keys {
  /** Keyed hash (HMAC) of a text, base64url. It cannot be found by trial without the key. */
  mac(purpose: string, text: string): string;
  /** True if the text has this keyed hash. Compares in constant time. */
  macMatches(purpose: string, text: string, mac: string): boolean;
  /** Encrypts and authenticates a text (AES-256-GCM), base64url. */
  seal(purpose: string, text: string): string;
  /** Decrypts a sealed text. Throws if it was changed or sealed with another key. */
  open(purpose: string, sealed: string): string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives the keys of every purpose from the instance key, 32 bytes in hex (HKDF-SHA-256). */
export function deriveKeys(instanceKey: string): Keys {
  const root = Buffer.from(instanceKey, 'hex');
  const derived = new Map<string, Buffer>();
  const keyOf = (purpose: string): Buffer => {
    const known = derived.get(purpose);
    if (known) return known;
    const made = Buffer.from(hkdfSync('sha256', root, '', `tegeka ${purpose}`, 32));
    derived.set(purpose, made);
    return made;
  };
  const mac = (purpose: string, text: string) =>
    createHmac('sha256', keyOf(purpose)).update(text).digest('base64url');
  return {
    mac,
    macMatches: (purpose, text, given) => {
      const [right, wrong] = [Buffer.from(mac(purpose, text)), Buffer.from(given)];
      return right.length === wrong.length && timingSafeEqual(right, wrong);
    },
    seal: (purpose, text) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyOf(purpose), iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      const iv = bytes.subarray(0, IV_BYTES);
      const cipher = createDecipheriv('aes-256-gcm', keyOf(purpose), iv);
      cipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const body = bytes.subarray(IV_BYTES + TAG_BYTES);
      return cipher.update(body, undefined, 'utf8') + cipher.final('utf8');
    },
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
