import type { Domain } from '@tegeka/contract/kit/domains.ts';
import { type Permission, permissionsOf } from '@tegeka/contract/kit/permissions.ts';
import { violatedConstraint, type Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { insertAccount, insertOrganization } from './accounts-store.ts';
import { hashPassword } from './passwords-hash.ts';

/**
 * The data of a new account. Its organization either exists (`id`) or is created with it (`name`).
 */
export interface AccountCommand {
  organization: { id: string } | { name: string };
  domain: Domain;
  firstName: string;
  lastName: string;
  email: string;
  /** International format: +256 and nine digits. */
  phone: string | null;
  password: string;
  isAdmin: boolean;
  /** Default: all permissions of the domain. */
  permissions?: readonly Permission[];
}

async function organizationFor(
  { clock, ids }: Pick<AppContext, 'clock' | 'ids'>,
  tx: Tx,
  { organization, domain }: AccountCommand,
): Promise<string> {
  if ('id' in organization) return organization.id;
  const now = clock.now();
  const id = ids.uuid(now);
  await insertOrganization(tx, { id, domain, name: organization.name }, now);
  return id;
}

/**
 * Creates an account, and its organization if it is given by name. Refuses EMAIL_TAKEN and
 * PHONE_TAKEN. Both are detected by unique constraints, so concurrent calls are safe.
 */
export async function createAccount(
  ctx: Pick<AppContext, 'clock' | 'ids'>,
  tx: Tx,
  command: AccountCommand,
): Promise<{ id: string; organizationId: string }> {
  const passwordHash = await hashPassword(command.password);
  const organizationId = await organizationFor(ctx, tx, command);
  const now = ctx.clock.now();
  const id = ctx.ids.uuid(now);
  const { domain, firstName, lastName, phone, isAdmin } = command;
  const email = command.email.toLowerCase();
  const permissions = command.permissions ?? permissionsOf(domain);
  const account = { id, organizationId, domain, firstName, lastName, phone, isAdmin };
  try {
    await insertAccount(tx, { ...account, email, permissions, passwordHash }, now);
  } catch (error) {
    const violated = violatedConstraint(error);
    if (violated === 'accounts_email_once') throw refuse('EMAIL_TAKEN');
    if (violated === 'accounts_phone_once') throw refuse('PHONE_TAKEN');
    throw error;
  }
  return { id, organizationId };
}
