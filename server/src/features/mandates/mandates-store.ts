import { makeReference } from '@tegeka/contract/kit/reference.ts';
import type { MandateTerms } from '@tegeka/contract/mandates/mandate-commands.ts';
import {
  MANDATE,
  type Mandate,
  type MandateState,
  mandateShape,
} from '@tegeka/contract/mandates/mandates.ts';
import { agreedSchedule, dueDays } from '@tegeka/contract/mandates/schedule-days.ts';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import * as z from 'zod/mini';
import { bankNameOf, hasOfficers } from '#features/banks/banks-store.ts';
import { customerNameOf } from '#features/customers/customers-store.ts';
import { merchantNameOf } from '#features/merchants/merchants-store.ts';
import { productNameOf } from '#features/products/products-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Mandates } from '#platform/database/tables.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Actor, transition } from '#platform/state/transition.ts';
import { accountColumns, type MandateAccount } from './mandates-accounts.ts';

const dayText = (column: string) => sql<string>`${sql.ref(`mandates.${column}`)}::text`;
const maybeDay = (column: string) => sql<string | null>`${sql.ref(`mandates.${column}`)}::text`;

/** Who can lift a suspension: who made it, or operators for a bank without officers. */
const REINSTATABLE_BY = sql<string | null>`case when mandates.suspended_by = 'BANK'
  and not ${hasOfficers('mandates')} then 'OPERATOR' else mandates.suspended_by end`;

/** Mandates with the names of what they point to. */
export function mandates(tx: Tx) {
  return tx
    .selectFrom('mandates')
    .select(['mandates.id', 'mandates.organization_id', 'reference', 'series_id', 'replaces_id'])
    .select(['customer_id', 'product_id', 'payment_for', 'bank_id', 'account_name'])
    .select(['account_last_four', 'encrypted_account', 'account_fingerprint'])
    .select(['amount_kind', 'amount', 'schedule'])
    .select(['notice_days', 'retries', 'max_per_debit', 'max_per_period', 'period', 'max_count'])
    .select(['max_total', 'consent_way', 'mandates.state', 'reason', 'suspended_by'])
    .select([
      'revision',
      'created_at',
      'next_action_at',
      'next_action',
      REINSTATABLE_BY.as('reinstatable_by'),
    ])
    .select([dayText('starts_on').as('starts_on'), maybeDay('ends_on').as('ends_on')])
    .select(maybeDay('next_due_on').as('next_due_on'))
    .select(maybeDay('collect_next_on').as('collect_next_on'))
    .select([
      customerNameOf('mandates').as('customer_name'),
      productNameOf('mandates').as('product_name'),
      bankNameOf('mandates').as('bank_name'),
      merchantNameOf('mandates').as('merchant_name'),
    ]);
}

export type MandateRow = Awaited<ReturnType<ReturnType<typeof mandates>['execute']>>[number];

const money = (amount: string | null) => (amount === null ? null : Number(amount));
const named = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' };

/** Columns that the database returns as text or JSON. Answers are validated as a whole when they are sent. */
const textsShape = z.pick(mandateShape, {
  amountKind: true,
  schedule: true,
  period: true,
  consentWay: true,
  state: true,
});

export function mandateOf(row: MandateRow): Mandate {
  return {
    ...textsShape.parse({ ...row, amountKind: row.amount_kind, consentWay: row.consent_way }),
    id: row.id,
    reference: row.reference,
    series: row.series_id,
    customer: { id: row.customer_id, name: row.customer_name },
    product: named(row.product_id, row.product_name),
    paymentFor: row.payment_for,
    bank: named(row.bank_id, row.bank_name),
    accountName: row.account_name,
    accountLastFour: row.account_last_four,
    amount: money(row.amount),
    noticeDays: row.notice_days,
    retries: row.retries,
    maxPerDebit: Number(row.max_per_debit),
    maxPerPeriod: money(row.max_per_period),
    maxCount: row.max_count,
    maxTotal: money(row.max_total),
    start: row.starts_on,
    end: row.ends_on,
    nextDueDay: row.next_due_on,
    replaces: row.replaces_id,
    reason: row.reason,
    version: row.revision,
    createdAt: row.created_at.toISOString(),
  };
}

