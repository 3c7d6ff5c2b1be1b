import type { MandateInput, MandateTerms } from '@tegeka/contract/mandates/mandate-commands.ts';
import { mandateErrors } from '@tegeka/contract/mandates/mandate-commands.ts';
import { largestAmount } from '@tegeka/contract/products.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { MANDATE, type Mandate } from '@tegeka/contract/mandates/mandates.ts';
import { agreedSchedule, monthsPhase } from '@tegeka/contract/mandates/schedule-days.ts';
import type { Product } from '@tegeka/contract/products.ts';
import { findConfirmation, findConfirmingBank } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readCustomer } from '#features/customers/customers-store.ts';
import { rateOn } from '#features/pricing/pricing-store.ts';
import { readProduct } from '#features/products/products-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Actor, recordFirstState } from '#platform/state/transition.ts';
import { keepAccount, type MandateAccount, encryptAccount } from './mandates-accounts.ts';
import { requestConsent, countAsked, expectAllowed } from './mandates-consent-request.ts';
import { waitForBank } from './mandates-bank-request.ts';
import { expectOfficers } from './documents/mandates-form.ts';
import { findConsent } from './documents/mandates-evidence-store.ts';
import { nextEnd, reactivation } from './mandates-confirmation.ts';
import {
  insertMandate,
  mandateOf,
  type MandateRow,
  newReference,
  readMandateRow,
  transitionMandate,
} from './mandates-store.ts';

/** Who makes a mandate for which business, and when by the wall clock. */
export interface MandateMaker {
  organizationId: string;
  actor: Actor;
  now: Date;
}

type TermsInput = Omit<MandateInput, 'customerId'>;

function invalid(errors: { field: string; message: string }[]) {
  return refuse('INPUT_INVALID', { fields: errors });
}

/** The terms of the product, or those that were typed in; limits that were left out follow from them. */
async function termsOf(
  tx: Tx,
  input: TermsInput,
): Promise<{ terms: MandateTerms; product: Product | null }> {
  const { maxPerPeriod, period, maxCount, maxTotal, start, end } = input;
  const limits = { maxPerPeriod, period, maxCount, maxTotal, start, end };
  if (input.productId !== null) {
    const product = await readProduct(tx, input.productId);
    if (product.state !== 'ACTIVE') throw refuse('PRODUCT_DISABLED');
    const { amountKind, amount, schedule, noticeDays, retries } = product;
    const terms = { amountKind, amount, schedule, noticeDays, retries };
    return { terms: { ...terms, ...limits, maxPerDebit: limitOf(input, terms) }, product };
  }
  const { amountKind, schedule, amount = null, noticeDays = 2, retries = 0 } = input;
  if (amountKind === undefined || schedule === undefined)
    throw invalid([{ field: 'productId', message: 'Choose a product or enter the terms' }]);
  const terms = { amountKind, amount, schedule, noticeDays, retries };
  return { terms: { ...terms, ...limits, maxPerDebit: limitOf(input, terms) }, product: null };
}

function limitOf(
  { maxPerDebit }: TermsInput,
  { amount, schedule }: Pick<MandateTerms, 'amount' | 'schedule'>,
): number {
  if (maxPerDebit !== undefined) return maxPerDebit;
  const largest = largestAmount({ amount, schedule });
  if (largest > 0) return largest;
  throw invalid([{ field: 'maxPerDebit', message: 'Say how much one debit may be at most' }]);
}

const BANK_CONFIRMS_NONE = 'This bank does not confirm mandates yet. Name an account elsewhere.';

/** The account that the merchant names; null where the payer names it on the page. */
async function accountOf(
  ctx: Pick<AppContext, 'keys'>,
  tx: Tx,
  { consentWay, bankId, accountName, accountNumber }: TermsInput,
  { organizationId, today }: { organizationId: string; today: Date },
): Promise<MandateAccount | null> {
  if (consentWay === 'PAGE') return null;
  if (bankId === null || accountName === null || accountNumber === null) {
    const missing = { bankId, accountName, accountNumber };
    throw invalid(
      Object.entries(missing)
        .filter(([, value]) => value === null)
        .map(([field]) => ({ field, message: "Enter the payer's account" })),
    );
  }
  const bank = await findConfirmingBank(tx, bankId, today);
  if (!bank) throw invalid([{ field: 'bankId', message: BANK_CONFIRMS_NONE }]);
  if (consentWay === 'FORM') await expectOfficers(tx, bankId, 'consentWay');
  return encryptAccount(ctx, organizationId, { bankId, name: accountName, number: accountNumber });
}

async function expectPayer(tx: Tx, customerId: string, way: Mandate['consentWay']): Promise<void> {
  const customer = await readCustomer(tx, customerId);
  if (customer.status !== 'ACTIVE') throw refuse('CUSTOMER_DISABLED');
  if (way === 'SMS' && customer.phoneNumber === null)
    throw invalid([
      { field: 'consentWay', message: 'This customer has no phone number: choose another way' },
    ]);
}

