import { identifierOf } from '@tegeka/contract/kit/phone.ts';
import {
  createRepresentative,
  getPasswordReset,
  type Representative,
  resetPassword,
} from '@tegeka/contract/sign-up.ts';
import { listOrganizationUsers } from '@tegeka/contract/merchants/operator-merchants.ts';
import { getCurrentUser } from '@tegeka/contract/users.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { originOf } from '#platform/http/origins.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve, servePublic } from '#platform/http/serve.ts';
import { findPersonBy, listAccounts, replacePasswordHash } from './accounts-store.ts';
import { createAccount } from './accounts-service.ts';
import { IDENTITY_MESSAGES } from '#identity/identity-messages.ts';
import { hashPassword, passwordError, type PasswordOwner } from './passwords.ts';
import { endAccountSessions } from '#identity/provider/provider-store.ts';
import { forgetFailures } from '#identity/sign-in/sign-in-guards.ts';
import { accountGuardKey } from '#identity/sign-in/sign-in-service.ts';
import {
  clearProofs,
  isProofLive,
  type Proof,
  proofOf,
  proofsOf,
  spendProofs,
} from '#identity/codes/verifications-store.ts';

function expectStrong(password: string, owner: PasswordOwner): void {
  const message = passwordError(password, owner);
  if (message !== null) throw refuse('PASSWORD_WEAK', { fields: [{ field: 'password', message }] });
}

/** Requires that this browser has verified this email and this phone. Both proofs are consumed. */
async function expectVerified(
  tx: Tx,
  proofs: readonly Proof[],
  representative: Representative,
  now: Date,
) {
  const phone = identifierOf(representative.phoneNumber.subscriberNumber);
  const found = [representative.email, phone].flatMap(
    (identifier) => proofOf(proofs, 'OTP', identifier) ?? [],
  );
  if (found.length < 2 || !(await spendProofs(tx, found, now))) throw refuse('NOT_VERIFIED');
  return phone;
}

async function setNewPassword(
  ctx: AppContext,
  tx: Tx,
  identifier: string,
  password: string,
  now: Date,
) {
  const person = await findPersonBy(tx, identifier);
  if (!person) throw refuse('NOT_VERIFIED');
  const { id, domain, email, firstName, organizationName } = person;
  expectStrong(password, { ...person, businessName: organizationName });
  await replacePasswordHash(tx, id, await hashPassword(password), now);
  await endAccountSessions(tx, id, now);
  await forgetFailures(tx, accountGuardKey(ctx, email));
  const link = `${originOf(ctx.config.http, domain)}/reset-password`;
  const message = IDENTITY_MESSAGES['password-changed']({ firstName, link });
  await ctx.notifications.send(tx, { channel: 'email', to: email, message });
  ctx.log.info({ accountId: id }, 'password reset, all sessions ended');
  return id;
}

/** Endpoints of accounts: create an account, set a new password. */
export function accountRoutes(ctx: AppContext): Route[] {
  return [
    servePublic(createRepresentative, async (call) => {
      const { tx, body, now } = call;
      const phone = await expectVerified(tx, proofsOf(call), body, now);
      expectStrong(body.password, body);
      const { firstName, businessName, email, domainName } = body;
      const organization = { name: businessName };
      const made = await createAccount(ctx, tx, {
        ...body,
        organization,
        domain: domainName,
        phone,
      });
      const link = `${originOf(ctx.config.http, domainName)}/auth/login`;
      const message = IDENTITY_MESSAGES.welcome({ firstName, businessName, link });
      await ctx.notifications.send(tx, { channel: 'email', to: email, message });
      call.audit({ entity: 'account', entityId: made.id });
      clearProofs(call);
      return made;
    }),
    servePublic(getPasswordReset, async (call) => {
      const proof = proofOf(proofsOf(call), 'PASSWORD_RESET');
      const live = proof !== null && (await isProofLive(call.tx, proof, call.now));
      return { identifier: live ? proof.identifier : null };
    }),
    servePublic(resetPassword, async (call) => {
      const { tx, body, now } = call;
      const proof = proofOf(proofsOf(call), 'PASSWORD_RESET');
      if (!proof || !(await spendProofs(tx, [proof], now))) throw refuse('NOT_VERIFIED');
      const id = await setNewPassword(ctx, tx, proof.identifier, body.password, now);
      call.audit({ entity: 'account', entityId: id });
      clearProofs(call);
    }),
  ];
}

/**
 * Endpoint of the current user. Answers from the access token alone, so it works with any
 * provider.
 */
export function currentUserRoute(): Route {
  return serve(getCurrentUser, async ({ caller }) => ({
    id: caller.userId,
    firstName: caller.firstName,
    lastName: caller.lastName,
    email: caller.email,
    attributes: {
      domainName: [...caller.domains],
      organizationId: [caller.organizationId],
      businessName: caller.businessName === null ? [] : [caller.businessName],
      phoneNumber: caller.phoneNumber === null ? [] : [caller.phoneNumber],
    },
    roles: [...caller.roles],
  }));
}

/** The people of an organization, for operators; none where another provider keeps the accounts. */
export function organizationUsersRoute(): Route {
  return serve(listOrganizationUsers, async ({ tx, params }) => {
    const accounts = await listAccounts(tx, params.organizationId);
    return accounts.map((account) => ({
      id: account.id,
      name: `${account.first_name} ${account.last_name}`,
      email: account.email,
      createdAt: account.created_at.toISOString(),
      disabledAt: account.disabled_at?.toISOString() ?? null,
    }));
  });
}
