import type { FailureReasonName } from '@tegeka/contract/debits/failure-reasons.ts';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { readOfferedBanks } from '#features/banks/banks-store.ts';
import { kampalaInstant } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import {
  type CollectableMandate,
  readCollectable,
} from '#features/mandates/collection/mandates-collectable.ts';
import { readActiveMerchants } from '#features/merchants/merchants-references.ts';
import { priceDebit } from '#features/pricing/pricing-price.ts';
import { rateOn, readPlans } from '#features/pricing/pricing-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { DomainEvent } from '#platform/events/domain-events.ts';
import { lockDebits, type LockedDebit } from '../debits-changes.ts';
import { checkLimits } from '../limits/debits-limits.ts';
import { noticeGivenUp } from '../debits-insertion.ts';

/** What says whether a debit can be submitted, beside its mandate. */
type Debit = Pick<
  LockedDebit,
  'id' | 'organization_id' | 'bank_id' | 'amount' | 'origin' | 'retried' | 'due_on'
>;

/** A debit with its mandate, to be submitted on a day in Kampala. */
export interface Submittable {
  row: Debit;
  /** Undefined where it has no account. */
  mandate: CollectableMandate | undefined;
  day: string;
}

/** What holds on a day: the banks that take direct debits, the largest debit, and what is charged. */
async function rulesOn(tx: PlatformTx, day: string) {
  const banks = await readOfferedBanks(tx, kampalaInstant(day, '00:00'));
  return {
    banks: new Set(banks.map(({ id }) => id)),
    cap: await rateOn(tx, 'DEBIT_CAP', day),
    plans: await readPlans(tx, day),
  };
}

/**
 * Returns for each debit why it can not be submitted on its day, by what is known now; null if it can. The
 * only place that says so: payers are told of debits, notices are withdrawn and files are written by it.
 */
export async function readObstacles(
  tx: PlatformTx,
  debits: readonly Submittable[],
): Promise<(FailureReasonName | null)[]> {
  const active = await readActiveMerchants(tx, [
    ...new Set(debits.map(({ row }) => row.organization_id)),
  ]);
  const rules = new Map<string, Awaited<ReturnType<typeof rulesOn>>>();
  for (const day of new Set(debits.map((one) => one.day))) rules.set(day, await rulesOn(tx, day));
  const failureReasons = debits.map(({ row, mandate, day }): FailureReasonName | null => {
    const rule = rules.get(day);
    const amount = Number(row.amount);
    if (mandate?.state !== 'ACTIVE') return 'MANDATE_NOT_ACTIVE';
    if (!mandate.customerIsActive) return 'CUSTOMER_DISABLED';
    if (!active.has(row.organization_id)) return 'MERCHANT_NOT_ACTIVE';
    if (!rule?.banks.has(row.bank_id)) return 'BANK_UNAVAILABLE';
    if (amount > rule.cap) return 'ABOVE_CAP';
    return priceDebit(rule.plans(row.organization_id), amount) === null ? 'BELOW_CHARGE' : null;
  });
  // What is refused already uses up no limit.
  const wanted = debits.flatMap(({ row, mandate, day }, n) => {
    const { origin, retried, due_on: dueOn, amount } = row;
    if (failureReasons[n] || !mandate) return [];
    return [{ n, mandate, origin, retried, dueOn, collectOn: day, amount: Number(amount) }];
  });
  const ids = debits.map(({ row }) => row.id);
  const broken = await checkLimits(tx, wanted, { without: ids });
  const over = new Set(wanted.filter((_, n) => broken[n]).map(({ n }) => n));
  return failureReasons.map((failureReason, n) => (over.has(n) ? 'ABOVE_LIMIT' : failureReason));
}

/** The same with their mandates read, which are not locked: what changes afterwards is seen by the reviews. */
export async function readObstaclesOf<R extends Debit & { mandate_id: string }>(
  tx: PlatformTx,
  rows: readonly R[],
  dayOf: (row: R) => string,
): Promise<(FailureReasonName | null)[]> {
  const read = await readCollectable(tx, [...new Set(rows.map((row) => row.mandate_id))]);
  const mandates = new Map(read.map((mandate) => [mandate.id, mandate]));
  return readObstacles(
    tx,
    rows.map((row) => ({ row, mandate: mandates.get(row.mandate_id), day: dayOf(row) })),
  );
}

