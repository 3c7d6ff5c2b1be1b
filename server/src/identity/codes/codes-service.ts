import type { TokenType } from '@tegeka/contract/sign-up.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { originOf } from '#platform/http/origins.ts';
import { refuse } from '#platform/http/refusal.ts';
import { CODE_LENGTH } from '@tegeka/contract/sign-up.ts';
import { findPersonBy, isTaken } from '#identity/accounts/accounts-store.ts';
import { CODE_PAUSE, countSend, putCode } from './codes-store.ts';
import { IDENTITY_MESSAGES } from '#identity/identity-messages.ts';
import { identifierMac } from './verifications-store.ts';

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

async function send(ctx: AppContext, tx: Tx, command: CodeCommand, code: string): Promise<void> {
  const { identifier: to, tokenType } = command;
  const channel = to.startsWith('+') ? 'sms' : 'email';
  const template =
    tokenType === 'OTP' ? (`code-${channel}` as const) : (`reset-code-${channel}` as const);
  await ctx.notifications.send(tx, { channel, to, message: IDENTITY_MESSAGES[template]({ code }) });
}

/**
 * Notifies the owner of the email or phone why no code was sent. The caller gets no information.
 */
async function notifyOwner(ctx: AppContext, tx: Tx, { identifier: to, tokenType }: CodeCommand) {
  const home = originOf(ctx.config.http, 'MERCHANT');
  if (to.startsWith('+')) {
    // An SMS to a number without an account would only cost money.
    if (tokenType === 'PASSWORD_RESET') return;
    const message = IDENTITY_MESSAGES['account-exists-sms']({});
    await ctx.notifications.send(tx, { channel: 'sms', to, message });
    return;
  }
  const template = tokenType === 'OTP' ? 'account-exists-email' : 'no-account-email';
  const link = tokenType === 'OTP' ? home : `${home}/register/user`;
  const message = IDENTITY_MESSAGES[template]({ link });
  await ctx.notifications.send(tx, { channel: 'email', to, message });
}

/** OTP codes are for people without an account, reset codes for people with one. */
async function mayHaveCode(tx: Tx, { identifier, tokenType }: CodeCommand): Promise<boolean> {
  if (tokenType === 'OTP') return !(await isTaken(tx, identifier));
  return (await findPersonBy(tx, identifier)) !== null;
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
  const { codesPerIdentifier, codesPerAddress } = ctx.config.identity;
  const mac = identifierMac(ctx, command.identifier);
  const macs = { identifierMac: mac, addressMac: ctx.keys.mac('code address', command.address) };
  const limits = { perIdentifier: codesPerIdentifier, perAddress: codesPerAddress };
  const obstacle = await countSend(tx, macs, limits, now);
  if (obstacle) throw refuse(obstacle.code, { retryAfterSeconds: obstacle.retryAfterSeconds });
  const code = ctx.ids.digits(CODE_LENGTH);
  const place = { identifierMac: mac, tokenType: command.tokenType };
  await putCode(tx, place, codeMac(ctx, command, code), now);
  if (await mayHaveCode(tx, command)) await send(ctx, tx, command, code);
  else await notifyOwner(ctx, tx, command);
  return { retryAfterSeconds: CODE_PAUSE };
}
