import { addDays } from '@tegeka/contract/kit/day.ts';
import { LIMIT_PERIODS, SCHEDULE_PERIODS } from '@tegeka/contract/mandates/mandates.ts';
import { dueDays } from '@tegeka/contract/mandates/schedule-days.ts';
import { scheduleShape } from '@tegeka/contract/mandates/schedule.ts';
import { type Expression, sql } from 'kysely';
import { isCustomerActive } from '#features/customers/customers-store.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { withoutReplacement } from '../mandates-store.ts';

const whole = (amount: string | null) => (amount === null ? null : Number(amount));
const dayOf = (column: string) => sql<string | null>`${sql.ref(column)}::text`;

// Limits that follow from the schedule.
const SCHEDULE_PERIOD = sql<string | null>`nullif(case schedule ->> 'kind' when 'WEEKLY' then 'WEEK'
  when 'MONTHLY' then 'MONTH' when 'QUARTERLY' then 'QUARTER' when 'YEARLY' then 'YEAR' end, period)`;
const PLAN_COUNT = sql<number | null>`case schedule ->> 'kind' when 'ONE_OFF' then 1
  when 'INSTALMENTS' then jsonb_array_length(schedule -> 'amounts') end`;
const PLAN_TOTAL = sql<string | null>`(select sum(one.amount::bigint)
  from jsonb_array_elements_text(schedule -> 'amounts') as one (amount))`;

/** Mandates with the columns that collecting needs. */
export const collectable = (tx: Tx) =>
  tx
    .selectFrom('mandates')
    .select(['id', 'organization_id', 'series_id', 'customer_id', 'product_id', 'bank_id', 'state'])
    .select(['reference', 'amount', 'schedule', 'notice_days', 'retries', 'max_per_debit'])
    .select(['max_per_period', 'period', 'max_count', 'max_total'])
    .select([
      sql<string>`starts_on::text`.as('starts_on'),
      SCHEDULE_PERIOD.as('schedule_period'),
      PLAN_COUNT.as('plan_count'),
      PLAN_TOTAL.as('plan_total'),
      isCustomerActive('mandates').as('customer_is_active'),
      dayOf('ends_on').as('ends_on'),
      dayOf('collect_next_on').as('collect_next_on'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof collectable>['execute']>>[number];

const limitsOf = (row: Row) => ({
  id: row.id,
  organizationId: row.organization_id,
  seriesId: row.series_id,
  maxPerDebit: Number(row.max_per_debit),
  maxPerPeriod: whole(row.max_per_period),
  period: LIMIT_PERIODS.find((period) => period === row.period) ?? null,
  maxCount: row.max_count,
  maxTotal: whole(row.max_total),
  /**
   * The calendar period in which the schedule allows one debit of the maximum; null where it has no period,
   * or has the period of `maxPerPeriod`, which then limits it.
   */
  schedulePeriod: SCHEDULE_PERIODS.find((period) => period === row.schedule_period) ?? null,
  /** Number and sum of all debits of the schedule; null where it does not end or has no sum. */
  plan: { count: row.plan_count, total: whole(row.plan_total) },
});
/** What a mandate limits. */
export type MandateLimits = ReturnType<typeof limitsOf>;

export function collectableOf(row: Row) {
  if (row.bank_id === null) throw new Error(`The mandate ${row.id} has no bank`);
  return {
    ...limitsOf(row),
    customerId: row.customer_id,
    /** False where the customer is disabled: nothing new is collected from them. */
    customerIsActive: row.customer_is_active,
    productId: row.product_id,
    bankId: row.bank_id,
    state: row.state,
    reference: row.reference,
    /** Null where the amount is named for each debit. */
    amount: whole(row.amount),
    schedule: scheduleShape.parse(row.schedule),
    noticeDays: row.notice_days,
    retries: row.retries,
    start: row.starts_on,
    end: row.ends_on,
    /** The next nominal day for which no debit was made yet. */
    collectNextOn: row.collect_next_on,
  };
}
/** What is collected by a mandate, within its limits. */
export type CollectableMandate = ReturnType<typeof collectableOf>;

/** Days between making a debit and the last day for its notice. */
export const MADE_AHEAD_DAYS = 2;

/** Locks active mandates for which a debit has to be made on a day. Skips locked rows. */
export async function lockDue(tx: Tx, today: string, max: number): Promise<CollectableMandate[]> {
  const rows = await collectable(tx)
    .where('state', '=', 'ACTIVE')
    .where(sql<boolean>`mandates.collect_next_on is not null`)
    .where(sql<boolean>`collect_next_on - notice_days <= ${addDays(today, MADE_AHEAD_DAYS)}::date`)
    // From its first day on, a confirmed replacement collects instead.
    .where(
      withoutReplacement(sql`r.state = 'REGISTERED' and r.starts_on <= mandates.collect_next_on`),
    )
    // In index order: of a million due mandates a batch reads only its own rows.
    .orderBy(sql`collect_next_on - notice_days`)
    .orderBy('id')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(collectableOf);
}

/** Mandates by their ids, locked in the order of their ids; those without a bank are left out. */
export async function lockCollectable(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, CollectableMandate>> {
  const rows = await collectable(tx)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('bank_id', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, collectableOf(row)]));
}

/** From when on a confirmed replacement collects instead of a mandate; null without one. */
const REPLACED_FROM = sql<string | null>`(select min(r.starts_on)::text from mandates r
  where r.organization_id = mandates.organization_id and r.series_id = mandates.series_id
    and r.replaces_id = mandates.id and r.state = 'REGISTERED')`;

/** Mandates by their ids, to announce what they collect next; those without a bank are left out. */
export async function readCollectable(
  tx: Tx,
  ids: readonly string[],
): Promise<(CollectableMandate & { replacedFrom: string | null })[]> {
  const rows = await collectable(tx)
    .select(REPLACED_FROM.as('replaced_from'))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('bank_id', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...collectableOf(row), replacedFrom: row.replaced_from }));
}

