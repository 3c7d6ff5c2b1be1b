import { showMoment } from '@tegeka/contract/kit/day.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { originOf } from '#platform/http/origins.ts';
import {
  findCredentials,
  findPersonBy,
  noteSignIn,
  type Person,
} from '#identity/accounts/accounts-store.ts';
import { auditProvider } from '#identity/accounts/accounts-service.ts';
import { IDENTITY_MESSAGES } from '#identity/identity-messages.ts';
import { checkPassword, hashPassword } from '#identity/accounts/passwords.ts';
import { deviceOf, networkOf } from '#identity/sessions/sessions-device.ts';
import { countSignInTry, forgiveSignInTry, type GuardKeys } from './sign-in-guards.ts';
import type { SignInError } from './sign-in-pages.ts';

/** One sign-in attempt, from the form. */
export interface SignInTry {
  email: string;
  password: string;
  address: string;
  /** Set when this browser has signed in to this account before. */
  browserId: string | null;
  /** The User-Agent header. */
  userAgent: string;
  requestId: string;
}

/** The account that was signed in to, or the error to show. */
export type SignInOutcome = { accountId: string } | { error: SignInError };

/** The key under which failures of an email are counted for unknown browsers. */
export function accountGuardKey({ keys }: Pick<AppContext, 'keys'>, email: string): string {
  return keys.mac('sign-in guard', `account ${email}`);
}

/**
 * A known browser has a count of its own. So attempts from other browsers delay other browsers,
 * and never the owner at their own device.
 */
function guardKeys(ctx: AppContext, { email, address, browserId }: SignInTry): GuardKeys {
  const mac = (key: string) => ctx.keys.mac('sign-in guard', key);
  if (browserId !== null) return { account: mac(`browser ${browserId} ${email}`), address: null };
  return { account: accountGuardKey(ctx, email), address: mac(`address ${address}`) };
}

/**
 * Notifies the owner of a sign-in from a browser that has not signed in before. Not for the first
 * sign-in of an account, which follows the welcome message directly.
 */
async function warnOwner(ctx: AppContext, tx: Tx, person: Person, attempt: SignInTry) {
  const { email, firstName, domain } = person;
  const home = originOf(ctx.config.http, domain);
  const message = IDENTITY_MESSAGES['new-sign-in']({
    firstName,
    device: deviceOf(attempt.userAgent).label,
    network: networkOf(attempt.address),
    at: showMoment(ctx.clock.now().toISOString()),
    sessionsLink: `${home}/dashboard/profile/sessions`,
    resetLink: `${home}/reset-password`,
  });
  await ctx.notifications.send(tx, { channel: 'email', to: email, message });
}

/**
 * Checks email and password. During a delay nothing is checked, so a correct guess is not
 * revealed. The answer and its timing are the same whether or not the account exists (no account
 * enumeration).
 */
export async function signIn(ctx: AppContext, attempt: SignInTry): Promise<SignInOutcome> {
  const { db, clock, log } = ctx;
  const { email, password, requestId } = attempt;
  const keys = guardKeys(ctx, attempt);
  const { wait, found } = await db.asPlatform('sign in', async (tx) => ({
    wait: await countSignInTry(tx, keys, clock.now()),
    found: await findCredentials(tx, email),
  }));
  if (wait > 0) {
    log.warn({ accountId: found?.id ?? null }, 'sign-in delayed after too many tries');
    return { error: { kind: 'delayed', retryAfterSeconds: wait } };
  }
  const { matches, outdated } = await checkPassword(password, found?.passwordHash ?? null);
  const fresh = matches && outdated ? await hashPassword(password) : null;
  return db.asPlatform('signed in or refused', async (tx) => {
    const person = matches ? await findPersonBy(tx, email) : undefined;
    const before = person && found && (await noteSignIn(tx, found, fresh, clock.now()));
    if (!person || before === undefined) {
      await auditProvider(ctx, tx, { action: 'signInRefused', requestId }, found?.id);
      log.info({ accountId: found?.id ?? null }, 'sign-in refused');
      return { error: { kind: 'refused' } };
    }
    const { id } = person;
    await forgiveSignInTry(tx, keys);
    if (before !== null && attempt.browserId === null) await warnOwner(ctx, tx, person, attempt);
    await auditProvider(ctx, tx, { action: 'signIn', requestId }, id, person);
    log.info({ accountId: id }, 'signed in');
    return { accountId: id };
  });
}
