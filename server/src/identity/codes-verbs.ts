import type { TokenType } from '@tegeka/contract/sign-up.ts';
import type { Tx } from '#platform/database.ts';
import type { Frame } from '#platform/frame.ts';
import { originOf } from '#platform/origins.ts';
import { refuse } from '#platform/refusal.ts';
import { CODE_LENGTH } from '@tegeka/contract/sign-up.ts';
import { findPersonBy, isTaken } from './accounts-store.ts';
import { CODE_PAUSE, countSend, putCode } from './codes-store.ts';
import { identifierMac } from './verifications-store.ts';

/** Who is to be sent a code, for what, and from where that was asked. */
export interface CodeWish {
  identifier: string;
  tokenType: TokenType;
  address: string;
}

/** The keyed hash of a code; it holds for this identifier and purpose only. */
export function codeMac(
  { keys }: Pick<Frame, 'keys'>,
  { identifier, tokenType }: Pick<CodeWish, 'identifier' | 'tokenType'>,
  code: string,
): string {
  return keys.mac('code', JSON.stringify([tokenType, identifier, code]));
}

async function send(frame: Frame, tx: Tx, wish: CodeWish, code: string): Promise<void> {
  const { identifier: to, tokenType } = wish;
  const email = !to.startsWith('+');
  if (tokenType === 'OTP') {
    const template = email ? 'code-email' : 'code-sms';
    await frame.post.send(tx, { channel: email ? 'email' : 'sms', to, template, data: { code } });
    return;
  }
  const template = email ? 'reset-code-email' : 'reset-code-sms';
  await frame.post.send(tx, { channel: email ? 'email' : 'sms', to, template, data: { code } });
}

/** Tells the owner of the email or phone why there is no code; whoever asked learns nothing. */
async function explain(frame: Frame, tx: Tx, { identifier: to, tokenType }: CodeWish) {
  const home = originOf(frame.config.http, 'MERCHANT');
  if (to.startsWith('+')) {
    // A message to a number that nobody signed up with would only cost.
    if (tokenType === 'PASSWORD_RESET') return;
    await frame.post.send(tx, { channel: 'sms', to, template: 'account-exists-sms', data: {} });
    return;
  }
  const template = tokenType === 'OTP' ? 'account-exists-email' : 'no-account-email';
  const link = tokenType === 'OTP' ? home : `${home}/register/user`;
  await frame.post.send(tx, { channel: 'email', to, template, data: { link } });
}

/** OTP codes are for new people, reset codes for those with an account. */
async function mayHaveCode(tx: Tx, { identifier, tokenType }: CodeWish): Promise<boolean> {
  if (tokenType === 'OTP') return !(await isTaken(tx, identifier));
  return (await findPersonBy(tx, identifier)) !== null;
}

/**
 * Sends a code. Answer, limits and rows are the same whether or not there is an account; only
 * the message differs. Refuses CODE_TOO_SOON and CODE_TOO_MANY.
 */
export async function sendCodeTo(
  frame: Frame,
  tx: Tx,
  wish: CodeWish,
  now: Date,
): Promise<{ retryAfterSeconds: number }> {
  const { codesPerIdentifier, codesPerAddress } = frame.config.identity;
  const mac = identifierMac(frame, wish.identifier);
  const macs = { identifierMac: mac, addressMac: frame.keys.mac('code address', wish.address) };
  const limits = { perIdentifier: codesPerIdentifier, perAddress: codesPerAddress };
  const obstacle = await countSend(tx, macs, limits, now);
  if (obstacle) throw refuse(obstacle.code, { retryAfterSeconds: obstacle.retryAfterSeconds });
  const code = frame.ids.digits(CODE_LENGTH);
  const place = { identifierMac: mac, tokenType: wish.tokenType };
  await putCode(tx, place, codeMac(frame, wish, code), now);
  if (await mayHaveCode(tx, wish)) await send(frame, tx, wish, code);
  else await explain(frame, tx, wish);
  return { retryAfterSeconds: CODE_PAUSE };
}
