import type { Domain } from '@tegeka/contract/kit/domains.ts';
import { type Permission, permissionsOf } from '@tegeka/contract/kit/permissions.ts';
import { violatedConstraint, type Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { writeAudit } from '#platform/history/audit.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Person } from './accounts-store.ts';

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
  /** Made by `hashPassword`, before the transaction: it takes long, and database connections are few. */
  passwordHash: string;
  /** By default those of an administrator: all permissions of the domain. */
  permissions?: readonly Permission[];
}

/**
 * Writes what happened at the provider into the audit trail. Only a sign-in names who did it: whoever
 * was refused, or used a stolen token, is not known to be the owner. An email without an account is
 * not kept.
 */
export async function auditProvider(
  { clock, ids }: Pick<AppContext, 'clock' | 'ids'>,
  tx: Tx,
  what: { action: 'signIn' | 'signInRefused' | 'refreshTokenReused'; requestId: string },
  accountId: string | undefined,
  signedIn: Person | null = null,
): Promise<void> {
  await writeAudit(tx, ids, {
    ...what,
    at: clock.now(),
    caller: signedIn && { ...signedIn, userId: signedIn.id },
    note: accountId === undefined ? null : { entity: 'account', entityId: accountId },
  });
}

/**
 * Creates an account, and its organization if it is given by name. Refuses EMAIL_TAKEN and
 * PHONE_TAKEN. Both are detected by unique constraints, so concurrent calls are safe.
 */
export async function createAccount(
  { clock, ids }: Pick<AppContext, 'clock' | 'ids'>,
  tx: Tx,
  command: AccountCommand,
): Promise<{ id: string; organizationId: string }> {
  const { domain, organization } = command;
  const now = clock.now();
  const [id, organizationId] = [
    ids.uuid(now),
    'id' in organization ? organization.id : ids.uuid(now),
  ];
  if ('name' in organization) {
    await tx
      .insertInto('organizations')
      .values({ id: organizationId, domain, name: organization.name, created_at: now })
      .execute();
  }
  try {
    await tx
      .insertInto('accounts')
      .values({
        id,
        organization_id: organizationId,
        domain,
        email: command.email.toLowerCase(),
        phone: command.phone,
        first_name: command.firstName,
        last_name: command.lastName,
        password_hash: command.passwordHash,
        permissions: [...(command.permissions ?? permissionsOf(domain))],
        created_at: now,
        password_changed_at: now,
      })
      .execute();
  } catch (error) {
    const violated = violatedConstraint(error);
    if (violated === 'accounts_email_once') throw refuse('EMAIL_TAKEN');
    if (violated === 'accounts_phone_once') throw refuse('PHONE_TAKEN');
    throw error;
  }
  return { id, organizationId };
}
