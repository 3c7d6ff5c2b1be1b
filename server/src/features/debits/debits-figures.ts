import {
  type FailureReasonName,
  getFailureReason,
} from '@tegeka/contract/debits/failure-reasons.ts';
import type { DebitFigures } from '@tegeka/contract/debits/debit-figures.ts';
import { type Outcome, outcomeOf } from '@tegeka/contract/debits/debit-outcomes.ts';
import { DEBIT } from '@tegeka/contract/debits/debits.ts';
import type { MandateUsage } from '@tegeka/contract/debits/mandate-usage.ts';
import { addDays, dayAt, isoDay, timeOf } from '@tegeka/contract/kit/day.ts';
import { amountDue, dueDays } from '@tegeka/contract/mandates/schedule-days.ts';
import { sql } from 'kysely';
import type { Calendar } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import {
  countActive,
  firstCollected,
  readCollectable,
  readLimits,
} from '#features/mandates/collection/mandates-collectable.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { transitionsWithin, type Span } from '#platform/state/transition-spans.ts';
import { nothing, periodStart, type Wanted } from './limits/debits-limit-rules.ts';
import { checkLimits, readConsumed } from './limits/debits-limits.ts';
import { collectionDay } from './limits/debits-requests.ts';

/** Days of the figure of due debits, today included. */
const DUE_DAYS = 7;

function monthOf(day: string): { from: string; to: string } {
  const date = new Date(timeOf(day));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { from: dayAt(Date.UTC(year, month, 1)), to: dayAt(Date.UTC(year, month + 1, 0)) };
}

/** Number and sum of a merchant's debits of a day that have an outcome for a failure reason. */
export interface DailySum {
  day: string;
  outcome: Outcome;
  failureReason: FailureReasonName | null;
  count: number;
  amount: number;
}

