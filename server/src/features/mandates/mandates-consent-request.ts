import { createHash } from 'node:crypto';
import { DAY_MS, isoDay } from '@tegeka/contract/kit/day.ts';
import type { Customer } from '@tegeka/contract/customers/customers.ts';
import {
  mandateBrief,
  mandateDetails,
  mandateMessage,
} from '@tegeka/contract/mandates/mandate-texts.ts';
import { subscriberOf } from '@tegeka/contract/kit/phone.ts';
import { dueDays, startFrom } from '@tegeka/contract/mandates/schedule-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readCustomer } from '#features/customers/customers-store.ts';
import { readActiveMerchants } from '#features/merchants/merchants-references.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { LimitResult } from '#platform/http/limits.ts';
import { originOf } from '#platform/http/origins.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';
import type { Actor } from '#platform/state/transition.ts';
import { endCode, makeCode } from '#platform/security/one-time-codes.ts';
import {
  consentCode,
  endAttempt,
  writeLink,
  writeConsentRequest,
} from './mandates-consent-store.ts';
import {
  ASKED_DAYS,
  inDays,
  NEXT_ACTIONS,
  REMINDED_AFTER,
  setNextAction,
} from './mandates-next-action.ts';
import { mandateOf, type MandateRow, readMandateRow, transitionMandate } from './mandates-store.ts';
import { MANDATE_MESSAGES } from './messages/mandates-templates.ts';

/** Links are stored by this hash: nobody can open one without its token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The mobile number of a customer; null where they have none. */
export function mobileOf({ phoneNumber }: Pick<Customer, 'phoneNumber'>): string | null {
  return phoneNumber !== null && subscriberOf(phoneNumber, 'mobile') !== null ? phoneNumber : null;
}

/** The mobile number of a customer, to which a code can go. Refuses INPUT_INVALID without one. */
export function expectMobile(customer: Pick<Customer, 'phoneNumber'>): string {
  const mobile = mobileOf(customer);
  if (mobile !== null) return mobile;
  const message = 'This customer has no mobile number: enter one, or use the signed form';
  throw refuseField('consentWay', message);
}

/** Data of all messages that ask a payer. */
function askingOf({ config }: Pick<AppContext, 'config'>, row: MandateRow, token: string) {
  const mandate = mandateOf(row);
  return {
    merchantName: row.merchant_name,
    payerName: mandate.customer.name,
    request: mandateMessage(row.merchant_name, mandate),
    details: mandateDetails(mandate),
    link: `${originOf(config.http, 'CONSUMER')}/mandates/${token}`,
    reference: mandate.reference,
  };
}

/** Sends a new link by SMS. Returns the data of the message. */
export async function sendConsentLink(
  ctx: AppContext,
  tx: Tx,
  row: MandateRow,
  { mobile, at }: { mobile: string; at: Date },
) {
  const token = ctx.ids.secret();
  const data = askingOf(ctx, row, token);
  await writeLink(tx, row, { hash: tokenHash(token), at });
  const message = MANDATE_MESSAGES['mandate-asked-sms'](data);
  const { organization_id: organizationId } = row;
  await ctx.notifications.send(tx, { channel: 'sms', to: mobile, message, organizationId });
  return data;
}

/** Days that the code of a request by SMS is valid: longer than a request waits for its answer. */
const REQUEST_DAYS = 30;

/** Sends the request to a customer, in the way that the mandate has. */
async function sendConsentRequest(
  ctx: AppContext,
  tx: Tx,
  row: MandateRow,
  { customer, mobile, at }: { customer: Customer; mobile: string; at: Date },
): Promise<void> {
  const { organization_id: organizationId } = row;
  if (row.consent_way === 'SMS') {
    await endAttempt(tx, row.id);
    const until = new Date(ctx.clock.now().getTime() + REQUEST_DAYS * DAY_MS);
    const code = await makeCode(ctx, tx, consentCode(row), until);
    const { reference } = row;
    const brief = mandateBrief(row.merchant_name, mandateOf(row));
    const message = MANDATE_MESSAGES['mandate-asked-reply']({ brief, reference, code });
    await writeConsentRequest(ctx, tx, row, { phone: mobile, shown: message.text });
    return ctx.notifications.send(tx, { channel: 'sms', to: mobile, message, organizationId });
  }
  const data = await sendConsentLink(ctx, tx, row, { mobile, at });
  if (customer.email !== null)
    await ctx.notifications.send(tx, {
      channel: 'email',
      to: customer.email,
      message: MANDATE_MESSAGES['mandate-asked-email'](data),
      organizationId,
    });
}

/** How often a payer can be asked again about one mandate. */
const REQUEST_LIMIT = { points: 5, seconds: DAY_MS / 1000 };
/** Consent requests to one phone, and to one email address, by all businesses: reminders are not counted. */
const PERSON_LIMIT = { points: 20, seconds: DAY_MS / 1000 };

type AskingContext = Pick<AppContext, 'limits' | 'notifications'>;

/** Whether a payer may be asked now, and why not. */
type AskLimit = LimitResult & { refusal?: 'MESSAGE_BUDGET_USED' };

