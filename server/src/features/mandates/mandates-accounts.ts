import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Keys } from '#platform/security/keys.ts';
import { isSealedOld, resealRows } from '#platform/security/reseal.ts';
import type { SealScope } from '#platform/security/sealed-text.ts';

/** The payer's account as it is stored. */
export interface MandateAccount {
  bankId: string;
  name: string;
  sealed: string;
  lastFour: string;
  fingerprint: string;
}

/** The encryption scope of a payer's account number. */
export const payerAccount = (organizationId: string): SealScope => ({
  tenant: organizationId,
  purpose: 'payer account',
});

/** Accounts are matched across merchants: one payer's page shows the mandates of all of them. */
const FINGERPRINT: SealScope = { tenant: null, purpose: 'payer account' };

/** The fingerprints that identify an account: with the present key, then with the previous one. */
export function accountFingerprints(
  { keys }: Pick<AppContext, 'keys'>,
  bankId: string,
  number: string,
): readonly [present: string, ...previous: string[]] {
  return keys.fingerprints(FINGERPRINT, `${bankId} ${number}`);
}

/** The columns of an account that depend on the key, written with the present key. */
export function resealedAccount(
  keys: Keys,
  owner: string,
  { bankId, sealed }: { bankId: string; sealed: string },
) {
  const scope = payerAccount(owner);
  const number = keys.open(scope, sealed);
  return {
    account_sealed: keys.seal(scope, number),
    account_fingerprint: accountFingerprints({ keys }, bankId, number)[0],
  };
}

/** See `reseal` of a feature. */
export const RESEAL_ACCOUNTS = resealRows({
  table: 'mandates',
  key: ['id'],
  isOld: isSealedOld('account_sealed'),
  set: (keys, { organization_id: owner, bank_id: bankId, account_sealed: sealed }) => {
    if (sealed === null || bankId === null) throw new Error('An account has a number and a bank');
    return resealedAccount(keys, owner, { bankId, sealed });
  },
});

/** The columns of an account. */
export function accountColumns(account: MandateAccount) {
  return {
    bank_id: account.bankId,
    account_name: account.name,
    account_sealed: account.sealed,
    account_last_four: account.lastFour,
    account_fingerprint: account.fingerprint,
  };
}

/** Seals an account of a merchant's mandate: the number is never stored in clear. */
export function sealAccount(
  { keys }: Pick<AppContext, 'keys'>,
  organizationId: string,
  { bankId, name, number }: { bankId: string; name: string; number: string },
): MandateAccount {
  return {
    bankId,
    name,
    sealed: keys.seal(payerAccount(organizationId), number),
    lastFour: number.slice(-4),
    fingerprint: accountFingerprints({ keys }, bankId, number)[0],
  };
}

/** Gives a mandate the account of the one that it replaces. */
export async function keepAccount(tx: Tx, { id }: { id: string }, oldId: string): Promise<void> {
  const account = await tx
    .selectFrom('mandates')
    .select(['bank_id', 'account_name', 'account_sealed', 'account_last_four'])
    .select('account_fingerprint')
    .where('id', '=', oldId)
    .executeTakeFirstOrThrow();
  await tx.updateTable('mandates').set(account).where('id', '=', id).execute();
}
