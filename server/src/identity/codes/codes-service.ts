import {
  emailExists,
  phoneExists,
  sendCode as sendCodeEndpoint,
  type TokenType,
  verifyCode,
} from '@tegeka/contract/sign-up.ts';
import { findPersonBy, isTaken } from '#identity/accounts/accounts-store.ts';
import { sendReset, tryResetCode } from '#identity/accounts/password-resets.ts';
import { IDENTITY_MESSAGES } from '#identity/identity-messages.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { originOf } from '#platform/http/origins.ts';
import { type Route, servePublic } from '#platform/http/serve.ts';
import {
  CODE_PAUSE,
  type CodeUse,
  markUsed,
  sendCode,
  tryCode,
} from '#platform/security/one-time-codes.ts';
import { grantProof } from './verifications-store.ts';

const HOUR = 3600;

/** A request for a code: recipient, purpose, and the network address that asked for it. */
interface CodeCommand {
  identifier: string;
  tokenType: TokenType;
  address: string;
}

const codeUse = ({ identifier, tokenType }: Omit<CodeCommand, 'address'>): CodeUse => ({
  purpose: tokenType,
  subject: identifier,
  organizationId: null,
});

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
async function sendCodeTo(ctx: AppContext, tx: Tx, command: CodeCommand, now: Date): Promise<void> {
  const { identifier, tokenType, address } = command;
  const { codesPerIdentifier, codesPerAddress } = ctx.config.identity;
  await sendCode(ctx, tx, codeUse(command), {
    now,
    limits: [
      ['codes to', identifier, { points: codesPerIdentifier, seconds: HOUR }],
      ['codes from', address, { points: codesPerAddress, seconds: HOUR }],
    ],
    send: (code) =>
      tokenType === 'OTP'
        ? sendOtp(ctx, tx, identifier, code)
        : sendToOwner(ctx, tx, identifier, code, now),
  });
}

/** Endpoints of verification codes, and of 'is this email or phone taken?'. */
export function codeRoutes(ctx: AppContext): Route[] {
  return [
    servePublic(emailExists, async ({ tx, query }) => ({ exists: await isTaken(tx, query.email) })),
    servePublic(phoneExists, async ({ tx, query }) => ({
      exists: await isTaken(tx, query.phoneNumber),
    })),
    servePublic(sendCodeEndpoint, async ({ tx, body, address, now }) => {
      await sendCodeTo(ctx, tx, { ...body, address }, now);
      return { message: 'sent' as const, retryAfterSeconds: CODE_PAUSE };
    }),
    servePublic(verifyCode, async (call) => {
      const { tx, now, requestId, body } = call;
      const { token: code, identifier, tokenType } = body;
      const use = codeUse(body);
      const result =
        tokenType === 'OTP'
          ? await tryCode(ctx, tx, use, { code, now })
          : await tryResetCode(ctx, tx, use, { code, now });
      if (result === 'valid') await markUsed(ctx, tx, use, now);
      const message = result === 'none' ? 'invalid' : result;
      ctx.log.info({ requestId, tokenType, message }, 'code tried');
      if (message === 'valid') await grantProof(ctx, call, { identifier, tokenType });
      return { message };
    }),
  ];
}
