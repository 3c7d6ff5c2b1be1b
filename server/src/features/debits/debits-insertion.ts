import { getFailureReason } from '@tegeka/contract/debits/failure-reasons.ts';
import { DEBIT } from '@tegeka/contract/debits/debits.ts';
import { DAY_MS, isoDay } from '@tegeka/contract/kit/day.ts';
import { CURRENCY } from '@tegeka/contract/kit/money.ts';
import { makeReference } from '@tegeka/contract/kit/reference.ts';
import { sql } from 'kysely';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { type Actor, recordTransitions, SYSTEM } from '#platform/state/transition.ts';
import { failureColumns, changeDebits, lockDebits, type LockedDebit } from './debits-changes.ts';
import {
  isFirst,
  type NewDebit,
  type Priced,
  priceEach,
  readPrices,
  readUsed,
  type Rejection,
} from './limits/debits-checks.ts';

export type InsertResult =
  | { id: string }
  /** A debit with its due key exists. */
  | { exists: true }
  | Rejection;

/** After so many days without a notice nothing is collected. */
const NOTICE_GIVEN_UP_DAYS = 10;

/** When a debit is given up unless its payer was told before. */
export const noticeGivenUp = (at: Date) => new Date(at.getTime() + NOTICE_GIVEN_UP_DAYS * DAY_MS);

/** Whether a debit that is not allowed is stored as REJECTED, or is not stored. */
export type OnRefusal = 'REJECT' | 'REFUSE';

/**
 * Makes debits within the limits of their mandates, which the caller has locked. Idempotent: one with a
 * due key that was used before is not made again.
 */
export async function insertDebits(
  ctx: Pick<AppContext, 'ids' | 'clock'>,
  tx: Tx,
  wanted: readonly NewDebit[],
  { actor, at, onRefusal }: { actor: Actor; at: Date; onRefusal: OnRefusal },
): Promise<InsertResult[]> {
  const prices = await readPrices(tx, isoDay(at));
  const used = await readUsed(tx, wanted);
  const priced = await priceEach(tx, wanted.filter(isFirst(used)), prices);
  const now = ctx.clock.now();
  const made = priced.map(({ one, price }) => {
    const { amount, mandate } = one;
    const rejected = 'refused' in price;
    return {
      one,
      price,
      row: {
        id: ctx.ids.uuid(now),
        organization_id: mandate.organizationId,
        reference: makeReference('TGD', [...Buffer.from(ctx.ids.secret(), 'base64url')]),
        mandate_id: mandate.id,
        series_id: mandate.seriesId,
        customer_id: mandate.customerId,
        product_id: mandate.productId,
        bank_id: mandate.bankId,
        due_on: one.dueOn,
        collect_on: one.collectOn,
        due_key: one.dueKey,
        amount,
        charge: rejected ? 0 : price.charge,
        excise_duty: rejected ? 0 : price.exciseDuty,
        net: rejected ? amount : price.net,
        gives_back: prices.plans(mandate.organizationId).plan.givesBack,
        origin: one.origin,
        recollects: one.again?.id ?? null,
        state: rejected ? 'REJECTED' : 'PENDING',
        failure_reason: rejected ? price.refused : null,
        reason: rejected ? refusalText(price) : null,
        retries_left: rejected ? 0 : (one.again?.retries ?? mandate.retries),
      },
    };
  });
  const written = made.filter(({ price }) => onRefusal === 'REJECT' || !('refused' in price));
  const inserted = await insertRows(
    tx,
    written.map(({ row }) => row),
    at,
  );
  await recordTransitions(
    tx,
    DEBIT,
    written
      .filter(({ row }) => inserted.has(row.id))
      .map(({ row, price }) => ({
        organizationId: row.organization_id,
        id: row.id,
        from: null,
        to: 'refused' in price ? 'REJECTED' : 'PENDING',
        revision: 1,
        reason: row.reason,
      })),
    { actor, at },
  );
  const results = new Map(made.map(({ one, row, price }) => [one, resultOf(price, row, inserted)]));
  return wanted.map((one) => results.get(one) ?? { exists: true });
}

/** Why a debit is not made, in words. */
export const refusalText = ({ refused, explanation }: Rejection) =>
  `${getFailureReason(refused).text}. ${explanation}`;

function resultOf(
  price: Priced,
  { id }: { id: string },
  inserted: ReadonlySet<string>,
): InsertResult {
  if ('refused' in price) return price;
  return inserted.has(id) ? { id } : { exists: true };
}

type Row = Record<string, string | number | boolean | null> & { id: string };

async function insertRows(tx: Tx, rows: readonly Row[], at: Date): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const result = await sql<{ id: string }>`
    insert into debits (id, organization_id, reference, mandate_id, series_id, customer_id,
      product_id, bank_id, due_on, collect_on, due_key, amount, currency, charge, excise_duty, net,
      gives_back, origin, recollects, state, revision, failure_reason, reason, retries_left, next_action_at, next_action,
      created_at, updated_at)
    select id, organization_id, reference, mandate_id, series_id, customer_id, product_id, bank_id,
      due_on, collect_on, due_key, amount, ${CURRENCY}, charge, excise_duty, net, gives_back,
      origin, recollects, state, 1, failure_reason, reason, retries_left,
      case when state = 'PENDING' then ${noticeGivenUp(at)}::timestamptz end,
      case when state = 'PENDING' then 'GIVE_UP_NOTICE' end, ${at}, ${at}
    from jsonb_populate_recordset(null::debits, ${JSON.stringify(rows)}::jsonb)
    on conflict on constraint debits_due_once do nothing
    returning id`.execute(tx);
  return new Set(result.rows.map(({ id }) => id));
}

/** The due key of what collects a returned one again. */
export const recollectionKey = ({ id }: Pick<LockedDebit, 'id'>) => `R:${id}:1`;

/** Notes why returned debits are not collected again by themselves. */
export async function noteNotRecollected(
  tx: PlatformTx,
  refused: readonly { id: string; text: string }[],
): Promise<void> {
  if (refused.length === 0) return;
  await sql`update debits set recollection_refused = t.text
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as t(id uuid, text text)
    where debits.id = t.id`.execute(tx);
}

/** Cancels pending debits that were made to collect returned ones again. */
export async function cancelRecollection(
  tx: PlatformTx,
  returned: readonly LockedDebit[],
  at: Date,
): Promise<void> {
  if (returned.length === 0) return;
  const made = await tx
    .selectFrom('debits')
    .select('id')
    .where(sql<boolean>`series_id = any(${returned.map((row) => row.series_id)}::uuid[])`)
    .where(sql<boolean>`due_key = any(${returned.map(recollectionKey)}::text[])`)
    .execute();
  const found = await lockDebits(
    tx,
    made.map(({ id }) => id),
  );
  const waiting = [...found.values()].filter(({ state }) => state === 'PENDING');
  const set = failureColumns('CONTRADICTED');
  const changes = waiting.map((row) => ({ row, to: 'CANCELLED', set }) as const);
  await changeDebits(tx, changes, { actor: SYSTEM, at });
}
