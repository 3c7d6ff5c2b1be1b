import type { SmsResult } from '@tegeka/contract/mandates/mandate-actions.ts';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { plainText } from '@tegeka/contract/kit/text.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { type CodeUse, findUse } from '#platform/security/one-time-codes.ts';
import type { ClientInfo } from './documents/mandates-evidence-store.ts';
import { consent, declineConsent, type OpenLink, openConsentRequest } from './mandates-consent.ts';
import {
  type AskedBySms,
  consentCode,
  lockAsked,
  openShown,
  readAsked,
} from './mandates-consent-store.ts';
import { isPayer, stopBySms } from './mandates-payer.ts';
import { MANDATE_MESSAGES, type SmsReply } from './messages/mandates-templates.ts';

/** Limit of replies to one phone about SMS without effect: it stops a loop between two automatic senders. */
const CORRECTIONS = { points: 10, seconds: DAY_MS / 1000 };

interface Answer {
  yes: boolean;
  code: string | null;
}

function parseAnswer(text: string): Answer | null {
  const [, word = '', code] = /^\s*(yes|no)\W*(\d{5})?\W*$/i.exec(text) ?? [];
  return word === '' ? null : { yes: word.toLowerCase() === 'yes', code: code ?? null };
}

/** The reference in `STOP TGK…`, also where it has spaces. */
function parseStop(text: string): string | null {
  const [, rest = ''] = /^\s*stop\b(.*)$/is.exec(text) ?? [];
  const reference = rest.replaceAll(/\W/g, '').toUpperCase();
  return /^TGK\w{10}$/.test(reference) ? reference : null;
}

interface ConsentRequest extends CodeUse {
  asked: AskedBySms;
  link: OpenLink;
}

/** Open requests to a phone. Locks each mandate before its request, the lock order used everywhere. */
async function lockConsentRequests(tx: Tx, phone: string): Promise<ConsentRequest[]> {
  const requests: ConsentRequest[] = [];
  for (const id of await readAsked(tx, phone)) {
    const link = await openConsentRequest(tx, id);
    const asked = await lockAsked(tx, phone, id);
    if (link.kind === 'OPEN' && link.mobile === phone && asked)
      requests.push({ link, asked, ...consentCode(link.row) });
  }
  return requests;
}

async function takeAnswer(
  ctx: AppContext,
  tx: Tx,
  {
    from,
    answer: { yes, code },
    clientInfo,
  }: { from: string; answer: Answer; clientInfo: ClientInfo },
): Promise<SmsReply> {
  const requests = await lockConsentRequests(tx, from);
  if (requests.length === 0) return { result: 'NOT_ASKED' };
  if (code === null && (yes || requests.length > 1)) return { result: 'CODE_MISSING' };
  // After five wrong codes the business asks again, or the payer answers in another way.
  const meant =
    code === null ? requests[0] : await findUse(ctx, tx, requests, { code, now: clientInfo.now });
  if (!meant) return { result: 'WRONG_CODE' };
  const { link, asked } = meant;
  const { merchantName, mandate, present } = link;
  const given = { way: 'SMS', shown: openShown(ctx, asked), clientInfo } as const;
  const about = { merchantName, reference: mandate.reference, present };
  if (yes) {
    await consent(ctx, tx, link, { ...given, account: null });
    return { result: 'CONSENTED', ...about };
  }
  await declineConsent(ctx, tx, link, { ...given, reason: 'Answered NO by SMS' });
  return { result: 'DECLINED', ...about };
}

/**
 * Handles an SMS of a payer: `YES <code>`, `STOP <reference>`, or `NO`, with the code where several
 * businesses ask. Only answers from the number that was asked count. What had an effect is confirmed by SMS;
 * errors are answered only to the phone of a mandate whose account is known, within a limit.
 */
export async function answerSms(
  ctx: AppContext,
  tx: Tx,
  { from, text, clientInfo }: { from: string; text: string; clientInfo: ClientInfo },
): Promise<SmsResult> {
  const plain = plainText(text);
  const answer = parseAnswer(plain);
  const reference = parseStop(plain);
  let reply: SmsReply = { result: 'NOT_UNDERSTOOD' };
  if (answer) reply = await takeAnswer(ctx, tx, { from, answer, clientInfo });
  else if (reference !== null) reply = await stopBySms(ctx, tx, from, { reference, clientInfo });
  const isDone = 'merchantName' in reply;
  if (
    isDone ||
    ((await isPayer(tx, from)) &&
      (await ctx.limits.consumeIn(tx, 'sms corrections', from, CORRECTIONS)).allowed)
  ) {
    const message = MANDATE_MESSAGES['mandate-sms-reply'](reply);
    await ctx.notifications.send(tx, { channel: 'sms', to: from, message });
  }
  return reply.result;
}
