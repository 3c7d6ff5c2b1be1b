import { getPasswordReset, resetPassword } from '@tegeka/contract/sign-up.ts';
import {
  clearProofs,
  findProof,
  isProofLive,
  spendProofs,
} from '#identity/codes/verifications-store.ts';
import { IDENTITY_MESSAGES } from '#identity/identity-messages.ts';
import { endAccountSessions } from '#identity/provider/provider-store.ts';
import { forgetFailures } from '#identity/sign-in/sign-in-guards.ts';
import { accountGuardKey } from '#identity/sign-in/sign-in-service.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { originOf } from '#platform/http/origins.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type CallContext, type Route, servePrepared, servePublic } from '#platform/http/serve.ts';
import { findPerson, findPersonBy, type Person, replacePassword } from './accounts-store.ts';
import { expectStrong, hashPassword } from './passwords.ts';
import { findResetLink, spendResetLink } from './password-resets.ts';

type Browser = Pick<CallContext, 'cookie' | 'now'>;

/** The account that a code verified by this browser resets. */
async function findVerified(tx: Tx, call: Browser) {
  const proof = findProof(call, 'PASSWORD_RESET');
  const live = proof && (await isProofLive(tx, proof, call.now));
  const person = live ? await findPersonBy(tx, proof.identifier) : undefined;
  return person && proof ? { proof, person } : null;
}

/** Whose password may be set, by a link or by a verified code. Nothing is consumed yet. */
function findOwner(ctx: AppContext, call: Browser, token: string | undefined) {
  return ctx.db.asPlatform('whose password is reset', async (tx) => {
    if (token === undefined) {
      const { person } = (await findVerified(tx, call)) ?? {};
      if (!person) throw refuse('NOT_VERIFIED');
      return person;
    }
    const id = await findResetLink(ctx, tx, token, call.now);
    const person = id === null ? undefined : await findPerson(tx, id);
    if (!person) throw refuse('RESET_LINK_INVALID');
    return person;
  });
}

async function setPassword(ctx: AppContext, tx: Tx, person: Person, hash: string, now: Date) {
  const { id, domain, email, firstName } = person;
  await replacePassword(tx, id, hash, now);
  await endAccountSessions(tx, id, now);
  await forgetFailures(tx, accountGuardKey(ctx, email));
  const link = `${originOf(ctx.config.http, domain)}/reset-password`;
  const message = IDENTITY_MESSAGES['password-changed']({ firstName, link });
  await ctx.notifications.send(tx, { channel: 'email', to: email, message });
  ctx.log.info({ accountId: id }, 'password reset, all sessions ended');
}

export function passwordResetRoutes(ctx: AppContext): Route[] {
  return [
    servePublic(getPasswordReset, async (call) => {
      const { proof } = (await findVerified(call.tx, call)) ?? {};
      return { identifier: proof?.identifier ?? null };
    }),
    servePrepared(
      resetPassword,
      async (call) => {
        const { token, password } = call.body;
        const person = await findOwner(ctx, call, token);
        expectStrong(password, { ...person, businessName: person.organizationName });
        return { person, hash: await hashPassword(password) };
      },
      async (call) => {
        const { tx, now, body } = call;
        const { person, hash } = call.prepared;
        if (body.token === undefined) {
          const proof = findProof(call, 'PASSWORD_RESET');
          if (!proof || !(await spendProofs(tx, [proof], now))) throw refuse('NOT_VERIFIED');
        } else if (!(await spendResetLink(ctx, tx, body.token, person.id))) {
          throw refuse('RESET_LINK_INVALID');
        }
        await setPassword(ctx, tx, person, hash, now);
        call.audit({ entity: 'account', entityId: person.id });
        clearProofs(call);
      },
    ),
  ];
}
