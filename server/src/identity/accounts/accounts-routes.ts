import { identifierOf } from '@tegeka/contract/kit/phone.ts';
import { listOrganizationUsers } from '@tegeka/contract/merchants/operator-merchants.ts';
import { createRepresentative, type Representative } from '@tegeka/contract/sign-up.ts';
import { disableUser, enableUser, getCurrentUser, USER } from '@tegeka/contract/users.ts';
import { clearProofs, findProof, spendProofs } from '#identity/codes/verifications-store.ts';
import { IDENTITY_MESSAGES } from '#identity/identity-messages.ts';
import { endAccountSessions } from '#identity/provider/provider-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import { originOf } from '#platform/http/origins.ts';
import { refuse } from '#platform/http/refusal.ts';
import {
  type Call,
  type CallContext,
  type Route,
  serve,
  servePrepared,
} from '#platform/http/serve.ts';
import { actorOf, transition } from '#platform/state/transition.ts';
import { createAccount } from './accounts-service.ts';
import { listAccounts, lockState } from './accounts-store.ts';
import { expectStrong, hashPassword } from './passwords.ts';

/** This browser's proofs that it verified the representative's email and phone. */
function proofsFor(call: Pick<CallContext, 'cookie'>, { email, phoneNumber }: Representative) {
  return [email, identifierOf(phoneNumber.subscriberNumber)].flatMap(
    (identifier) => findProof(call, 'OTP', identifier) ?? [],
  );
}

/** The endpoint of sign-up: an account and its organization, for a verified email and phone. */
export function signUpRoute(ctx: AppContext): Route {
  return servePrepared(
    createRepresentative,
    async (call) => {
      expectStrong(call.body.password, call.body);
      return proofsFor(call, call.body).length === 2 ? hashPassword(call.body.password) : null;
    },
    async (call) => {
      const { tx, body, now, prepared: passwordHash } = call;
      const proofs = proofsFor(call, body);
      if (passwordHash === null || !(await spendProofs(tx, proofs, now)))
        throw refuse('NOT_VERIFIED');
      const { firstName, businessName, email, domainName: domain } = body;
      const made = await createAccount(ctx, tx, {
        ...body,
        passwordHash,
        domain,
        organization: { name: businessName },
        phone: identifierOf(body.phoneNumber.subscriberNumber),
      });
      const link = `${originOf(ctx.config.http, domain)}/auth/login`;
      const message = IDENTITY_MESSAGES.welcome({ firstName, businessName, link });
      await ctx.notifications.send(tx, { channel: 'email', to: email, message });
      call.audit({ entity: 'account', entityId: made.id });
      clearProofs(call);
      return made;
    },
  );
}

/** Enables or disables an account and ends its sessions. Refuses ACCOUNT_IS_YOURS and ACCOUNT_MOVED_ON. */
async function switchUser(
  call: Call<typeof disableUser>,
  to: (typeof USER)['states'][number],
): Promise<void> {
  const { tx, caller, params, body, now } = call;
  const { userId: id } = params;
  if (id === caller.userId) throw refuse('ACCOUNT_IS_YOURS');
  if ((await lockState(tx, id)) === to) throw refuse('ACCOUNT_MOVED_ON');
  const { reason } = body;
  const set = { disabled_at: to === 'DISABLED' ? now : null };
  const of = { machine: USER, table: 'accounts' } as const;
  await transition(tx, of, { id, to, actor: actorOf(caller), reason, at: now, set });
  await endAccountSessions(tx, id, now);
  call.audit({ entity: 'account', entityId: id, reason });
}

export function userRoutes(): Route[] {
  return [
    // Answers from the access token alone.
    serve(getCurrentUser, async ({ caller }) => ({
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
    })),
    // None where another provider keeps the accounts.
    serve(listOrganizationUsers, async ({ tx, params }) => {
      const accounts = await listAccounts(tx, params.organizationId);
      return accounts.map((account) => ({
        id: account.id,
        name: `${account.first_name} ${account.last_name}`,
        email: account.email,
        createdAt: account.created_at.toISOString(),
        disabledAt: account.disabled_at?.toISOString() ?? null,
      }));
    }),
    serve(disableUser, (call) => switchUser(call, 'DISABLED')),
    serve(enableUser, (call) => switchUser(call, 'ENABLED')),
  ];
}
