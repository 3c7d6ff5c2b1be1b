import { createHash } from 'node:crypto';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import * as z from 'zod/mini';
import {
  findPayerAccount,
  isPayer,
  type PayerKey,
  sendLostLinks,
} from '#features/mandates/mandates-payer.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { DomainEvent } from '#platform/events/domain-events.ts';
import { addressOf } from '#platform/http/limits.ts';
import { originOf } from '#platform/http/origins.ts';
import { messageTemplates } from '#platform/message-templates.ts';
import {
  CODE_MINUTES,
  type CodeUse,
  countWrong,
  sendCode,
  tryCode,
} from '#platform/security/one-time-codes.ts';
import { findLink, type PayerLink, consumeLink, writeLink, writeSession } from './payers-store.ts';

/** What is written to payers about their page; an SMS is the text alone. */
export const PAYER_MESSAGES = messageTemplates({
  'payer-link': ({ link }: { link: string }) => ({
    validMinutes: LINK_MINUTES,
    subject: '',
    text: `View or stop your direct debits, within an hour: ${link} Do not share this link. (${PRODUCT_NAME})`,
  }),
  'payer-code': ({ code }: { code: string }) => ({
    validMinutes: CODE_MINUTES,
    subject: '',
    text: `${code} is your code to open your direct debits. It is valid for 10 minutes. Never share it. (${PRODUCT_NAME})`,
  }),
  'mandate-stopped': (data: { merchantName: string; reference: string; home: string }) => ({
    subject: '',
    text: `You have stopped the direct debits of ${data.merchantName}, reference ${data.reference}. It was not you? Call your bank, and look at ${data.home} (${PRODUCT_NAME})`,
  }),
});

const MINUTE = 60_000;
const LINK_MINUTES = 60;
const CODES_OF_LINK = { points: 3, seconds: LINK_MINUTES * 60 };
/** From the code on; a page left open on a borrowed phone shows nothing after it. */
export const SESSION_MINUTES = 30;

/** Links to a number asked for from one network address: a stranger uses up their own, not the payer's. */
const LINKS_OF_BOTH = { points: 3, seconds: 3600 };
const LINKS_OF_BOTH_IN_DAY = { points: 6, seconds: DAY_MS / 1000 };
/** Links to a number in all: each is an SMS that anybody can cause. */
const LINKS_OF_PHONE = { points: 24, seconds: DAY_MS / 1000 };
/** By the network address: most phones of a mobile operator share a few. */
const LINKS_OF_ADDRESS = { points: 300, seconds: 3600 };

/** Account numbers tried with a correct code, per phone: messages show the last four digits. */
const ACCOUNTS_OF_PHONE = { points: 10, seconds: DAY_MS / 1000 };

/** The domain event of a payer who asks for a link. */
export const LINK_ASKED = 'payer.link-asked';

const PHONE = { tenant: null, purpose: 'payer phone' };
const askedShape = z.object({ phone: z.string() });

const inMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * MINUTE);

/** Tokens are stored by this hash: nobody can use a link or session without its token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Accepts a request for a link. Returns null, or the seconds after which another one can be asked for. A later
 * job looks whether the number is known, so that neither the answer nor its timing reveals it.
 */
export async function requestLink(
  ctx: AppContext,
  { phone, address }: { phone: string; address: string },
): Promise<number | null> {
  const from = addressOf({ ip: address });
  // In this order: what is refused for its address does not count against the phone.
  for (const [name, key, limit] of [
    ['payer links from', from, LINKS_OF_ADDRESS],
    ['payer links', `${phone} ${from}`, LINKS_OF_BOTH],
    ['payer links in a day', `${phone} ${from}`, LINKS_OF_BOTH_IN_DAY],
    ['payer links to', phone, LINKS_OF_PHONE],
  ] as const) {
    const { allowed, retryAfterSeconds } = await ctx.limits.consume(name, key, limit);
    if (!allowed) return retryAfterSeconds;
  }
  const payload = { phone: ctx.keys.encrypt(PHONE, phone) };
  await ctx.db.asPlatform('a payer asks for a link', (tx) =>
    ctx.domainEvents.record(tx, { kind: LINK_ASKED, organizationId: null, payload }),
  );
  return null;
}

