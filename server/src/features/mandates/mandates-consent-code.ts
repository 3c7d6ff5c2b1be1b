import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { findConfirmingBank } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { payerAccount, sealAccount } from './mandates-accounts.ts';
import { consent, type OpenLink } from './mandates-consent.ts';
import {
  CODE_PURPOSE,
  countWrongCode,
  endAttempt,
  lockAttempt,
  readAttempt,
  writeTyped,
} from './mandates-consent-store.ts';
import { shownTerms, type Trace } from './documents/mandates-evidence-store.ts';
import { MANDATE_MESSAGES } from './mandates-templates.ts';

const CODE_MINUTES = 10;
const CODE_TRIES = 5;
const CODES_MAX = 5;
const CODE_PAUSE_MS = 60_000;
/** Limits of a phone over all mandates: a business can make any number of mandates with one phone. */
const CODES_TO_PHONE = { points: 10, seconds: DAY_MS / 1000 };
const TRIES_OF_PHONE = { points: 30, seconds: DAY_MS / 1000 };

/** What a payer typed in. */
export interface TypedAccount {
  bankId: string;
  accountName: string;
  accountNumber: string;
}

/** What became of it: a code was sent, or why none was. */
export type TypedResult = 'SENT' | 'BANK_UNKNOWN' | 'TOO_SOON' | 'TOO_MANY' | 'NO_PHONE';

/** Keeps what the payer typed in and sends a code to their phone. */
export async function typeAccount(
  ctx: AppContext,
  tx: Tx,
  { row, merchantName, mobile }: OpenLink,
  typed: TypedAccount,
  now: Date,
): Promise<TypedResult> {
  const bank = await findConfirmingBank(tx, typed.bankId, await businessTime(tx, now));
  if (!bank) return 'BANK_UNKNOWN';
  if (mobile === null) return 'NO_PHONE';
  const attempt = await lockAttempt(tx, row.id);
  const waited = now.getTime() - (attempt?.last_code_at?.getTime() ?? 0);
  if (attempt && attempt.codes_sent >= CODES_MAX && waited < DAY_MS) return 'TOO_MANY';
  if (waited < CODE_PAUSE_MS) return 'TOO_SOON';
  const sent = await ctx.limits.takeIn(tx, 'consent codes to a phone', mobile, CODES_TO_PHONE);
  if (!sent.allowed) return 'TOO_MANY';
  // A day later the codes and tries are counted anew.
  if (attempt && waited >= DAY_MS) await endAttempt(tx, row.id);
  const code = ctx.ids.digits(5);
  await writeTyped(tx, row, {
    bank_id: bank.id,
    account_name: typed.accountName,
    account_sealed: ctx.keys.seal(payerAccount(row.organization_id), typed.accountNumber),
    asked_phone: mobile,
    code_mac: ctx.keys.mac(CODE_PURPOSE, `${row.id} ${code}`),
    code_expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000),
    last_code_at: now,
  });
  const accountEnd = typed.accountNumber.slice(-4);
  const message = MANDATE_MESSAGES['mandate-code']({ merchantName, code, accountEnd });
  await ctx.notifications.send(tx, { channel: 'sms', to: mobile, message });
  return 'SENT';
}

/** Sends another code for the account that was typed in before; null where none was. */
export async function sendNewCode(
  ctx: AppContext,
  tx: Tx,
  link: OpenLink,
  now: Date,
): Promise<TypedResult | null> {
  const {
    bank_id: bankId,
    account_name: accountName,
    account_sealed: sealed,
  } = (await lockAttempt(tx, link.row.id)) ?? {};
  if (!bankId || !accountName || !sealed) return null;
  const accountNumber = ctx.keys.open(payerAccount(link.row.organization_id), sealed);
  return typeAccount(ctx, tx, link, { bankId, accountName, accountNumber }, now);
}

/** The last four digits of the account that the newest code is for; null where none is typed in. */
export async function readTypedEnd(
  { keys }: Pick<AppContext, 'keys'>,
  tx: Tx,
  { row }: OpenLink,
): Promise<string | null> {
  const sealed = (await readAttempt(tx, row.id))?.account_sealed ?? null;
  return sealed && keys.open(payerAccount(row.organization_id), sealed).slice(-4);
}

/** The result of entering a code. */
export type CodeResult = 'CONSENTED' | 'WRONG' | 'USED_UP';

/** The payer confirms what they typed in with the code from their phone. */
export async function confirmConsent(
  ctx: AppContext,
  tx: Tx,
  link: OpenLink,
  code: string,
  trace: Trace,
): Promise<CodeResult> {
  const { row } = link;
  const attempt = await lockAttempt(tx, row.id);
  const {
    bank_id: bankId,
    account_name: name,
    account_sealed: sealed,
    code_mac: mac,
  } = attempt ?? {};
  if (!attempt || !bankId || !name || !sealed || !mac || !attempt.code_expires_at) return 'USED_UP';
  if (attempt.code_expires_at <= trace.now) return 'USED_UP';
  // The phone of the customer has changed since the code was sent.
  const { mobile } = link;
  if (mobile === null || attempt.asked_phone !== mobile) return 'USED_UP';
  if (attempt.wrong_codes >= CODE_TRIES * attempt.codes_sent) return 'USED_UP';
  const tried = await ctx.limits.takeIn(tx, 'consent tries of a phone', mobile, TRIES_OF_PHONE);
  if (!tried.allowed) return 'USED_UP';
  if (!ctx.keys.macMatches(CODE_PURPOSE, `${row.id} ${code}`, mac)) {
    await countWrongCode(tx, row.id);
    return 'WRONG';
  }
  const number = ctx.keys.open(payerAccount(row.organization_id), sealed);
  const account = sealAccount(ctx, row.organization_id, { bankId, name, number });
  await consent(ctx, tx, link, { account, way: 'PAGE', shown: shownTerms(link), trace });
  return 'CONSENTED';
}
