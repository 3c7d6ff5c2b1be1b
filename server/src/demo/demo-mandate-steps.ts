import type { DecisionInput } from '@tegeka/contract/approval-decisions.ts';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import type { Customer } from '@tegeka/contract/customers/customers.ts';
import type { MandateInput } from '@tegeka/contract/mandates/mandate-commands.ts';
import type { Product } from '@tegeka/contract/products.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { encryptAccount } from '#features/mandates/mandates-accounts.ts';
import { requestConsent } from '#features/mandates/mandates-consent-request.ts';
import { CONFIRMATION } from '#features/mandates/mandates-bank-request.ts';
import { cancelMandate } from '#features/mandates/mandates-confirmation.ts';
import {
  type Answered,
  consent,
  declineConsent,
  openConsentRequest,
} from '#features/mandates/mandates-consent.ts';
import { shownTerms } from '#features/mandates/documents/mandates-evidence-store.ts';
import { lockAsked, openShown } from '#features/mandates/mandates-consent-store.ts';
import { setSuspended } from '#features/mandates/mandates-views.ts';
import {
  createMandate,
  pauseMandate,
  replaceMandate,
} from '#features/mandates/mandates-service.ts';
import { readMandateRow } from '#features/mandates/mandates-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { AuditedPerson } from '#platform/history/audit.ts';
import { actorOf } from '#platform/state/transition.ts';
import { decide } from './demo-callers.ts';

type ProductCode = 'DELIVERY' | 'STOCK' | 'ORDER';

export type End =
  | 'MADE'
  | 'ASKED'
  | 'DECLINED'
  | 'CONSENTED'
  | 'CONFIRMED'
  | 'REFUSED'
  | 'PAUSED'
  | 'SUSPENDED'
  | 'CANCELLED'
  | 'REPLACED';

export interface DemoMandate {
  /** The reference of the customer. */
  customer: string;
  product: ProductCode;
  daysAgo: number;
  end: End;
  /** Days from its making to its first day; none if left out. */
  startsAfter?: number;
  way?: 'SMS';
  /** The payer's bank answers by messages, which the simulator sends. */
  messages?: true;
}

export interface Demo {
  owner: AuditedPerson;
  officer: AuditedPerson;
  bankId: string;
  /** A bank without officers here. */
  messageBankId: string;
  /** By their codes. */
  products: ReadonlyMap<string, Product>;
  /** By their references. */
  customers: ReadonlyMap<string, Customer>;
}

export interface DemoContext {
  ctx: AppContext;
  now: Date;
  demo: Demo;
  mandate: DemoMandate;
  /** The mandate, made by the first step, and those that replace it. */
  mandateIds: string[];
}

export type Step = (context: DemoContext, tx: PlatformTx) => Promise<unknown>;

const mandateOf = ({ mandateIds: [id = ''] }: Pick<DemoContext, 'mandateIds'>) => id;

const makerOf = ({ demo: { owner }, now }: DemoContext) => ({
  organizationId: owner.organizationId,
  actor: actorOf(owner),
  now,
});

/** Each customer has an account of their own. */
const accountNumberOf = ({ customer }: DemoMandate) => `903007100${customer.slice(-4)}`;

function customerOf({ demo, mandate }: DemoContext): { id: string; name: string } {
  const customer = demo.customers.get(mandate.customer);
  if (!customer) throw new Error(`There is no customer ${mandate.customer}`);
  return { id: customer.id, name: `${customer.firstName} ${customer.lastName}` };
}

function termsOf(context: DemoContext, today: string): MandateInput {
  const { demo, mandate } = context;
  const customer = customerOf(context);
  const varies = mandate.product === 'ORDER';
  const answersSms = mandate.way === 'SMS';
  return {
    customerId: customer.id,
    productId: demo.products.get(mandate.product)?.id ?? null,
    ...(varies && { maxPerDebit: 800_000 }),
    maxPerPeriod: varies ? 2_000_000 : null,
    period: varies ? 'MONTH' : null,
    maxCount: null,
    maxTotal: null,
    start: addDays(today, mandate.startsAfter ?? 0),
    end: null,
    consentWay: mandate.way ?? 'PAGE',
    bankId: answersSms ? demo.bankId : null,
    accountName: answersSms ? customer.name : null,
    accountNumber: answersSms ? accountNumberOf(mandate) : null,
  };
}

