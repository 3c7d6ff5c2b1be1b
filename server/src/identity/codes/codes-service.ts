import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import {
  CODE_LENGTH,
  emailExists,
  phoneExists,
  sendCode,
  type TokenType,
  verifyCode,
} from '@tegeka/contract/sign-up.ts';
import { findPersonBy, isTaken } from '#identity/accounts/accounts-store.ts';
import { sendReset, tryResetCode } from '#identity/accounts/password-resets.ts';
import { IDENTITY_MESSAGES } from '#identity/identity-messages.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { KeyedHashes } from '#platform/security/keys.ts';
import { originOf } from '#platform/http/origins.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, servePublic } from '#platform/http/serve.ts';
import { putCode, tryCode } from './codes-store.ts';
import { grantProof, identifierMacs } from './verifications-store.ts';

/** Seconds between two codes to the same identifier. */
const CODE_PAUSE = 60;
const HOUR = 3600;

/** A request for a code: recipient, purpose, and the network address that asked for it. */
interface CodeCommand {
  identifier: string;
  tokenType: TokenType;
  address: string;
}

/** The keyed hashes of a code. It is valid for this identifier and purpose only. */
function codeMacs(
  { keys }: Pick<AppContext, 'keys'>,
  { identifier, tokenType }: Pick<CodeCommand, 'identifier' | 'tokenType'>,
  code: string,
): KeyedHashes {
  return keys.macs('code', JSON.stringify([tokenType, identifier, code]));
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
    const result = await ctx.limits.consumeIn(tx, name, key, { points, seconds });
    const { retryAfterSeconds } = result;
    if (!result.allowed) throw refuse(refusal, { retryAfterSeconds });
  };
  await take('CODE_TOO_SOON', 'code pause', identifier, 1, CODE_PAUSE);
  await take('CODE_TOO_MANY', 'codes to', identifier, codesPerIdentifier, HOUR);
  await take('CODE_TOO_MANY', 'codes from', address, codesPerAddress, HOUR);
}

/** Sends a sign-up code, or to an identifier that has an account a message that says so. */
async function sendOtp(ctx: AppContext, tx: Tx, to: string, code: string): Promise<void> {
  const channel = to.startsWith('+') ? 'sms' : 'email';
  const link = originOf(ctx.config.http, 'MERCHANT');
  const message = (await isTaken(tx, to))
    ? IDENTITY_MESSAGES[`account-exists-${channel}`]({ link })
    : IDENTITY_MESSAGES[`code-${channel}`]({ code });
  await ctx.notifications.send(tx, { channel, to, message });
}

/** Sends what resets an account. An email without an account gets a message that says so. */
async function sendToOwner(ctx: AppContext, tx: Tx, identifier: string, code: string, now: Date) {
  const person = await findPersonBy(tx, identifier);
  if (person) {
    await sendReset(ctx, tx, person, { identifier, code }, now);
  } else if (!identifier.startsWith('+')) {
    // An SMS to a number without an account would only cost money.
    const link = `${originOf(ctx.config.http, 'MERCHANT')}/register/user`;
    const message = IDENTITY_MESSAGES['no-account-email']({ link });
    await ctx.notifications.send(tx, { channel: 'email', to: identifier, message });
  }
}

/**
 * Sends a code. Answer, rate limits and rows are the same whether or not there is an account (no
 * account enumeration); only the message differs. Refuses CODE_TOO_SOON and CODE_TOO_MANY.
 */
async function sendCodeTo(
  ctx: AppContext,
  tx: Tx,
  command: CodeCommand,
  now: Date,
): Promise<{ retryAfterSeconds: number }> {
  await countSend(ctx, tx, command);
  const { identifier, tokenType } = command;
  const code = ctx.ids.digits(CODE_LENGTH);
  const place = { identifierMacs: identifierMacs(ctx, identifier), tokenType };
  if (tokenType === 'OTP') await sendOtp(ctx, tx, identifier, code);
  else await sendToOwner(ctx, tx, identifier, code, now);
  // Last, since everywhere the account is locked before its codes (no deadlocks).
  await putCode(tx, place, codeMacs(ctx, command, code)[0], now);
  return { retryAfterSeconds: CODE_PAUSE };
}

/** Endpoints of verification codes, and of 'is this email or phone taken?'. */
export function codeRoutes(ctx: AppContext): Route[] {
  return [
    servePublic(emailExists, async ({ tx, query }) => ({ exists: await isTaken(tx, query.email) })),
    servePublic(phoneExists, async ({ tx, query }) => ({
      exists: await isTaken(tx, query.phoneNumber),
    })),
    servePublic(sendCode, async ({ tx, body, address, now }) => {
      const { retryAfterSeconds } = await sendCodeTo(ctx, tx, { ...body, address }, now);
      return { message: 'sent' as const, retryAfterSeconds };
    }),
    servePublic(verifyCode, async (call) => {
      const { tx, now, requestId, body } = call;
      const { token, identifier, tokenType } = body;
      const place = { identifierMacs: identifierMacs(ctx, identifier), tokenType };
      const macs = codeMacs(ctx, body, token);
      const message =
        tokenType === 'OTP'
          ? await tryCode(tx, place, macs, now)
          : await tryResetCode(ctx, tx, { identifier, place, macs }, now);
      ctx.log.info({ requestId, tokenType, message }, 'code tried');
      if (message === 'valid') await grantProof(ctx, call, { identifier, tokenType });
      return { message };
    }),
  ];
}
