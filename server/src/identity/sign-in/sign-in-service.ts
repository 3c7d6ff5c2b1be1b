import { showMoment } from '@tegeka/contract/kit/day.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { originOf } from '#platform/http/origins.ts';
import {
  findCredentials,
  findPerson,
  noteSignIn,
  replacePasswordHash,
} from '#identity/accounts/accounts-store.ts';
import { IDENTITY_MESSAGES } from '#identity/identity-messages.ts';
import { checkPassword, hashPassword } from '#identity/accounts/passwords-hash.ts';
import { deviceOf, networkOf } from '#identity/sessions/sessions-device.ts';
import { countSignInTry, forgiveSignInTry, type GuardKeys } from './sign-in-guards.ts';
import type { SignInError } from './sign-in-page.ts';

/** One try to sign in, as it came with the form. */
export interface SignInTry {
  email: string;
  password: string;
  address: string;
  /** Set when this browser has signed in to this account before. */
  browserId: string | null;
  /** What the browser says it is. */
  userAgent: string;
}

/** The account that was signed in to, or what to tell. */
export type SignInOutcome = { accountId: string } | { error: SignInError };

/** The key under which failures of an email are counted when the browser is not known. */
export function accountGuardKey({ keys }: Pick<AppContext, 'keys'>, email: string): string {
  return keys.mac('sign-in guard', `account ${email}`);
}

/**
 * A known browser counts apart from all others: whoever tries from elsewhere delays strangers,
 * and never the owner at their own device.
 */
function guardKeys(ctx: AppContext, { email, address, browserId }: SignInTry): GuardKeys {
  const mac = (key: string) => ctx.keys.mac('sign-in guard', key);
  if (browserId !== null) return { account: mac(`browser ${browserId} ${email}`), address: null };
  return { account: accountGuardKey(ctx, email), address: mac(`address ${address}`) };
}

/**
 * Tells the owner that somebody signed in with a browser that has not done so before. The first
 * sign-in of an account is its owner's own, a minute after the welcome.
 */
async function warnOwner(ctx: AppContext, tx: Tx, id: string, { address, userAgent }: SignInTry) {
  const person = await findPerson(tx, id);
  if (!person) return;
  const { email, firstName, domain } = person;
  const home = originOf(ctx.config.http, domain);
  const data = {
    firstName,
    device: deviceOf(userAgent).words,
    network: networkOf(address),
    at: showMoment(ctx.clock.now().toISOString()),
    sessionsLink: `${home}/dashboard/profile/sessions`,
    resetLink: `${home}/reset-password`,
  };
  const message = IDENTITY_MESSAGES['new-sign-in'](data);
  await ctx.notifications.send(tx, { channel: 'email', to: email, message });
}

/**
 * Checks email and password. During a delay nothing is checked, so that a right guess is not told
 * either; the answer and its time are the same whether or not there is such an account.
 */
export async function signIn(ctx: AppContext, attempt: SignInTry): Promise<SignInOutcome> {
  const { db, clock, log } = ctx;
  const keys = guardKeys(ctx, attempt);
  const { wait, found } = await db.asPlatform('sign in', async (tx) => ({
    wait: await countSignInTry(tx, keys, clock.now()),
    found: await findCredentials(tx, attempt.email),
  }));
  if (wait > 0) {
    log.warn({ accountId: found?.id ?? null }, 'sign-in delayed after too many tries');
    return { error: { kind: 'delayed', retryAfterSeconds: wait } };
  }
  const { matches, outdated } = await checkPassword(attempt.password, found?.passwordHash ?? null);
  if (!found || !matches) {
    log.info({ accountId: found?.id ?? null }, 'sign-in refused');
    return { error: { kind: 'refused' } };
  }
  const fresh = outdated ? await hashPassword(attempt.password) : null;
  await db.asPlatform('signed in', async (tx) => {
    await forgiveSignInTry(tx, keys);
    if (fresh !== null) await replacePasswordHash(tx, found.id, fresh, null);
    const before = await noteSignIn(tx, found.id, clock.now());
    if (before !== null && attempt.browserId === null) await warnOwner(ctx, tx, found.id, attempt);
  });
  log.info({ accountId: found.id }, 'signed in');
  return { accountId: found.id };
}
