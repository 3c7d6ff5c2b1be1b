import { emailExists, phoneExists, sendCode, verifyCode } from '@tegeka/contract/sign-up.ts';
import type { Frame } from '#platform/frame.ts';
import { refuse } from '#platform/refusal.ts';
import { type CallContext, type Route, servePublic } from '#platform/serve.ts';
import { isTaken } from './accounts-store.ts';
import { tryCode } from './codes-store.ts';
import { codeMac, sendCodeTo } from './codes-verbs.ts';
import { grantProof, identifierMac } from './verifications-store.ts';

/** Questions of an address whether an email or phone is taken; a network's people share one. */
const QUESTIONS = { points: 60, seconds: 3600 };

async function answerExists(frame: Frame, call: CallContext, identifier: string) {
  const { tx, address, requestId } = call;
  const verdict = await frame.limits.takeIn(tx, 'exists', address, QUESTIONS);
  if (!verdict.allowed) {
    frame.log.warn({ requestId }, 'too many questions whether an account exists');
    throw refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds });
  }
  const exists = await isTaken(tx, identifier);
  frame.log.info({ requestId, exists }, 'asked whether an account exists');
  return { exists };
}

/** The rows of verification codes and of what is taken. */
export function codeRoutes(frame: Frame): Route[] {
  return [
    servePublic(emailExists, (call) => answerExists(frame, call, call.query.email)),
    servePublic(phoneExists, (call) => answerExists(frame, call, call.query.phoneNumber)),
    servePublic(sendCode, async ({ tx, body, address, now }) => {
      const { retryAfterSeconds } = await sendCodeTo(frame, tx, { ...body, address }, now);
      return { message: 'sent' as const, retryAfterSeconds };
    }),
    servePublic(verifyCode, async (call) => {
      const { tx, now, requestId, body } = call;
      const { token, identifier, tokenType } = body;
      const place = { identifierMac: identifierMac(frame, identifier), tokenType };
      const given = codeMac(frame, body, token);
      const message = await tryCode(tx, place, (kept) => kept === given, now);
      frame.log.info({ requestId, tokenType, message }, 'code tried');
      if (message === 'valid') await grantProof(frame, call, { identifier, tokenType });
      return { message };
    }),
  ];
}
