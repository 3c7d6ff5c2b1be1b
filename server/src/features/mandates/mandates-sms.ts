import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { consent, declineConsent, openQuestion, type Trace } from './mandates-consent.ts';
import { CODE_PURPOSE, countWrongCode, lockAsked, openShown } from './mandates-consent-store.ts';

/** What an SMS answered. */
export type SmsResult = 'CONSENTED' | 'DECLINED' | 'NOT_ASKED' | 'WRONG_CODE' | 'NOT_UNDERSTOOD';

/** Wrong answers to one question; after them it is asked again or answered in another way. */
const TRIES = 5;

function parseAnswer(text: string): { yes: boolean; code: string | null } | null {
  const [, word = '', code] = /^\s*(yes|no)\b\W*(\d{5})?\W*$/i.exec(text) ?? [];
  return word === '' ? null : { yes: word.toLowerCase() === 'yes', code: code ?? null };
}

/**
 * Takes an answer by SMS: `YES <code>`, or `NO`, with the code where several businesses ask. It counts
 * from the number that was asked and from no other.
 */
export async function answerSms(
  ctx: AppContext,
  tx: Tx,
  { from, text, trace }: { from: string; text: string; trace: Trace },
): Promise<SmsResult> {
  const answer = parseAnswer(text);
  if (!answer) return 'NOT_UNDERSTOOD';
  const asked = await lockAsked(tx, from);
  if (asked.length === 0) return 'NOT_ASKED';
  const { yes, code } = answer;
  const named = asked.find(
    ({ code_mac: mac, mandate_id: id, wrong_codes: wrong }) =>
      code !== null &&
      mac !== null &&
      wrong < TRIES &&
      ctx.keys.macMatches(CODE_PURPOSE, `${id} ${code}`, mac),
  );
  const only = !yes && code === null && asked.length === 1 ? asked[0] : undefined;
  const meant = named ?? only;
  if (!meant) {
    for (const { mandate_id: id } of asked) await countWrongCode(tx, id);
    return 'WRONG_CODE';
  }
  const question = await openQuestion(tx, meant.mandate_id);
  if (question.kind !== 'OPEN' || question.mobile !== from) return 'NOT_ASKED';
  const shown = openShown(ctx, meant);
  if (yes) {
    await consent(ctx, tx, question, { account: null, way: 'SMS', shown, trace });
    return 'CONSENTED';
  }
  const reason = 'Answered NO by SMS';
  await declineConsent(ctx, tx, question, { reason, way: 'SMS', shown, trace });
  return 'DECLINED';
}
