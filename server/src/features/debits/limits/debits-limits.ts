import { sql } from 'kysely';
import type {
  CollectableMandate,
  MandateLimits,
} from '#features/mandates/collection/mandates-collectable.ts';
import type { Tx } from '#platform/database/database.ts';
import {
  add,
  addAt,
  brokenLimit,
  consume,
  type Consumed,
  isRetry,
  type LimitBroken,
  nothing,
  type Wanted,
} from './debits-limit-rules.ts';

/** True of debits `c` whose outcome is still open: a failed one's is until its last try has failed. */
export const IS_OPEN = sql<boolean>`(c.state in ('PENDING', 'PROCESSING', 'UNKNOWN', 'CLEARED')
  or (c.state = 'FAILED' and c.next_action = 'RETRY'))`;

/** True of debits `c` that consume limits: the payer was debited, is going to be, or may have been. */
const CONSUMES = sql<boolean>`(c.state = 'SETTLED' or c.failure_reason = 'CONTRADICTED' or ${IS_OPEN})`;

const isLimited = (mandate: MandateLimits) =>
  mandate.maxCount !== null ||
  mandate.maxTotal !== null ||
  mandate.maxPerPeriod !== null ||
  mandate.schedulePeriod !== null ||
  mandate.plan.count !== null;

interface ConsumedRow {
  mandate_id: string;
  period: string | null;
  schedule_period: string | null;
  count: number;
  total: string;
  own_count: number;
  own_total: string;
}

/** What is consumed of the limits of mandates, by their ids; debits `without` are not counted. */
export async function readConsumed(
  tx: Tx,
  mandates: readonly MandateLimits[],
  without: readonly string[] = [],
): Promise<Map<string, Consumed>> {
  const series = mandates.map((mandate) => ({
    organization_id: mandate.organizationId,
    series_id: mandate.seriesId,
    mandate_id: mandate.id,
    period: mandate.period?.toLowerCase() ?? null,
    schedule_period: mandate.schedulePeriod?.toLowerCase() ?? null,
  }));
  const consumed = new Map(mandates.map(({ id }) => [id, nothing()]));
  if (series.length === 0) return consumed;
  const { rows } = await sql<ConsumedRow>`
    select s.mandate_id, date_trunc(s.period, c.limit_on::timestamp)::date::text as period,
      date_trunc(s.schedule_period, c.due_on::timestamp)::date::text as schedule_period,
      count(*)::integer as count, sum(c.amount) as total,
      count(*) filter (where c.mandate_id = s.mandate_id)::integer as own_count,
      coalesce(sum(c.amount) filter (where c.mandate_id = s.mandate_id), 0) as own_total
    from jsonb_to_recordset(${JSON.stringify(series)}::jsonb)
      as s(organization_id uuid, series_id uuid, mandate_id uuid, period text, schedule_period text)
    join debits c on c.organization_id = s.organization_id and c.series_id = s.series_id
    where ${CONSUMES} and c.id <> all(${without}::uuid[])
    group by 1, 2, 3`.execute(tx);
  for (const row of rows) {
    const used = consumed.get(row.mandate_id);
    if (!used) continue;
    const total = Number(row.total);
    add(used.series, { count: row.count, total });
    add(used.own, { count: row.own_count, total: Number(row.own_total) });
    addAt(used.periods, row.period, total);
    addAt(used.schedulePeriods, row.schedule_period, total);
  }
  return consumed;
}

/** Reads the nominal days whose debit was made, whatever became of it: no schedule makes it again. */
async function readMade(tx: Tx, mandates: readonly CollectableMandate[]) {
  const from = mandates.flatMap(({ organizationId, seriesId, collectNextOn }) =>
    collectNextOn === null ? [] : [{ organizationId, seriesId, day: collectNextOn }],
  );
  if (from.length === 0) return new Map<string, { day: string }[]>();
  const { rows } = await sql<{ series_id: string; day: string }>`
    select c.series_id, substr(c.due_key, 3) as day
    from jsonb_to_recordset(${JSON.stringify(from)}::jsonb)
      as s("organizationId" uuid, "seriesId" uuid, day text)
    join debits c on c.organization_id = s."organizationId" and c.series_id = s."seriesId"
      and c.due_key >= 'S:' || s.day and c.due_key < 'T'`.execute(tx);
  return Map.groupBy(rows, (row) => row.series_id);
}

/**
 * Checks each wanted debit against the limits of its mandate, beside earlier debits and the debits before
 * it; retries after all others. The caller has locked the mandates, and has left out what is refused for
 * another reason: it would use up limits. Debits in `without` are not counted: they are the ones being
 * checked. With `alone` none of the wanted debits counts for another one.
 */
export async function checkLimits(
  tx: Tx,
  wanted: readonly Wanted[],
  { without = [], alone = false }: { without?: readonly string[]; alone?: boolean } = {},
): Promise<(LimitBroken | null)[]> {
  const mandates = new Map(wanted.map(({ mandate }) => [mandate.id, mandate]));
  const limited = [...mandates.values()].filter(isLimited);
  const consumed = await readConsumed(tx, limited, without);
  const bySeries = Map.groupBy(limited, ({ seriesId }) => seriesId);
  const retries = wanted.filter(isRetry);
  const made = await readMade(
    tx,
    retries.map(({ mandate }) => mandate),
  );
  for (const { id, seriesId } of limited)
    for (const { day } of made.get(seriesId) ?? []) consumed.get(id)?.made.add(day);
  const results = new Map<Wanted, LimitBroken | null>();
  for (const one of [...wanted.filter((other) => !isRetry(other)), ...retries]) {
    const broken = brokenLimit(one, consumed.get(one.mandate.id) ?? nothing());
    results.set(one, broken);
    if (broken || alone) continue;
    for (const mandate of bySeries.get(one.mandate.seriesId) ?? []) {
      const used = consumed.get(mandate.id);
      if (used) consume(used, mandate, one);
    }
  }
  return wanted.map((one) => results.get(one) ?? null);
}
