import { emailExists, phoneExists, sendCode, verifyCode } from '@tegeka/contract/sign-up.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type CallContext, type Route, servePublic } from '#platform/http/serve.ts';
import { isTaken } from '#identity/accounts/accounts-store.ts';
import { tryResetCode } from '#identity/accounts/password-resets.ts';
import { tryCode } from './codes-store.ts';
import { codeMac, sendCodeTo } from './codes-service.ts';
import { grantProof, identifierMac } from './verifications-store.ts';

/**
 * Rate limit of 'is this email or phone taken?' by network address. People of one network share
 * it.
 */
const TAKEN_LIMIT = { points: 60, seconds: 3600 };

async function answerExists(ctx: AppContext, call: CallContext, identifier: string) {
  const { tx, address, requestId } = call;
  const verdict = await ctx.limits.takeIn(tx, 'exists', address, TAKEN_LIMIT);
  if (!verdict.allowed) {
    ctx.log.warn({ requestId }, 'too many questions whether an account exists');
    throw refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds });
  }
  const exists = await isTaken(tx, identifier);
  ctx.log.info({ requestId, exists }, 'asked whether an account exists');
  return { exists };
}

/** Endpoints of verification codes, and of 'is this email or phone taken?'. */
export function codeRoutes(ctx: AppContext): Route[] {
  return [
    servePublic(emailExists, (call) => answerExists(ctx, call, call.query.email)),
    servePublic(phoneExists, (call) => answerExists(ctx, call, call.query.phoneNumber)),
    servePublic(sendCode, async ({ tx, body, address, now }) => {
      const { retryAfterSeconds } = await sendCodeTo(ctx, tx, { ...body, address }, now);
      return { message: 'sent' as const, retryAfterSeconds };
    }),
    servePublic(verifyCode, async (call) => {
      const { tx, now, requestId, body } = call;
      const { token, identifier, tokenType } = body;
      const place = { identifierMac: identifierMac(ctx, identifier), tokenType };
      const mac = codeMac(ctx, body, token);
      const message =
        tokenType === 'OTP'
          ? await tryCode(tx, place, mac, now)
          : await tryResetCode(ctx, tx, { identifier, place, mac }, now);
      ctx.log.info({ requestId, tokenType, message }, 'code tried');
      if (message === 'valid') await grantProof(ctx, call, { identifier, tokenType });
      return { message };
    }),
  ];
}
