import type { Domain } from '@tegeka/contract/domains.ts';
import { type Permission, permissionsOf } from '@tegeka/contract/permissions.ts';
import { hurtConstraint, type Tx } from '#platform/database.ts';
import type { Frame } from '#platform/frame.ts';
import { refuse } from '#platform/refusal.ts';
import { insertAccount, insertOrganization } from './accounts-store.ts';
import { hashPassword } from './passwords-hash.ts';

/** A person to be given an account, in an organization that exists or one made with it. */
export interface AccountWish {
  organization: { id: string } | { name: string };
  domain: Domain;
  firstName: string;
  lastName: string;
  email: string;
  /** +256 and nine digits. */
  phone: string | null;
  password: string;
  isAdmin: boolean;
  /** Everything the domain has, where not given. */
  permissions?: readonly Permission[];
}

async function organizationFor(
  { clock, ids }: Pick<Frame, 'clock' | 'ids'>,
  tx: Tx,
  { organization, domain }: AccountWish,
): Promise<string> {
  if ('id' in organization) return organization.id;
  const now = clock.now();
  const id = ids.uuid(now);
  await insertOrganization(tx, { id, domain, name: organization.name }, now);
  return id;
}

/**
 * Makes an account, and its organization where it is given by name. Refuses EMAIL_TAKEN and
 * PHONE_TAKEN by the database's own constraints, so also when two do this at the same moment.
 */
export async function createAccount(
  frame: Pick<Frame, 'clock' | 'ids'>,
  tx: Tx,
  wish: AccountWish,
): Promise<{ id: string; organizationId: string }> {
  const passwordHash = await hashPassword(wish.password);
  const organizationId = await organizationFor(frame, tx, wish);
  const now = frame.clock.now();
  const id = frame.ids.uuid(now);
  const { domain, firstName, lastName, phone, isAdmin } = wish;
  const email = wish.email.toLowerCase();
  const permissions = wish.permissions ?? permissionsOf(domain);
  const account = { id, organizationId, domain, firstName, lastName, phone, isAdmin };
  try {
    await insertAccount(tx, { ...account, email, permissions, passwordHash }, now);
  } catch (error) {
    const hurt = hurtConstraint(error);
    if (hurt === 'accounts_email_once') throw refuse('EMAIL_TAKEN');
    if (hurt === 'accounts_phone_once') throw refuse('PHONE_TAKEN');
    throw error;
  }
  return { id, organizationId };
}
