import type { Domain } from '@tegeka/contract/kit/domains.ts';
import { sql } from 'kysely';
import type { PlatformTx, Tx } from '#platform/database/database.ts';

function people(tx: Tx) {
  return tx
    .selectFrom('accounts')
    .innerJoin('organizations', 'organizations.id', 'accounts.organization_id')
    .select([
      'accounts.id',
      'accounts.organization_id as organizationId',
      'organizations.name as organizationName',
      'accounts.domain',
      'accounts.email',
      'accounts.phone',
      'accounts.first_name as firstName',
      'accounts.last_name as lastName',
      'accounts.permissions',
    ])
    .$narrowType<{ domain: Domain }>()
    .where('accounts.disabled_at', 'is', null);
}

/** An account with its organization, as needed for tokens and messages. */
export type Person = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>;

const columnOf = (identifier: string) => (identifier.startsWith('+') ? 'phone' : 'email');

/** Finds an account by id. Undefined if there is none or it is disabled. */
export function findPerson(tx: Tx, id: string): Promise<Person | undefined> {
  return people(tx).where('accounts.id', '=', id).executeTakeFirst();
}

/** Finds an account by email or phone. Undefined if there is none or it is disabled. */
export function findPersonBy(tx: Tx, identifier: string): Promise<Person | undefined> {
  return people(tx)
    .where(`accounts.${columnOf(identifier)}`, '=', identifier)
    .executeTakeFirst();
}

/** True if an account has this email or phone. Disabled accounts count too. */
export async function isTaken(tx: Tx, identifier: string): Promise<boolean> {
  const found = await tx
    .selectFrom('accounts')
    .select('id')
    .where(columnOf(identifier), '=', identifier)
    .executeTakeFirst();
  return found !== undefined;
}

/** False before anybody has an account. */
export async function hasAccounts(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('accounts').select('id').limit(1).execute()).length > 0;
}

/** Accounts of an organization that are listed. */
const LISTED_MAX = 100;

/** The people who sign in for an organization, the first one first; disabled accounts too. */
export function listAccounts(tx: Tx, organizationId: string) {
  return tx
    .selectFrom('accounts')
    .select(['id', 'first_name', 'last_name', 'email', 'created_at', 'disabled_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute();
}

/** True for a disabled account; false for one that another provider keeps. */
export async function isDisabled(tx: Tx, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('accounts')
    .select('id')
    .where(sql<string>`id::text`, '=', id)
    .where('state', '=', 'DISABLED')
    .executeTakeFirst();
  return found !== undefined;
}

/** The state of an account, locked until the end of the transaction. Null if there is no such account. */
export async function lockState(tx: Tx, id: string): Promise<string | null> {
  const found = await tx
    .selectFrom('accounts')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return found?.state ?? null;
}

/** The password hash of an account, and when its password was changed; of a disabled account too. */
export function findCredentials(tx: Tx, email: string) {
  return tx
    .selectFrom('accounts')
    .select(['id', 'password_hash as passwordHash', 'password_changed_at as changedAt'])
    .where('email', '=', email)
    .executeTakeFirst();
}

export function readOrganizations(tx: Tx, domain: Domain): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('domain', '=', domain)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/**
 * The organization that runs the platform: the oldest one of operators. It may be renamed, and an external
 * provider may add others. Null before there are operators.
 */
export async function findOperatorOrganization(tx: Tx): Promise<string | null> {
  const first = await tx
    .selectFrom('organizations')
    .select('id')
    .where('domain', '=', 'OPERATOR')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.id ?? null;
}

export async function renameOrganization(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('organizations').set({ name }).where('id', '=', id).execute();
}

/** Sets another password. */
export async function replacePassword(tx: Tx, id: string, hash: string, at: Date): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ password_hash: hash, password_changed_at: at })
    .where('id', '=', id)
    .execute();
}

/**
 * Records the time of a sign-in, and the renewed hash of the same password if there is one. Returns the
 * time of the previous sign-in, null for the first; undefined if the password was changed after the
 * sign-in had read it, and nothing is recorded then.
 */
export async function noteSignIn(
  tx: Tx,
  { id, changedAt }: { id: string; changedAt: Date },
  renewed: string | null,
  at: Date,
): Promise<Date | null | undefined> {
  const before = await tx
    .selectFrom('accounts')
    .select('signed_in_at')
    .where('id', '=', id)
    .where('password_changed_at', '=', changedAt)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  await tx
    .updateTable('accounts')
    .set({ signed_in_at: at, ...(renewed !== null && { password_hash: renewed }) })
    .where('id', '=', id)
    .execute();
  return before.signed_in_at;
}

/** Adds an organization that an external provider names in its tokens, if it is unknown. */
export async function addOrganization(
  tx: PlatformTx,
  organization: { id: string; domain: Domain; name: string; created_at: Date },
): Promise<void> {
  await tx
    .insertInto('organizations')
    .values(organization)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