/** The sums of all debits on some days, the oldest first: an index-only scan of `debits_by_day`. */
export async function readDailySums(
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<DailySum[]> {
  const { rows } = await sql<
    Pick<DailySum, 'day' | 'failureReason' | 'count'> & {
      state: string;
      waits: boolean;
      amount: string;
    }
  >`
    select to_char(collect_on, 'YYYY-MM-DD') as day, state,
      failure_reason as "failureReason", count(*)::integer as count,
      coalesce(next_action = 'RETRY', false) as waits, sum(amount) as amount
    from debits where collect_on between ${from}::date and ${to}::date
    group by collect_on, state, waits, failure_reason order by collect_on, state, failure_reason`.execute(
    tx,
  );
  return rows.map(({ state, waits, amount, ...row }) => ({
    ...row,
    outcome: outcomeOf(state, waits),
    amount: Number(amount),
  }));
}

/** Number and sum of several. */
export const added = (sums: readonly Pick<DailySum, 'count' | 'amount'>[]) => ({
  count: sums.reduce((count, sum) => count + sum.count, 0),
  amount: sums.reduce((amount, sum) => amount + sum.amount, 0),
});

/** The failure reason that most of some debits have; null where there are none. */
function mostFrequent(sums: readonly DailySum[]): FailureReasonName | null {
  const counts = [...Map.groupBy(sums, ({ failureReason }) => failureReason)].map(
    ([failureReason, of]) => [failureReason, added(of).count] as const,
  );
  return counts.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

/** Active mandates, debits due soon, and the results of this month. */
export async function readFigures(tx: Tx, now: Date): Promise<DebitFigures> {
  const today = isoDay(await businessTime(tx, now));
  const ahead = { from: today, to: addDays(today, DUE_DAYS - 1) };
  const month = monthOf(today);
  const to = ahead.to > month.to ? ahead.to : month.to;
  const sums = await readDailySums(tx, { from: month.from, to });
  const ofOutcome = (wanted: Outcome, days: { from: string; to: string }) =>
    sums.filter(({ outcome, day }) => outcome === wanted && day >= days.from && day <= days.to);
  const failed = ofOutcome('FAILED', month);
  const first = mostFrequent(failed);
  return {
    activeMandates: await countActive(tx),
    due: { ...added(ofOutcome('DUE', ahead)), ...ahead },
    settled: { ...added(ofOutcome('SETTLED', month)), ...month },
    failed: {
      ...added(failed),
      ...month,
      failureReason: first && { name: first, text: getFailureReason(first).text },
    },
  };
}

/** Usage of the limits of a mandate, with that of the mandates that it replaced. Refuses NOT_FOUND. */
export async function readUsage(tx: Tx, mandateId: string, now: Date): Promise<MandateUsage> {
  const limits = await readLimits(tx, mandateId);
  const { maxPerDebit, maxPerPeriod, period, schedulePeriod, plan } = limits;
  const used = (await readConsumed(tx, [limits])).get(mandateId) ?? nothing();
  const today = isoDay(await businessTime(tx, now));
  return {
    ...used.series,
    maxCount: limits.maxCount,
    maxTotal: limits.maxTotal,
    period:
      period === null || maxPerPeriod === null
        ? null
        : {
            kind: period,
            total: used.periods.get(periodStart(period, today)) ?? 0,
            max: maxPerPeriod,
          },
    plan: plan.count === null ? null : { ...used.own, maxCount: plan.count, maxTotal: plan.total },
    schedulePeriod:
      schedulePeriod === null
        ? null
        : {
            kind: schedulePeriod,
            total: used.schedulePeriods.get(periodStart(schedulePeriod, today)) ?? 0,
            max: maxPerDebit,
          },
  };
}

/** A debit to come: its day and whole shillings. */
export interface NextDebit {
  day: string;
  amount: number;
}

interface Ahead {
  today: string;
  calendar: Calendar;
  /** Debits of a mandate at most. */
  max: number;
}

type Collecting = Awaited<ReturnType<typeof readCollectable>>[number];

/** What the schedule of a mandate is going to make due. */
function scheduled(mandate: Collecting, { today, calendar, max }: Ahead): Wanted[] {
  const { state, schedule, noticeDays, replacedFrom } = mandate;
  const first = state === 'REGISTERED' ? firstCollected(mandate, today) : mandate.collectNextOn;
  if (first === null || !mandate.customerIsActive) return [];
  return dueDays(schedule, mandate, first, max).flatMap(({ day: dueOn, index }) => {
    const amount = amountDue(schedule, mandate.amount, index);
    if (amount === null || (replacedFrom !== null && dueOn >= replacedFrom)) return [];
    const collectOn = collectionDay(calendar, { dueOn, today, noticeDays });
    return [{ mandate, origin: 'SCHEDULE', retried: false, dueOn, collectOn, amount }];
  });
}

/** The next debits of mandates, by their ids: those that wait, then those of their schedules within the limits. */
export async function readNextDebits(
  tx: Tx,
  ids: readonly string[],
  ahead: Ahead,
): Promise<Map<string, NextDebit[]>> {
  const mandates = await readCollectable(tx, ids);
  const owners = [...new Set(mandates.map(({ organizationId }) => organizationId))];
  const { rows } = await sql<{ id: string; day: string; amount: string }>`
    select mandate_id as id, collect_on::text as day, amount from debits
    where organization_id = any(${owners}::uuid[]) and mandate_id = any(${ids}::uuid[])
      and (state = 'PENDING' and obstacle is null or state = 'FAILED' and next_action = 'RETRY')`.execute(
    tx,
  );
  const wanted = mandates
    .filter(({ state }) => state === 'ACTIVE' || state === 'REGISTERED')
    .flatMap((mandate) => scheduled(mandate, ahead));
  const broken = await checkLimits(tx, wanted);
  const next = [
    ...rows.map(({ id, day, amount }) => ({ id, day, amount: Number(amount) })),
    ...wanted.flatMap(({ mandate: { id }, collectOn: day, amount }, n) =>
      broken[n] ? [] : [{ id, day, amount }],
    ),
  ].toSorted((one, other) => one.day.localeCompare(other.day));
  const byMandate = Map.groupBy(next, ({ id }) => id);
  return new Map([...byMandate].map(([id, debits]) => [id, debits.slice(0, ahead.max)]));
}

/** States of debits that the daily summary reports. */
export const REPORTED_FAILURES = {
  entity: DEBIT.entity,
  states: ['FAILED', 'REJECTED', 'RETURNED'],
} as const;

/** Debits of a business in one of these states, by state and failure reason. */
export interface EndedDebits {
  organizationId: string;
  state: (typeof REPORTED_FAILURES.states)[number];
  failureReason: FailureReasonName;
  count: number;
  /** Whole shillings. */
  amount: number;
  again: number;
  from: string;
  to: string;
}

/** Debits of some businesses that reached such a state within a span and are still in it, most first. */
export async function readEnded(
  tx: PlatformTx,
  organizationIds: readonly string[],
  span: Span,
): Promise<EndedDebits[]> {
  const { rows } = await sql<Omit<EndedDebits, 'amount'> & { amount: string }>`
    select c.organization_id as "organizationId", c.state, c.failure_reason as "failureReason", count(*)::integer as count,
      sum(c.amount) as amount, count(*) filter (where c.next_action = 'RETRY')::integer as again,
      min(c.collect_on)::text as "from", max(c.collect_on)::text as "to"
    from ${transitionsWithin(REPORTED_FAILURES, span, organizationIds)} moved
    join debits c on c.organization_id = moved.organization_id and c.id = moved.entity_id
      and c.revision = moved.revision
    group by 1, 2, 3 order by 1, 4 desc, 3`.execute(tx);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}