/**
 * Locks the mandates whose ids a subquery returns, in the order of their ids, before their debits are
 * changed.
 */
export async function lockMandates(tx: Tx, ids: Expression<string>): Promise<void> {
  await tx
    .selectFrom('mandates')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** A merchant's mandates by their references, not locked; those without a bank are left out. */
export async function readByReference(
  tx: Tx,
  organizationId: string,
  references: readonly string[],
): Promise<Map<string, CollectableMandate>> {
  const rows = await collectable(tx)
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`reference = any(${references}::text[])`)
    .where('bank_id', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.reference, collectableOf(row)]));
}

/** The limits of a mandate. Refuses NOT_FOUND. */
export async function readLimits(tx: Tx, id: string): Promise<MandateLimits> {
  const row = await collectable(tx).where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return limitsOf(row);
}

export async function countActive(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('mandates')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('state', '=', 'ACTIVE')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** For which day the next debit of a mandate is to be made. */
export interface CollectNext {
  id: string;
  organizationId: string;
  day: string | null;
  /** True where days were left out: the mandate is then completed later, to leave time to collect manually. */
  skipped: boolean;
}

export async function setCollectNext(
  tx: Tx,
  next: readonly CollectNext[],
  at: Date,
): Promise<void> {
  await sql`update mandates set collect_next_on = next.day::date,
      updated_at = case when next.skipped then ${at}::timestamptz else updated_at end
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb)
      as next(id uuid, "organizationId" uuid, day text, skipped boolean)
    where mandates.organization_id = next."organizationId" and mandates.id = next.id`.execute(tx);
}

type Days = Pick<CollectableMandate, 'schedule' | 'start' | 'end'>;

/** The first nominal day on or after a day; null where none comes. */
export const dayFrom = ({ schedule, start, end }: Days, from: string): string | null =>
  dueDays(schedule, { start, end }, from, 1)[0]?.day ?? null;

/**
 * The first nominal day that is collected once a mandate is active. Days that have passed are skipped,
 * except those of one-off and instalment plans, which are collected in full.
 */
export function firstCollected(days: Days, today: string): string | null {
  const { schedule, start } = days;
  const complete = schedule.kind === 'ONE_OFF' || schedule.kind === 'INSTALMENTS';
  return dayFrom(days, complete || start > today ? start : today);
}

const ofMandate = <T extends string | number | null>(column: string, table: string) =>
  sql<T>`(select ${sql.ref(`m.${column}`)} from mandates m
    where m.organization_id = ${sql.ref(`${table}.organization_id`)}
      and m.id = ${sql.ref(`${table}.mandate_id`)})`;

/** Subqueries: columns of the mandate of rows with a `mandate_id`. */
export const mandateReferenceOf = (table: string) => ofMandate<string>('reference', table);
export const paymentForOf = (table: string) => ofMandate<string | null>('payment_for', table);
export const accountLastFourOf = (table: string) => ofMandate<string>('account_last_four', table);
export const noticeDaysOf = (table: string) => ofMandate<number>('notice_days', table);
