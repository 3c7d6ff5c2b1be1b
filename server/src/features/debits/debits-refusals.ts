import { FAILURE_REASON_NAMES, getFailureReason } from '@tegeka/contract/debits/failure-reasons.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import { readResumed } from '#features/mandates/collection/mandates-outcomes.ts';
import { rateOn } from '#features/pricing/pricing-store.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { LockedDebit } from './debits-changes.ts';

/** FailureReasons by which a payer refuses a debit: after several in a row the mandate is paused. */
const REFUSALS = FAILURE_REASON_NAMES.filter((name) => getFailureReason(name).mandate === 'PAUSED');

/**
 * Returns how many debits of a series its payer has refused in a row, if that is enough to pause its mandate;
 * else null. Counted are final outcomes, by the time of the answer, since the mandate was resumed.
 */
export async function findRefusals(
  tx: PlatformTx,
  { organization_id: organizationId, series_id: seriesId }: LockedDebit,
  at: Date,
): Promise<number | null> {
  const enough = await rateOn(tx, 'REFUSALS_BEFORE_PAUSE', isoDay(at));
  if (enough === 0) return null;
  const since = await readResumed(tx, { organizationId, seriesId });
  const { rows } = await sql<{ is_refused: boolean }>`
    select c.state in ('FAILED', 'RETURNED') and c.failure_reason = any(${REFUSALS}) as is_refused
    from debits c join debit_attempts a on a.organization_id = c.organization_id
      and a.debit_id = c.id and a.attempt = c.attempt
    where c.organization_id = ${organizationId} and c.series_id = ${seriesId}
      and (c.state in ('SETTLED', 'RETURNED')
        or c.state = 'FAILED' and c.next_action is distinct from 'RETRY')
      and a.answered_at > coalesce(${since}::timestamptz, '-infinity')
    order by a.answered_at desc, c.id desc limit ${enough}`.execute(tx);
  return rows.length === enough && rows.every((row) => row.is_refused) ? enough : null;
}
