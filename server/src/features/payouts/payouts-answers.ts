import { sql } from 'kysely';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { payPayout, rejectPayout, returnPayout } from './payouts-outcome.ts';
import { readPayout } from './payouts-store.ts';

/** The result of a bank's message about a payout: REPEATED was known, CONTRADICTION needs a person. */
export type PayoutResult = 'PROCESSED' | 'REPEATED' | 'CONTRADICTION';

/**
 * Applies a status (pain.002) to a payout that the bank has not booked. REJECTED ends it, even if operators
 * have settled it as paid, unless it is the status of the whole file. ACCEPTED waits for the statement.
 */
export async function takePayoutStatus(
  ctx: AppContext,
  tx: PlatformTx,
  payoutId: string,
  answer:
    | { status: 'ACCEPTED' }
    | { status: 'REJECTED'; of: 'ITEM' | 'FILE'; code: string | null; reason: string },
  at: Date,
): Promise<PayoutResult> {
  const { state } = await readPayout(tx, payoutId, true);
  if (answer.status === 'ACCEPTED')
    return state === 'PENDING' || state === 'REJECTED' ? 'CONTRADICTION' : 'PROCESSED';
  if (state === 'REJECTED' || state === 'BOUNCED') return 'REPEATED';
  if (state === 'PENDING' || (state === 'PAID' && answer.of === 'FILE')) return 'CONTRADICTION';
  const { reason, code: schemeCode } = answer;
  const end = state === 'PAID' ? returnPayout : rejectPayout;
  await end(ctx, tx, { id: payoutId, actor: SYSTEM, at, reason, schemeCode });
  return 'PROCESSED';
}

/**
 * A subquery: payouts that operators have settled as paid, with the day on which that was posted and, where
 * the bank has rejected or returned them since, the day on which that was posted.
 */
export const PAID_MANUALLY = sql`(select id, reference, paid_manually_on,
    case when state = 'BOUNCED' then (ended_at at time zone 'Africa/Kampala')::date end as back_on
  from payouts where paid_manually_on is not null)`;

/** Takes a booked debit of the statement: the payout is PAID; REPEATED where it is that already. */
export async function bookPayout(
  tx: PlatformTx,
  payoutId: string,
  at: Date,
): Promise<PayoutResult> {
  const { state } = await readPayout(tx, payoutId, true);
  if (state === 'PAID') return 'REPEATED';
  if (state === 'PENDING' || state === 'BOUNCED') return 'CONTRADICTION';
  await payPayout(tx, { id: payoutId, actor: SYSTEM, at, reason: null, manual: false });
  return 'PROCESSED';
}

/** Takes a booked credit of the statement: a payout that was PAID has come back. */
export async function bouncePayout(
  ctx: AppContext,
  tx: PlatformTx,
  payoutId: string,
  { code: schemeCode, reason, at }: { code: string | null; reason: string; at: Date },
): Promise<PayoutResult> {
  const { state } = await readPayout(tx, payoutId, true);
  if (state === 'BOUNCED') return 'REPEATED';
  if (state !== 'PAID') return 'CONTRADICTION';
  await returnPayout(ctx, tx, { id: payoutId, actor: SYSTEM, at, reason, schemeCode });
  return 'PROCESSED';
}