/**
 * Sends a phone the links that it has lost: to its page, where it has mandates, and to what waits for an
 * answer. An SMS to any other number would only cost money.
 */
export async function sendLink(ctx: AppContext, event: DomainEvent): Promise<void> {
  const phone = ctx.keys.decrypt(PHONE, askedShape.parse(event.payload).phone);
  await ctx.db.asPlatform('a payer gets a link', async (tx) => {
    await sendLostLinks(ctx, tx, phone, ctx.clock.now());
    if (!(await isPayer(tx, phone))) return;
    const token = ctx.ids.secret();
    const expiresAt = inMinutes(ctx.clock.now(), LINK_MINUTES);
    await writeLink(tx, { hash: hashOf(token), phone, expiresAt });
    const link = `${originOf(ctx.config.http, 'CONSUMER')}/me/${token}`;
    const message = PAYER_MESSAGES['payer-link']({ link });
    await ctx.notifications.send(tx, { channel: 'sms', to: phone, message });
  });
}

/** A link that is open; null for one that is unknown, used or too old, which is not told apart. */
export function openPayerLink(
  tx: PlatformTx,
  token: string,
  when: { now: Date; lock: boolean },
): Promise<PayerLink | null> {
  return findLink(tx, hashOf(token), when);
}

const codeUse = ({ token_hash: subject }: PayerLink): CodeUse => ({
  purpose: 'PAYER_PAGE',
  subject,
  organizationId: null,
});

/** Sends a code to the phone of a link. Refuses CODE_TOO_SOON and CODE_TOO_MANY. */
export async function sendPayerCode(
  ctx: AppContext,
  tx: PlatformTx,
  link: PayerLink,
  now: Date,
): Promise<void> {
  const { token_hash: hash, phone } = link;
  await sendCode(ctx, tx, codeUse(link), {
    now,
    limits: [['payer codes', hash, CODES_OF_LINK]],
    send: (code) => {
      const message = PAYER_MESSAGES['payer-code']({ code });
      return ctx.notifications.send(tx, { channel: 'sms', to: phone, message });
    },
  });
}

/** The token of a session, or what was wrong. */
export type EnterResult =
  | { kind: 'OPENED'; token: string }
  | { kind: 'CODE_WRONG' | 'CODE_OVER' | 'ACCOUNT_UNKNOWN' | 'ACCOUNTS_USED_UP' };

/**
 * Opens a session with the code from the phone and the account number: somebody who has been given the
 * number of another person knows the code and not their account.
 */
export async function enterPage(
  ctx: AppContext,
  tx: PlatformTx,
  link: PayerLink,
  { code, accountNumber, now }: { code: string; accountNumber: string; now: Date },
): Promise<EnterResult> {
  const { phone } = link;
  const use = codeUse(link);
  const result = await tryCode(ctx, tx, use, { code, now });
  if (result !== 'valid') return { kind: result === 'invalid' ? 'CODE_WRONG' : 'CODE_OVER' };
  const { allowed } = await ctx.limits.consumeIn(tx, 'payer accounts', phone, ACCOUNTS_OF_PHONE);
  if (!allowed) {
    ctx.log.warn({ link: link.token_hash }, 'account numbers of a payer are tried too often');
    return { kind: 'ACCOUNTS_USED_UP' };
  }
  const fingerprints = await findPayerAccount(ctx, tx, phone, accountNumber);
  if (fingerprints.length === 0) {
    await countWrong(ctx, tx, use);
    return { kind: 'ACCOUNT_UNKNOWN' };
  }
  await consumeLink(tx, link);
  const token = ctx.ids.secret();
  const key: PayerKey = { phone, fingerprints };
  const ends = inMinutes(now, SESSION_MINUTES);
  await writeSession(tx, { ...key, hash: hashOf(token), expiresAt: ends });
  return { kind: 'OPENED', token };
}