const make: Step = async (context, tx) => {
  const today = isoDay(await businessTime(tx, context.now));
  const input = { ...termsOf(context, today), send: false };
  context.mandateIds.push((await createMandate(context.ctx, tx, makerOf(context), input)).id);
};

const ask: Step = async (context, tx) =>
  requestConsent(
    context.ctx,
    tx,
    await readMandateRow(tx, mandateOf(context), true),
    makerOf(context),
  );

/** The payer answers in the way in which they were asked. */
const answer =
  (agrees: boolean): Step =>
  async (context, tx) => {
    const { ctx, now, demo, mandate, mandateIds } = context;
    const request = await openConsentRequest(tx, mandateOf({ mandateIds }));
    if (request.kind !== 'OPEN') throw new Error(`${mandate.customer} can not answer any more`);
    const { way = 'PAGE' } = mandate;
    const clientInfo = { address: '127.0.0.1', userAgent: null, now };
    const { mobile, row } = request;
    const sms = mobile === null ? null : await lockAsked(tx, mobile, row.id);
    const shown = sms ? openShown(ctx, sms) : shownTerms(request);
    const answered: Answered = { way, shown, clientInfo };
    if (!agrees) return declineConsent(ctx, tx, request, { ...answered, reason: 'I pay in cash' });
    const { organizationId } = demo.owner;
    const bankId = mandate.messages ? demo.messageBankId : demo.bankId;
    const typed = { bankId, name: customerOf(context).name, number: accountNumberOf(mandate) };
    const account = way === 'SMS' ? null : encryptAccount(ctx, organizationId, typed);
    return consent(ctx, tx, request, { ...answered, account });
  };

const decideAs =
  (input: (snapshotHash: string) => DecisionInput): Step =>
  async ({ ctx, demo: { owner, officer }, mandateIds }, tx) => {
    const { organizationId } = owner;
    for (const entityId of mandateIds)
      await decide(ctx, tx, officer, { action: CONFIRMATION, entityId, organizationId }, input);
  };

const confirm = decideAs((snapshotHash) => ({ decision: 'APPROVE', snapshotHash }));
const refuse = decideAs((snapshotHash) => ({
  decision: 'REJECT',
  snapshotHash,
  code: 'NAME_DIFFERS',
  comment: 'The account is in the name of his wife.',
}));

const pause: Step = (context, tx) =>
  pauseMandate(tx, mandateOf(context), {
    ...makerOf(context),
    to: 'PAUSED',
    reason: 'His shop is being rebuilt.',
  });

const cancel: Step = (context, tx) => {
  const maker = makerOf(context);
  const mandate = { id: mandateOf(context), organization_id: maker.organizationId };
  return cancelMandate(context.ctx, tx, mandate, { ...maker, reason: 'She moved away.' });
};

const suspend: Step = async ({ demo: { officer }, mandateIds, now }, tx) =>
  setSuspended(tx, await readMandateRow(tx, mandateOf({ mandateIds }), true), {
    suspends: true,
    by: 'BANK',
    actor: actorOf(officer),
    reason: 'The customer disputes the contract.',
    at: await businessTime(tx, now),
  });

/** Lowers the amount: the consent stays valid, and the bank confirms again. */
const lower =
  (amount: number): Step =>
  async (context, tx) => {
    const today = isoDay(await businessTime(tx, context.now));
    const terms = {
      ...termsOf(context, today),
      productId: null,
      amountKind: 'FIXED' as const,
      amount,
      schedule: { kind: 'MONTHLY' as const, day: 5 },
    };
    const command = { id: mandateOf(context), input: terms };
    context.mandateIds.push((await replaceMandate(context.ctx, tx, makerOf(context), command)).id);
  };

/** The step that asks the bank. It has transactions of its own. */
export const BANK = 'BANK' as const;

const CONFIRMED = [make, ask, answer(true), BANK, confirm] as const;

export const STEPS: Record<End, readonly (Step | typeof BANK)[]> = {
  MADE: [make],
  ASKED: [make, ask],
  DECLINED: [make, ask, answer(false)],
  CONSENTED: [make, ask, answer(true), BANK],
  CONFIRMED,
  REFUSED: [make, ask, answer(true), BANK, refuse],
  PAUSED: [...CONFIRMED, pause],
  SUSPENDED: [...CONFIRMED, suspend],
  CANCELLED: [...CONFIRMED, cancel],
  // Two replacements are made by mistake: the bank can confirm one of them.
  REPLACED: [...CONFIRMED, lower(200_000), lower(180_000), BANK, confirm],
};
