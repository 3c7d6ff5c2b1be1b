import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Keys } from '#platform/security/keys.ts';
import { isEncryptedWithOldKey, reencryptRows } from '#platform/security/re-encryption.ts';
import type { EncryptionScope } from '#platform/security/encrypted-text.ts';

/** The payer's account as it is stored. */
export interface MandateAccount {
  bankId: string;
  name: string;
  encrypted: string;
  lastFour: string;
  fingerprint: string;
}

/** The encryption scope of a payer's account number. */
export const payerAccount = (organizationId: string): EncryptionScope => ({
  tenant: organizationId,
  purpose: 'payer account',
});

/** Accounts are matched across merchants: one payer's page shows the mandates of all of them. */
const FINGERPRINT: EncryptionScope = { tenant: null, purpose: 'payer account' };

/** The fingerprints that identify an account: with the present key, then with the previous one. */
export function accountFingerprints(
  { keys }: Pick<AppContext, 'keys'>,
  bankId: string,
  number: string,
): readonly [present: string, ...previous: string[]] {
  return keys.fingerprints(FINGERPRINT, `${bankId} ${number}`);
}

/** The columns of an account that depend on the key, written with the present key. */
export function reencryptedAccount(
  keys: Keys,
  owner: string,
  { bankId, encrypted }: { bankId: string; encrypted: string },
) {
  const scope = payerAccount(owner);
  const number = keys.decrypt(scope, encrypted);
  return {
    encrypted_account: keys.encrypt(scope, number),
    account_fingerprint: accountFingerprints({ keys }, bankId, number)[0],
  };
}

/** See `reencrypt` of a feature. */
export const REENCRYPT_ACCOUNTS = reencryptRows({
  table: 'mandates',
  key: ['id'],
  isOld: isEncryptedWithOldKey('encrypted_account'),
  set: (keys, { organization_id: owner, bank_id: bankId, encrypted_account: encrypted }) => {
    if (encrypted === null || bankId === null)
      throw new Error('An account has a number and a bank');
    return reencryptedAccount(keys, owner, { bankId, encrypted });
  },
});

/** The columns of an account. */
export function accountColumns(account: MandateAccount) {
  return {
    bank_id: account.bankId,
    account_name: account.name,
    encrypted_account: account.encrypted,
    account_last_four: account.lastFour,
    account_fingerprint: account.fingerprint,
  };
}

/** Encrypts an account of a merchant's mandate: the number is never stored in clear. */
export function encryptAccount(
  { keys }: Pick<AppContext, 'keys'>,
  organizationId: string,
  { bankId, name, number }: { bankId: string; name: string; number: string },
): MandateAccount {
  return {
    bankId,
    name,
    encrypted: keys.encrypt(payerAccount(organizationId), number),
    lastFour: number.slice(-4),
    fingerprint: accountFingerprints({ keys }, bankId, number)[0],
  };
}

/** Gives a mandate the account of the one that it replaces. */
export async function keepAccount(tx: Tx, { id }: { id: string }, oldId: string): Promise<void> {
  const account = await tx
    .selectFrom('mandates')
    .select(['bank_id', 'account_name', 'encrypted_account', 'account_last_four'])
    .select('account_fingerprint')
    .where('id', '=', oldId)
    .executeTakeFirstOrThrow();
  await tx.updateTable('mandates').set(account).where('id', '=', id).execute();
}
