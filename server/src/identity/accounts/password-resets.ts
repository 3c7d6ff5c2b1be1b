import { IDENTITY_MESSAGES } from '#identity/identity-messages.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { originOf } from '#platform/http/origins.ts';
import { type CodeUse, tryCode, type TryResult } from '#platform/security/one-time-codes.ts';
import { findPersonBy, type Person } from './accounts-store.ts';

/**
 * Wrong codes after which codes no longer reset an account, over all channels and addresses: a code
 * has five digits, so 30 guesses at random find one in 3,300 accounts and no more.
 */
const WRONG_A_DAY = 10;
const WRONG_IN_ALL = 30;
/** Milliseconds. */
const DAY = 24 * 3_600_000;
const LINK_VALID_FOR = 15 * 60_000;

const linkHashes = ({ keys }: AppContext, token: string) => keys.macs('reset link', token);

/** The wrong codes of an account, in all and in the day since the first of them. Locks the account. */
async function wrongCodesOf(tx: Tx, { id }: Person, now: Date) {
  const row = await tx
    .selectFrom('accounts')
    .select(['wrong_codes', 'wrong_codes_today', 'wrong_codes_since'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const since = row.wrong_codes_since;
  const fresh = !since || now.getTime() - since.getTime() >= DAY;
  return {
    all: row.wrong_codes,
    today: fresh ? 0 : row.wrong_codes_today,
    since: fresh ? now : since,
  };
}

type WrongCodes = Awaited<ReturnType<typeof wrongCodesOf>>;

const areTooMany = ({ all, today }: WrongCodes) => all >= WRONG_IN_ALL || today >= WRONG_A_DAY;

/** Counts a wrong code, and notifies the owner if codes no longer reset the account after it. */
async function countWrongCode(ctx: AppContext, tx: Tx, person: Person, before: WrongCodes) {
  const wrong = { ...before, all: before.all + 1, today: before.today + 1 };
  await tx
    .updateTable('accounts')
    .set({
      wrong_codes: wrong.all,
      wrong_codes_today: wrong.today,
      wrong_codes_since: wrong.since,
    })
    .where('id', '=', person.id)
    .execute();
  if (!areTooMany(wrong)) return;
  const { firstName, domain, email } = person;
  const link = `${originOf(ctx.config.http, domain)}/reset-password`;
  const message = IDENTITY_MESSAGES['reset-codes-off']({ firstName, link });
  await ctx.notifications.send(tx, { channel: 'email', to: email, message });
  ctx.log.warn({ accountId: person.id }, 'too many wrong codes, resets by link only');
}

/** Tries a reset code. It is never right for an account that codes do not reset (any more). */
export async function tryResetCode(
  ctx: AppContext,
  tx: Tx,
  use: CodeUse,
  { code, now }: { code: string; now: Date },
): Promise<TryResult> {
  const person = await findPersonBy(tx, use.subject);
  const wrong = person?.domain === 'MERCHANT' ? await wrongCodesOf(tx, person, now) : null;
  const counts = person && wrong && !areTooMany(wrong);
  const result = await tryCode(ctx, tx, use, { code: counts ? code : '', now });
  if (counts && result === 'invalid') await countWrongCode(ctx, tx, person, wrong);
  return result;
}

/**
 * Sends what resets an account: the code to where it was asked for, or a link to its email. A link
 * for people of banks and of the platform, and after too many wrong codes.
 */
export async function sendReset(
  ctx: AppContext,
  tx: Tx,
  person: Person,
  asked: { identifier: string; code: string },
  now: Date,
): Promise<void> {
  const { code, identifier } = asked;
  if (person.domain === 'MERCHANT' && !areTooMany(await wrongCodesOf(tx, person, now))) {
    const channel = identifier.startsWith('+') ? 'sms' : 'email';
    const message = IDENTITY_MESSAGES[`reset-code-${channel}`]({ code });
    await ctx.notifications.send(tx, { channel, to: identifier, message });
    return;
  }
  const token = ctx.ids.secret();
  await tx
    .insertInto('reset_links')
    .values({
      token_hash: linkHashes(ctx, token)[0],
      account_id: person.id,
      expires_at: new Date(now.getTime() + LINK_VALID_FOR),
    })
    .execute();
  // In the fragment, which browsers send to no server.
  const link = `${originOf(ctx.config.http, person.domain)}/reset-password#${token}`;
  const message = IDENTITY_MESSAGES['reset-link']({ firstName: person.firstName, link });
  await ctx.notifications.send(tx, { channel: 'email', to: person.email, message });
}

export async function findResetLink(ctx: AppContext, tx: Tx, token: string, now: Date) {
  const found = await tx
    .selectFrom('reset_links')
    .select('account_id')
    .where('token_hash', 'in', linkHashes(ctx, token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found?.account_id ?? null;
}

/** Consumes a link, with all others of its account. False if it was used in the meantime. */
export async function spendResetLink(ctx: AppContext, tx: Tx, token: string, id: string) {
  const hashes = linkHashes(ctx, token);
  const consumed = await tx
    .deleteFrom('reset_links')
    .where('account_id', '=', id)
    .returning('token_hash')
    .execute();
  return consumed.some(({ token_hash: hash }) => hashes.includes(hash));
}
