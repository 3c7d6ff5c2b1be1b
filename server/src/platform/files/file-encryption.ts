import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  type DecipherGCM,
  randomBytes,
} from 'node:crypto';
import { reencryptColumn } from '#platform/security/re-encryption.ts';
import type { EncryptionScope } from '#platform/security/encrypted-text.ts';

/** The scope in which the key of a file is encrypted. */
export const fileKey = (organizationId: string): EncryptionScope => ({
  tenant: organizationId,
  purpose: 'file key',
});

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** Each key encrypts one file once, so the nonce may be the same. */
const NONCE = Buffer.alloc(12);

/** Encrypts and authenticates the bytes of one file with a new key. */
export function fileCipher(): {
  cipher: CipherGCM;
  /** Returns key and authentication tag. To be called after the last byte. */
  secret: () => string;
} {
  const key = randomBytes(KEY_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, NONCE);
  return {
    cipher,
    secret: () => Buffer.concat([key, cipher.getAuthTag()]).toString('base64url'),
  };
}

/** Decrypts the bytes of a file; the stream fails at its end where they were changed. */
export function fileDecipher(secret: string): DecipherGCM {
  const bytes = Buffer.from(secret, 'base64url');
  const decipher = createDecipheriv(ALGORITHM, bytes.subarray(0, KEY_BYTES), NONCE, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(KEY_BYTES));
  return decipher;
}

/** See `reencrypt` of a feature. */
export const REENCRYPT_FILES = reencryptColumn({
  table: 'files',
  key: ['organization_id', 'id'],
  column: 'encrypted_key',
  scope: (row) => fileKey(row.organization_id),
});
