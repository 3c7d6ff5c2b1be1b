import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { CODE_LENGTH, type TokenType } from '@tegeka/contract/sign-up.ts';
import { findPersonBy, isTaken } from '#identity/accounts/accounts-store.ts';
import { IDENTITY_MESSAGES } from '#identity/identity-messages.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { originOf } from '#platform/http/origins.ts';
import { refuse } from '#platform/http/refusal.ts';
import { putCode } from './codes-store.ts';
import { identifierMac } from './verifications-store.ts';

/** Seconds between two codes to the same identifier. */
const CODE_PAUSE = 60;
const HOUR = 3600;

/** A request for a code: recipient, purpose, and the network address that asked for it. */
export interface CodeCommand {
  identifier: string;
  tokenType: TokenType;
  address: string;
}

/** The keyed hash of a code. It is valid for this identifier and purpose only. */
export function codeMac(
  { keys }: Pick<AppContext, 'keys'>,
  { identifier, tokenType }: Pick<CodeCommand, 'identifier' | 'tokenType'>,
  code: string,
): string {
  return keys.mac('code', JSON.stringify([tokenType, identifier, code]));
}

/** Refuses CODE_TOO_SOON and CODE_TOO_MANY. Refused calls do not count. */
async function countSend(ctx: AppContext, tx: Tx, { identifier, address }: CodeCommand) {
  const { codesPerIdentifier, codesPerAddress } = ctx.config.identity;
  const take = async (
    refusal: ErrorCode,
    name: string,
    key: string,
    points: number,
    seconds: number,
  ) => {
    const verdict = await ctx.limits.takeIn(tx, name, key, { points, seconds });
    const { retryAfterSeconds } = verdict;
    if (!verdict.allowed) throw refuse(refusal, { retryAfterSeconds });
  };
  await take('CODE_TOO_SOON', 'code pause', identifier, 1, CODE_PAUSE);
  await take('CODE_TOO_MANY', 'codes to', identifier, codesPerIdentifier, HOUR);
  await take('CODE_TOO_MANY', 'codes from', address, codesPerAddress, HOUR);
}

/**
 * The message with the code: OTP codes are for people without an account, reset codes for people
 * with one. Anybody else is told why there is no code, and the caller gets no information.
 */
async function messageFor(
  ctx: AppContext,
  tx: Tx,
  { identifier, tokenType }: CodeCommand,
  code: string,
) {
  const home = originOf(ctx.config.http, 'MERCHANT');
  const sms = identifier.startsWith('+');
  if (tokenType === 'OTP') {
    if (!(await isTaken(tx, identifier)))
      return IDENTITY_MESSAGES[sms ? 'code-sms' : 'code-email']({ code });
    return sms
      ? IDENTITY_MESSAGES['account-exists-sms']({})
      : IDENTITY_MESSAGES['account-exists-email']({ link: home });
  }
  if (await findPersonBy(tx, identifier))
    return IDENTITY_MESSAGES[sms ? 'reset-code-sms' : 'reset-code-email']({ code });
  // An SMS to a number without an account would only cost money.
  return sms ? null : IDENTITY_MESSAGES['no-account-email']({ link: `${home}/register/user` });
}

/**
 * Sends a code. Answer, rate limits and rows are the same whether or not there is an account (no
 * account enumeration); only the message differs. Refuses CODE_TOO_SOON and CODE_TOO_MANY.
 */
export async function sendCodeTo(
  ctx: AppContext,
  tx: Tx,
  command: CodeCommand,
  now: Date,
): Promise<{ retryAfterSeconds: number }> {
  await countSend(ctx, tx, command);
  const { identifier, tokenType } = command;
  const code = ctx.ids.digits(CODE_LENGTH);
  const place = { identifierMac: identifierMac(ctx, identifier), tokenType };
  await putCode(tx, place, codeMac(ctx, command, code), now);
  const message = await messageFor(ctx, tx, command, code);
  const channel = identifier.startsWith('+') ? 'sms' : 'email';
  if (message) await ctx.notifications.send(tx, { channel, to: identifier, message });
  return { retryAfterSeconds: CODE_PAUSE };
}
