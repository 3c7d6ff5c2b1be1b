import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { takeRandom } from '#platform/clock-and-ids.ts';

/** An instance key in use. Each encrypted text has the id of its key. */
export interface RootKey {
  /** Derived from the key; not secret. */
  id: string;
  /** The key of a purpose (HKDF-SHA-256), 32 bytes; as an object, several times faster than as bytes. */
  derive(purpose: string): KeyObject;
}

/** Tenant and purpose of a text. An encrypted text can be opened only with the same scope. */
export interface EncryptionScope {
  /** The organization; null where it is the platform's own. */
  tenant: string | null;
  purpose: string;
}

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Reads an instance key, 32 bytes in hex. */
export function rootKey(hex: string): RootKey {
  const root = Buffer.from(hex, 'hex');
  const derived = new Map<string, KeyObject>();
  const derive = (purpose: string) => {
    const key =
      derived.get(purpose) ??
      createSecretKey(Buffer.from(hkdfSync('sha256', root, '', `tegeka ${purpose}`, 32)));
    derived.set(purpose, key);
    return key;
  };
  return { id: derive('key id').export().toString('hex', 0, 4), derive };
}

/** The prefix of every text that is encrypted with a key. */
export const keyPrefix = ({ id }: RootKey): string => `${VERSION}.${id}.`;

const authenticated = ({ tenant, purpose }: EncryptionScope) =>
  Buffer.from(JSON.stringify([VERSION, tenant, purpose]));

/** Encrypts and authenticates a text (AES-256-GCM, random nonce). */
export function encryptText(key: RootKey, scope: EncryptionScope, text: string): string {
  const nonce = takeRandom(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.derive(`encrypt ${scope.purpose}`), nonce);
  cipher.setAAD(authenticated(scope));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const bytes = Buffer.concat([nonce, cipher.getAuthTag(), body]);
  return `${keyPrefix(key)}${bytes.toString('base64url')}`;
}

/** Decrypts an encrypted text. Throws where it was changed, or encrypted for another scope or by another key. */
export function decryptText(
  keys: readonly RootKey[],
  scope: EncryptionScope,
  encrypted: string,
): string {
  const key = keys.find((known) => encrypted.startsWith(keyPrefix(known)));
  if (!key) throw new Error('Encrypted with an unknown key');
  const bytes = Buffer.from(encrypted.slice(keyPrefix(key).length), 'base64url');
  const decipher = createDecipheriv(
    'aes-256-gcm',
    key.derive(`encrypt ${scope.purpose}`),
    bytes.subarray(0, NONCE_BYTES),
    { authTagLength: TAG_BYTES },
  );
  decipher.setAAD(authenticated(scope));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return decipher.update(body, undefined, 'utf8') + decipher.final('utf8');
}

/** Keyed hash to compare texts of a scope. Without the key a text can not be found by trial. */
export function fingerprint(key: RootKey, scope: EncryptionScope, text: string): string {
  const { tenant, purpose } = scope;
  return createHmac('sha256', key.derive(`fingerprint ${purpose}`))
    .update(JSON.stringify([tenant, text]))
    .digest('base64url');
}

/**
 * True if a key of 32 bytes in hex looks random, or there is none: about 30 bytes differ, and so do the steps
 * between them. Fewer than 20 do not occur in a billion keys; what people type repeats itself or counts.
 */
export function isRandom(hex: string | null): boolean {
  if (hex === null) return true;
  const key = Buffer.from(hex, 'hex');
  const steps = [...key].map((byte, at) => (byte - (key[at - 1] ?? 0)) & 0xff);
  return new Set(key).size >= 20 && new Set(steps).size >= 20;
}