/** Returns a mandate, locked until the transaction ends where `lock` is set. Refuses NOT_FOUND. */
export async function readMandateRow(tx: Tx, id: string, lock = false): Promise<MandateRow> {
  const row = await mandates(tx)
    .where('mandates.id', '=', id)
    .$if(lock, (query) => query.forUpdate('mandates'))
    .executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** SQL condition: no replacement `r` of a mandate fulfils `condition`. */
export const withoutReplacement = (condition: RawBuilder<unknown>) =>
  sql<boolean>`not exists (select from mandates r
    where r.organization_id = mandates.organization_id and r.series_id = mandates.series_id
      and r.replaces_id = mandates.id and ${condition})`;

/** A new reference: random, with its check digit. */
export const newReference = ({ ids }: Pick<AppContext, 'ids'>) =>
  makeReference('TGK', [...Buffer.from(ids.secret(), 'base64url')]);

/** The content of a mandate, in the types of the contract. */
export interface MandateContent {
  terms: MandateTerms;
  account: MandateAccount | null;
  /** The product that the terms come from, with the name that the payer reads. */
  product: { id: string; name: string } | null;
  consentWay: Mandate['consentWay'];
}

export function mandateColumns({ terms, account, product, consentWay }: MandateContent) {
  return {
    product_id: product?.id ?? null,
    payment_for: product?.name ?? null,
    ...(account && accountColumns(account)),
    amount_kind: terms.amountKind,
    amount: terms.amount,
    // The payer agrees to this day of the month, also where the first day moves later.
    schedule: agreedSchedule(terms.schedule, terms.start),
    notice_days: terms.noticeDays,
    retries: terms.retries,
    max_per_debit: terms.maxPerDebit,
    max_per_period: terms.maxPerPeriod,
    period: terms.period,
    max_count: terms.maxCount,
    max_total: terms.maxTotal,
    starts_on: terms.start,
    ends_on: terms.end,
    next_due_on: dueDays(terms.schedule, terms, terms.start, 1)[0]?.day ?? null,
    consent_way: consentWay,
  };
}

/** A mandate to insert in state GENERATED. */
export interface NewMandate extends MandateContent {
  id: string;
  organizationId: string;
  reference: string;
  seriesId: string;
  replacesId: string | null;
  customerId: string;
  at: Date;
}

export async function insertMandate(tx: Tx, mandate: NewMandate): Promise<void> {
  const { schedule, ...columns } = mandateColumns(mandate);
  await tx
    .insertInto('mandates')
    .values({
      ...columns,
      schedule: JSON.stringify(schedule),
      id: mandate.id,
      organization_id: mandate.organizationId,
      reference: mandate.reference,
      series_id: mandate.seriesId,
      replaces_id: mandate.replacesId,
      customer_id: mandate.customerId,
      state: 'GENERATED',
      revision: 1,
      created_at: mandate.at,
      updated_at: mandate.at,
    })
    .execute();
}

export const hasEnded = ({ state }: Pick<MandateRow, 'state'>): boolean =>
  MANDATE.final.some((final) => final === state);

export interface MandateCommand {
  id: string;
  to: MandateState;
  actor: Actor;
  reason: string | null;
  /** The business clock. */
  at: Date;
  set?: Updateable<Mandates>;
}

/** Changes the state of a mandate and clears its next action, unless `set` names a new one. */
export async function transitionMandate(tx: Tx, command: MandateCommand): Promise<void> {
  const { to, reason, at, set } = command;
  const ended = MANDATE.final.includes(to) && { next_due_on: null, collect_next_on: null };
  await transition(
    tx,
    { machine: MANDATE, table: 'mandates', stale: 'MANDATE_STATE' },
    {
      ...command,
      set: { reason, updated_at: at, next_action_at: null, next_action: null, ...ended, ...set },
    },
  );
}
