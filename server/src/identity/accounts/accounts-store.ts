import type { Domain } from '@tegeka/contract/kit/domains.ts';
import type { Tx } from '#platform/database/database.ts';
import { domainOf } from '#platform/http/caller.ts';

/** An account with its organization, as needed for tokens and messages. */
export interface Person {
  id: string;
  organizationId: string;
  organizationName: string;
  domain: Domain;
  email: string;
  phone: string | null;
  firstName: string;
  lastName: string;
  permissions: readonly string[];
}

/** A new account. The password is already hashed. */
export interface NewAccount extends Omit<Person, 'organizationName'> {
  passwordHash: string;
  isAdmin: boolean;
}

function people(tx: Tx) {
  return tx
    .selectFrom('accounts')
    .innerJoin('organizations', 'organizations.id', 'accounts.organization_id')
    .select([
      'accounts.id',
      'accounts.organization_id',
      'organizations.name as organization_name',
      'accounts.domain',
      'accounts.email',
      'accounts.phone',
      'accounts.first_name',
      'accounts.last_name',
      'accounts.permissions',
    ])
    .where('accounts.disabled_at', 'is', null);
}

type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>;

function personOf(row: PersonRow | undefined): Person | null {
  const domain = domainOf(row?.domain);
  if (!row || !domain) return null;
  return {
    id: row.id,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    domain,
    email: row.email,
    phone: row.phone,
    firstName: row.first_name,
    lastName: row.last_name,
    permissions: row.permissions,
  };
}

/** Finds an account by id. Null if there is none or it is disabled. */
export async function findPerson(tx: Tx, id: string): Promise<Person | null> {
  return personOf(await people(tx).where('accounts.id', '=', id).executeTakeFirst());
}

/** Finds an account by email or phone. Null if there is none or it is disabled. */
export async function findPersonBy(tx: Tx, identifier: string): Promise<Person | null> {
  const column = identifier.startsWith('+') ? 'accounts.phone' : 'accounts.email';
  return personOf(await people(tx).where(column, '=', identifier).executeTakeFirst());
}

/** True if an account has this email or phone. Disabled accounts count too. */
export async function isTaken(tx: Tx, identifier: string): Promise<boolean> {
  const column = identifier.startsWith('+') ? 'phone' : 'email';
  const found = await tx
    .selectFrom('accounts')
    .select('id')
    .where(column, '=', identifier)
    .executeTakeFirst();
  return found !== undefined;
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

/** Id and password hash of the account with this email. Null if there is none or it is disabled. */
export async function findCredentials(tx: Tx, email: string) {
  const row = await tx
    .selectFrom('accounts')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row ? { id: row.id, passwordHash: row.password_hash } : null;
}

/** Inserts an organization of a domain. */
export async function insertOrganization(
  tx: Tx,
  organization: { id: string; domain: Domain; name: string },
  at: Date,
): Promise<void> {
  await tx
    .insertInto('organizations')
    .values({ ...organization, created_at: at })
    .execute();
}

/** The organizations of a domain by name. */
export function readOrganizations(tx: Tx, domain: Domain): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('domain', '=', domain)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Renames an organization. */
export async function renameOrganization(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('organizations').set({ name }).where('id', '=', id).execute();
}

/** Inserts an account. Throws the database's error if its email or phone is taken. */
export async function insertAccount(tx: Tx, account: NewAccount, at: Date): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({
      id: account.id,
      organization_id: account.organizationId,
      domain: account.domain,
      email: account.email,
      phone: account.phone,
      first_name: account.firstName,
      last_name: account.lastName,
      password_hash: account.passwordHash,
      is_admin: account.isAdmin,
      permissions: [...account.permissions],
      created_at: at,
      password_changed_at: at,
    })
    .execute();
}

/**
 * Replaces the password hash. `changedAt` is null if only the hash changed and not the password.
 */
export async function replacePasswordHash(
  tx: Tx,
  id: string,
  passwordHash: string,
  changedAt: Date | null,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash, ...(changedAt && { password_changed_at: changedAt }) })
    .where('id', '=', id)
    .execute();
}

/**
 * Records the time of a sign-in. Returns the time of the previous sign-in, or null for the first.
 */
export async function noteSignIn(tx: Tx, id: string, at: Date): Promise<Date | null> {
  const before = await tx
    .selectFrom('accounts')
    .select('signed_in_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  await tx.updateTable('accounts').set({ signed_in_at: at }).where('id', '=', id).execute();
  return before?.signed_in_at ?? null;
}
