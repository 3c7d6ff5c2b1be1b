import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { mandateDetails, mandateSentence } from '@tegeka/contract/mandates/mandate-words.ts';
import type { Mandate } from '@tegeka/contract/mandates/mandates.ts';
import { findConfirmingBank } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readCustomer } from '#features/customers/customers-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Actor } from '#platform/state/transition.ts';
import {
  accountColumns,
  type MandateAccount,
  payerAccount,
  sealAccount,
} from './mandates-accounts.ts';
import { ASKED_DAYS, mobileOf, tokenHash } from './mandates-asking.ts';
import { recordConsent } from './mandates-asking-bank.ts';
import {
  CODE_PURPOSE,
  countWrongCode,
  endAttempt,
  findLink,
  lockAttempt,
  writeTyped,
} from './mandates-consent-store.ts';
import { newEvidence, shownTerms, writeEvidence } from './documents/mandates-evidence-store.ts';
import { logoPath } from './documents/mandates-logo.ts';
import { mandateOf, type MandateRow, readMandateRow, transitionMandate } from './mandates-store.ts';
import { MANDATE_MESSAGES } from './mandates-templates.ts';

/** A link that can still be answered, and what the payer is shown. */
export interface OpenLink {
  kind: 'OPEN';
  row: MandateRow;
  mandate: Mandate;
  merchantName: string;
  /** The phone that a code goes to and counts from; null where the customer has none by now. */
  mobile: string | null;
  /** Where the logo of who asks is; null without a small one, and without a page. */
  logo: string | null;
  sentence: string;
  details: string[];
}

/** What a link leads to. */
export type ConsentLink = OpenLink | { kind: 'UNKNOWN' | 'EXPIRED' | 'ANSWERED' };

/** Who answers, as the evidence holds it. */
export interface Trace {
  address: string;
  userAgent: string | null;
  now: Date;
}

/** The payer, as timelines name them. */
export const payerActor = ({ customer }: Mandate): Actor => ({
  kind: 'CONSUMER',
  id: customer.id,
  name: customer.name,
});

/** Finds what a link leads to, and locks its mandate until the transaction ends. */
export async function openLink(tx: Tx, token: string, now: Date): Promise<ConsentLink> {
  const link = await findLink(tx, tokenHash(token));
  if (!link) return { kind: 'UNKNOWN' };
  const ends = link.lastSentAt.getTime() + ASKED_DAYS * DAY_MS;
  const question = await openQuestion(tx, link.mandateId);
  const isOver = (await businessTime(tx, now)).getTime() >= ends;
  if (question.kind !== 'OPEN') return question;
  if (isOver) return { kind: 'EXPIRED' };
  const { organizationId } = link;
  return { ...question, logo: await logoPath(tx, { token, organizationId }) };
}

/** Locks a mandate and tells what its payer is asked. */
export async function openQuestion(tx: Tx, mandateId: string): Promise<ConsentLink> {
  const row = await readMandateRow(tx, mandateId, true);
  if (row.state !== 'PENDING_VERIFICATION')
    return { kind: row.state === 'EXPIRED' ? 'EXPIRED' : 'ANSWERED' };
  const mandate = mandateOf(row);
  const merchantName = row.merchant_name;
  return {
    kind: 'OPEN',
    row,
    mandate,
    merchantName,
    mobile: mobileOf(await readCustomer(tx, row.customer_id)),
    logo: null,
    sentence: mandateSentence(merchantName, mandate),
    details: mandateDetails(mandate),
  };
}

const CODE_MINUTES = 10;
const CODE_TRIES = 5;
const CODES_MAX = 5;
const CODE_PAUSE_MS = 60_000;

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
  // A day later the codes and tries are counted anew.
  if (attempt && waited >= DAY_MS) await endAttempt(tx, row.id);
  const code = ctx.ids.digits(5);
  await writeTyped(tx, row, {
    bankId: bank.id,
    accountName: typed.accountName,
    accountSealed: ctx.keys.seal(payerAccount(row.organization_id), typed.accountNumber),
    phone: mobile,
    codeMac: ctx.keys.mac(CODE_PURPOSE, `${row.id} ${code}`),
    expiresAt: new Date(now.getTime() + CODE_MINUTES * 60_000),
    sentAt: now,
  });
  const accountEnd = typed.accountNumber.slice(-4);
  const message = MANDATE_MESSAGES['mandate-code']({ merchantName, code, accountEnd });
  await ctx.notifications.send(tx, { channel: 'sms', to: mobile, message });
  return 'SENT';
}

/** How a question was answered. */
export interface Answered {
  way: 'PAGE' | 'SMS';
  /** What the payer has read. */
  shown: string;
  trace: Trace;
}

/** Writes the consent down with its evidence and asks the payer's bank. */
export async function consent(
  ctx: AppContext,
  tx: Tx,
  link: OpenLink,
  given: Answered & { account: MandateAccount | null },
): Promise<void> {
  const { row, mandate, mobile: phone } = link;
  const { account, way, shown, trace } = given;
  const at = await businessTime(tx, trace.now);
  await endAttempt(tx, row.id);
  await writeEvidence(tx, row, {
    ...newEvidence(ctx, shown, trace),
    kind: 'CONSENTED',
    way,
    at,
    payerName: account?.name ?? mandate.accountName ?? mandate.customer.name,
    phone,
    reason: null,
  });
  await transitionMandate(tx, {
    id: row.id,
    to: 'PENDING_APPROVAL',
    actor: payerActor(mandate),
    reason: null,
    at,
    ...(account && { set: accountColumns(account) }),
  });
  await recordConsent(ctx, tx, row);
}

/** The end of the account that the newest code is for; null where none is typed in. */
export async function readTypedEnd(
  { keys }: Pick<AppContext, 'keys'>,
  tx: Tx,
  { row }: OpenLink,
): Promise<string | null> {
  const sealed = (await lockAttempt(tx, row.id))?.account_sealed ?? null;
  return sealed && keys.open(payerAccount(row.organization_id), sealed).slice(-4);
}

/** How a code ended. */
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
  // Who has the phone of the code is no longer who is asked.
  if (attempt.asked_phone !== link.mobile) return 'USED_UP';
  if (attempt.wrong_codes >= CODE_TRIES * attempt.codes_sent) return 'USED_UP';
  if (!ctx.keys.macMatches(CODE_PURPOSE, `${row.id} ${code}`, mac)) {
    await countWrongCode(tx, row.id);
    return 'WRONG';
  }
  const number = ctx.keys.open(payerAccount(row.organization_id), sealed);
  const account = sealAccount(ctx, row.organization_id, { bankId, name, number });
  await consent(ctx, tx, link, { account, way: 'PAGE', shown: shownTerms(link), trace });
  return 'CONSENTED';
}

/** The payer says no, and why. */
export async function declineConsent(
  ctx: AppContext,
  tx: Tx,
  link: OpenLink,
  { reason, way, shown, trace }: Answered & { reason: string },
): Promise<void> {
  const { row, mandate, mobile: phone } = link;
  const at = await businessTime(tx, trace.now);
  await endAttempt(tx, row.id);
  await writeEvidence(tx, row, {
    ...newEvidence(ctx, shown, trace),
    kind: 'DECLINED',
    way,
    at,
    payerName: mandate.customer.name,
    phone,
    reason,
  });
  const actor = payerActor(mandate);
  await transitionMandate(tx, { id: row.id, to: 'REJECTED', actor, reason, at });
}