type Held = Pick<LockedDebit, 'id' | 'organization_id' | 'notice_id' | 'notified_at'>;

/**
 * Writes what keeps PENDING debits, which are locked, from being submitted. With an obstacle a notice is
 * withdrawn; without one the payer is told again, unless the notice still stands.
 */
export async function writeObstacles(
  tx: PlatformTx,
  found: readonly { row: Held; obstacle: FailureReasonName | null }[],
  at: Date,
): Promise<void> {
  if (found.length === 0) return;
  const rows = found.map(({ row, obstacle }) => {
    const withdraws = obstacle !== null && row.notice_id !== null;
    const waits = obstacle === null && row.notified_at === null;
    return {
      id: row.id,
      organization_id: row.organization_id,
      obstacle,
      next_action_at: withdraws ? at : waits ? noticeGivenUp(at) : null,
      next_action: withdraws ? 'WITHDRAW' : waits ? 'GIVE_UP_NOTICE' : null,
      notice_id: waits ? null : row.notice_id,
    };
  });
  await sql`update debits set obstacle = t.obstacle, next_action_at = t.next_action_at, next_action = t.next_action,
      notice_id = t.notice_id, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(organization_id uuid, id uuid,
      obstacle text, next_action_at timestamptz, next_action text, notice_id uuid)
    where debits.organization_id = t.organization_id and debits.id = t.id
      and debits.state = 'PENDING'`.execute(tx);
}

const BATCH = 500;

/** The place of a debit in the order in which they are reviewed. */
interface Place {
  day: string;
  id: string;
}

/** Reviews the next debits that fulfil a condition. Returns the place of the last one; null at the end. */
function reviewBatch(
  ctx: AppContext,
  condition: RawBuilder<boolean>,
  after: Place,
): Promise<Place | null> {
  return ctx.db.asPlatform('debits that can not be made any more, or can again', async (tx) => {
    // Not by their notices: one that is being written at this moment is seen once its row is locked.
    const found = await tx
      .selectFrom('debits')
      .select(['id', sql<string>`collect_on::text`.as('day')])
      .where('state', '=', 'PENDING')
      .where(condition)
      .where(sql<boolean>`(collect_on, id) > (${after.day}::date, ${after.id}::uuid)`)
      .orderBy('collect_on')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const locked = await lockDebits(
      tx,
      found.map(({ id }) => id),
    );
    const rows = [...locked.values()].filter(
      (row) => row.state === 'PENDING' && (row.notice_id !== null || row.obstacle !== null),
    );
    const obstacles = await readObstaclesOf(tx, rows, (row) => row.collect_on);
    const changed = rows.flatMap((row, n) => {
      const obstacle = obstacles[n] ?? null;
      return (obstacle === null) === (row.obstacle === null) ? [] : [{ row, obstacle }];
    });
    await writeObstacles(tx, changed, await businessTime(tx, ctx.clock.now()));
    return found.length < BATCH ? null : (found.at(-1) ?? null);
  });
}

/** Looks whether PENDING debits that fulfil a condition can be made. */
async function review(ctx: AppContext, condition: RawBuilder<boolean>): Promise<void> {
  const first = { day: '0001-01-01', id: '00000000-0000-0000-0000-000000000000' };
  for (let at: Place | null = first; at;) at = await reviewBatch(ctx, condition, at);
}

/** Looks whether debits can be made that could not before: obstacles can end with a day. */
export const reviewBlocked = (ctx: AppContext): Promise<void> =>
  review(ctx, sql<boolean>`obstacle is not null`);

const concerned = z.object({
  customerId: z.optional(z.uuid()),
  mandateId: z.optional(z.uuid()),
  bankId: z.optional(z.uuid()),
});

/** Looks whether the debits of a business, a customer, a mandate or a bank that has changed can be made. */
export async function reviewChanged(
  ctx: AppContext,
  { organizationId, payload }: DomainEvent,
): Promise<void> {
  const { customerId, mandateId, bankId } = concerned.parse(payload);
  const conditions = [
    organizationId && sql`organization_id = ${organizationId}`,
    customerId && sql`customer_id = ${customerId}`,
    mandateId && sql`mandate_id = ${mandateId}`,
    bankId && sql`bank_id = ${bankId}`,
  ].flatMap((one) => one || []);
  if (conditions.length === 0) throw new Error('The event concerns no debits');
  await review(ctx, sql.join(conditions, sql` and `));
}