/** Refuses TOO_MANY_REQUESTS or MESSAGE_BUDGET_USED where a payer may not be asked now. */
export function expectAllowed(result: AskLimit): void {
  if (!result.allowed) throw refuse(result.refusal ?? 'TOO_MANY_REQUESTS', result);
}

/** Counts a request to a phone, and to the email address beside it: who gets it may be a stranger to the business. */
export async function countAsked(
  { limits, notifications }: AskingContext,
  tx: Tx,
  row: Pick<MandateRow, 'organization_id' | 'consent_way' | 'customer_id'>,
): Promise<AskLimit> {
  const { phoneNumber, email } = await readCustomer(tx, row.customer_id);
  if (row.consent_way === 'FORM' || phoneNumber === null)
    return { allowed: true, retryAfterSeconds: 0 };
  const retryAfterSeconds = await notifications.budgetPause(tx, row.organization_id, 'sms');
  if (retryAfterSeconds > 0)
    return { allowed: false, retryAfterSeconds, refusal: 'MESSAGE_BUDGET_USED' };
  const phone = await limits.consumeIn(
    tx,
    'consent requests to a phone',
    phoneNumber,
    PERSON_LIMIT,
  );
  if (!phone.allowed || row.consent_way !== 'PAGE' || email === null) return phone;
  return limits.consumeIn(tx, 'consent requests by email', email.toLowerCase(), PERSON_LIMIT);
}

/** Counts a request that may be a repetition, against the limits of its mandate and of the phone. */
export async function countAskedAgain(
  ctx: AskingContext,
  tx: Tx,
  row: Pick<MandateRow, 'id' | 'organization_id' | 'consent_way' | 'customer_id'>,
): Promise<AskLimit> {
  const again = await ctx.limits.consumeIn(tx, 'consent requests', row.id, REQUEST_LIMIT);
  return again.allowed ? countAsked(ctx, tx, row) : again;
}

/** True once the last day of a mandate has passed: nothing could be collected by it any more. */
export const isOver = (end: string | null, today: string): boolean => end !== null && end < today;

/**
 * Moves a first day that has passed to today or later, before the payer is asked. Terms that would then
 * begin after their last day are left as they are.
 */
async function beginsAhead(tx: Tx, row: MandateRow, at: Date): Promise<MandateRow> {
  const { schedule, start, end } = mandateOf(row);
  const first = startFrom(schedule, { start, end }, isoDay(at));
  if (first === start || (end !== null && first > end)) return row;
  const next = dueDays(schedule, { start: first, end }, first, 1)[0]?.day ?? null;
  await tx
    .updateTable('mandates')
    .set({ starts_on: first, next_due_on: next })
    .where('id', '=', row.id)
    .execute();
  return { ...row, starts_on: first, next_due_on: next };
}

/**
 * Asks the payer, for the first time or again. All links of the mandate then end in seven days. The
 * signed form is handed over by the merchant: nothing is sent. Refuses MANDATE_STATE, and MANDATE_OVER after
 * the last day.
 */
export async function requestConsent(
  ctx: AppContext,
  tx: Tx,
  found: MandateRow,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  if (!['GENERATED', 'PENDING_VERIFICATION'].includes(found.state)) throw refuse('MANDATE_STATE');
  const at = await businessTime(tx, now);
  if (isOver(found.ends_on, isoDay(at))) throw refuse('MANDATE_OVER');
  const row = await beginsAhead(tx, found, at);
  if (row.consent_way !== 'FORM') {
    const customer = await readCustomer(tx, row.customer_id);
    if (customer.status !== 'ACTIVE') throw refuse('CUSTOMER_DISABLED');
    const mobile = expectMobile(customer);
    await endCode(ctx, tx, consentCode(row));
    await sendConsentRequest(ctx, tx, row, { customer, mobile, at });
  }
  if (row.state === 'GENERATED')
    await transitionMandate(tx, {
      id: row.id,
      to: 'PENDING_VERIFICATION',
      actor,
      reason: null,
      at,
    });
  const days = row.consent_way === 'FORM' ? ASKED_DAYS : REMINDED_AFTER[0];
  const what = row.consent_way === 'FORM' ? 'EXPIRE' : 'REMIND_1';
  await setNextAction(tx, row.id, { at: inDays(at, days), what });
}

/** Reminds a payer who has not answered. */
export async function remind(
  ctx: AppContext,
  tx: Tx,
  { id, what, at }: { id: string; what: keyof typeof NEXT_ACTIONS; at: Date },
): Promise<void> {
  const row = await readMandateRow(tx, id);
  const customer = await readCustomer(tx, row.customer_id);
  const mobile = mobileOf(customer);
  const { organization_id: owner } = row;
  const mayAsk = (await readActiveMerchants(tx, [owner])).has(owner);
  // A payer who can not be asked any more gets no reminder; the deadline stays.
  const isOpen = mayAsk && !isOver(row.ends_on, isoDay(at));
  if (isOpen && customer.status === 'ACTIVE' && mobile !== null)
    await sendConsentRequest(ctx, tx, row, { customer, mobile, at });
  const next = NEXT_ACTIONS[what];
  await setNextAction(tx, id, { at: inDays(at, next.days), what: next.what });
}