/** Creates a mandate in state GENERATED. Refuses INPUT_INVALID with a message at each wrong field. */
async function makeMandate(
  ctx: AppContext,
  tx: Tx,
  { organizationId, actor, now }: MandateMaker,
  input: MandateInput,
  replaced: MandateRow | null = null,
): Promise<string> {
  const at = await businessTime(tx, now);
  const today = isoDay(at);
  await expectPayer(tx, input.customerId, input.consentWay);
  const { terms: asked, product } = await termsOf(tx, input);
  const before = replaced && mandateOf(replaced);
  const terms = { ...asked, schedule: agreedSchedule(asked.schedule, asked.start, before) };
  const errors = mandateErrors(terms, { today, cap: await rateOn(tx, 'DEBIT_CAP', today) });
  if (errors.length > 0) throw invalid(errors);
  const id = ctx.ids.uuid(now);
  await insertMandate(tx, {
    id,
    organizationId,
    reference: newReference(ctx),
    seriesId: replaced?.series_id ?? id,
    replacesId: replaced?.id ?? null,
    customerId: input.customerId,
    product,
    account: await accountOf(ctx, tx, input, { organizationId, today: at }),
    terms,
    consentWay: input.consentWay,
    at,
  });
  await recordFirstState(tx, MANDATE, { organizationId, id, to: 'GENERATED', actor, at });
  return id;
}

/** Asks about a mandate that was just made. Refuses TOO_MANY_REQUESTS and MESSAGE_BUDGET_USED. */
async function askFirst(ctx: AppContext, tx: Tx, id: string, maker: MandateMaker): Promise<void> {
  const row = await readMandateRow(tx, id, true);
  expectAllowed(await countAsked(ctx, tx, row));
  await requestConsent(ctx, tx, row, maker);
}

/** Creates a mandate and asks the payer where `send` is set. */
export async function createMandate(
  ctx: AppContext,
  tx: Tx,
  maker: MandateMaker,
  { send, ...input }: MandateInput & { send: boolean },
): Promise<Mandate> {
  const id = await makeMandate(ctx, tx, maker, input);
  if (send) await askFirst(ctx, tx, id, maker);
  return mandateOf(await readMandateRow(tx, id));
}

const comparedTerms = (row: MandateRow) => {
  const mandate = mandateOf(row);
  const { maxPerDebit, maxPerPeriod, maxCount, maxTotal, end, period, schedule } = mandate;
  return {
    // No limit counts as the highest one.
    limits: [maxPerDebit, maxPerPeriod, maxCount, maxTotal].map((limit) => limit ?? Infinity),
    retries: mandate.retries,
    end: end ?? '9999-12-31',
    noticeDays: mandate.noticeDays,
    isPlan: schedule.kind === 'ONE_OFF' || schedule.kind === 'INSTALMENTS',
    rhythm: JSON.stringify([period, schedule, monthsPhase(schedule, mandate.start)]),
  };
};

/**
 * Returns true if new terms need new consent: higher limits, more retries, other days, a later end or a
 * shorter notice. One-off and instalment plans always do: the new mandate collects the whole plan.
 */
function rises(old: MandateRow, next: MandateRow): boolean {
  const [was, is] = [comparedTerms(old), comparedTerms(next)];
  const more =
    is.retries > was.retries || is.limits.some((limit, n) => limit > (was.limits[n] ?? 0));
  const other = is.rhythm !== was.rhythm || is.noticeDays < was.noticeDays;
  return more || other || is.isPlan || is.end > was.end;
}

/** True where an account is named that the payer has not agreed to have debited. */
const namesAnother = (old: MandateRow, next: MandateRow): boolean =>
  next.account_fingerprint !== null && next.account_fingerprint !== old.account_fingerprint;

/** True where the payer would pay for something named that they have not consented to. */
const isForOther = (old: MandateRow, next: MandateRow): boolean =>
  next.payment_for !== null && next.payment_for !== old.payment_for;

/**
 * Creates a replacement. Higher limits, another account or product need new consent; otherwise the consent
 * carries over and the bank confirms. The old mandate ends when the new one becomes active.
 */
export async function replaceMandate(
  ctx: AppContext,
  tx: Tx,
  maker: MandateMaker,
  { id, input }: { id: string; input: TermsInput },
): Promise<Mandate> {
  const old = await readMandateRow(tx, id, true);
  if (!['ACTIVE', 'PAUSED'].includes(old.state)) throw refuse('MANDATE_STATE');
  const newId = await makeMandate(ctx, tx, maker, { ...input, customerId: old.customer_id }, old);
  const made = await readMandateRow(tx, newId, true);
  if (rises(old, made) || namesAnother(old, made) || isForOther(old, made)) {
    await askFirst(ctx, tx, newId, maker);
  } else {
    const { actor, now } = maker;
    const confirmation = old.bank_id === null ? null : await findConfirmation(tx, old.bank_id);
    if (!confirmation) throw invalid([{ field: 'bankId', message: BANK_CONFIRMS_NONE }]);
    const way = (await findConsent(tx, old))?.way;
    if (way === 'FORM') await expectOfficers(tx, old.bank_id, 'consentWay');
    await keepAccount(tx, made, old.id);
    const at = await businessTime(tx, now);
    const reason = `The consent to ${old.reference} goes on: no limit rises`;
    await waitForBank(ctx, tx, made, { actor, reason, at });
  }
  return mandateOf(await readMandateRow(tx, newId));
}

/** Pauses a mandate, or resumes it. Refuses MANDATE_STATE. */
export async function pauseMandate(
  tx: Tx,
  id: string,
  command: {
    to: 'PAUSED' | 'ACTIVE';
    actor: Actor;
    reason: string | null;
    now: Date;
  },
): Promise<Mandate> {
  const { to, actor, reason, now } = command;
  const row = await readMandateRow(tx, id, true);
  const from: Record<typeof to, readonly string[]> = {
    PAUSED: ['ACTIVE'],
    ACTIVE: ['PAUSED'],
  };
  if (!from[to].includes(row.state)) throw refuse('MANDATE_STATE');
  const at = await businessTime(tx, now);
  const set = to === 'ACTIVE' ? reactivation(row, at) : nextEnd(row);
  await transitionMandate(tx, { id, to, actor, reason, at, set });
  return mandateOf(await readMandateRow(tx, id));
}
