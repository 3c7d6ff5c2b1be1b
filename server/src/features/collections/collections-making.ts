import { type CauseName, causeOf } from '@tegeka/contract/collections/causes.ts';
import type { CollectionRefusal } from '@tegeka/contract/collections/collection-writing.ts';
import { COLLECTION, type Origin } from '@tegeka/contract/collections/collections.ts';
import { DAY_MS, isoDay } from '@tegeka/contract/kit/day.ts';
import { CURRENCY, showMoney } from '@tegeka/contract/kit/money.ts';
import { makeReference } from '@tegeka/contract/kit/reference.ts';
import { sql } from 'kysely';
import { type DebitPrice, priceDebit } from '#features/pricing/pricing-price.ts';
import { rateOn, readPlans } from '#features/pricing/pricing-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { type Actor, recordTransitions, SYSTEM } from '#platform/state/transition.ts';
import {
  causeColumns,
  changeCollections,
  lockCollections,
  type LockedCollection,
} from './collections-changes.ts';
import { checkLimits, type LimitBroken, type Wanted } from './collections-limits.ts';

export interface NewCollection extends Wanted {
  /**
   * S:<nominal day>, A:<merchant's reference>, R:<original>:<n>: unique for a series, over all states.
   * X:<id> for a cancelled day that was never sent, so that the replacement of its mandate can make that
   * day.
   */
  dueKey: string;
  origin: Origin;
  /** The returned collection that it collects again, and how often it may still be tried. */
  again?: { id: string; retries: number };
}

export type Making =
  | { id: string }
  /** A collection with its due key exists. */
  | { exists: true }
  | { refused: RefusedFor; words: string; limit: LimitBroken['limit'] | null };

type RefusedFor = Extract<CauseName, CollectionRefusal['code']>;

/** After so many days without a notice nothing is collected. */
const NOTICE_GIVEN_UP_DAYS = 10;

/** When a collection is given up unless its payer was told before. */
export const noticeGivenUp = (at: Date) => new Date(at.getTime() + NOTICE_GIVEN_UP_DAYS * DAY_MS);

type Priced = { cause: RefusedFor; words: string; limit: LimitBroken['limit'] | null } | DebitPrice;

interface Prices {
  plans: Awaited<ReturnType<typeof readPlans>>;
  cap: number;
}

function priceOf({ mandate, amount }: NewCollection, { plans, cap }: Prices): Priced {
  if (mandate.state !== 'ACTIVE')
    return {
      cause: 'MANDATE_NOT_ACTIVE',
      words: 'The mandate is not active: nothing can be collected by it now',
      limit: null,
    };
  if (!mandate.customerIsActive)
    return {
      cause: 'CUSTOMER_DISABLED',
      words: 'The customer is disabled: enable them first',
      limit: null,
    };
  if (amount > cap)
    return { cause: 'ABOVE_CAP', words: `One debit can be ${showMoney(cap)} at most`, limit: null };
  const price = priceDebit(plans(mandate.organizationId), amount);
  if (price) return price;
  const words = 'The charge and its duty would be more than the amount';
  return { cause: 'BELOW_CHARGE', words, limit: null };
}

/** The price of each debit, or why it is refused: within the limits only if it is allowed otherwise. */
async function priceEach(
  tx: Tx,
  wanted: readonly NewCollection[],
  prices: Prices,
): Promise<{ one: NewCollection; price: Priced }[]> {
  const priced = wanted.map((one) => ({ one, price: priceOf(one, prices) }));
  const allowed = priced.flatMap(({ one, price }) => ('cause' in price ? [] : [one]));
  const checked = await checkLimits(tx, allowed);
  const broken = new Map(allowed.map((one, n) => [one, checked[n]]));
  return priced.map(({ one, price }) => {
    const over = broken.get(one);
    return { one, price: over ? { cause: 'ABOVE_LIMIT', ...over } : price };
  });
}

/** Those of the wanted collections whose due key was not used before, by them or by earlier ones. */
async function readNew(tx: Tx, wanted: readonly NewCollection[]): Promise<NewCollection[]> {
  const keyOf = (seriesId: string, dueKey: string) => `${seriesId} ${dueKey}`;
  // By whole keys of the index, of several organizations at once.
  const { rows } = await sql<{ series_id: string; due_key: string }>`
    select c.series_id, c.due_key from unnest(${wanted.map((one) => one.mandate.organizationId)}::uuid[],
      ${wanted.map((one) => one.mandate.seriesId)}::uuid[], ${wanted.map((one) => one.dueKey)}::text[])
      as wanted (organization_id, series_id, due_key)
    join collections c using (organization_id, series_id, due_key)`.execute(tx);
  const used = new Set(rows.map((row) => keyOf(row.series_id, row.due_key)));
  return wanted.filter(({ mandate, dueKey }) => {
    const key = keyOf(mandate.seriesId, dueKey);
    const isNew = !used.has(key);
    used.add(key);
    return isNew;
  });
}

/** Whether a debit that is not allowed is stored as REJECTED, or is not stored. */
export type OnRefusal = 'REJECT' | 'REFUSE';

/**
 * Makes collections within the limits of their mandates, which the caller has locked. Idempotent: one with a
 * due key that was used before is not made again.
 */
export async function makeCollections(
  ctx: Pick<AppContext, 'ids' | 'clock'>,
  tx: Tx,
  wanted: readonly NewCollection[],
  { actor, at, onRefusal }: { actor: Actor; at: Date; onRefusal: OnRefusal },
): Promise<Making[]> {
  const day = isoDay(at);
  const prices = { plans: await readPlans(tx, day), cap: await rateOn(tx, 'DEBIT_CAP', day) };
  const priced = await priceEach(tx, await readNew(tx, wanted), prices);
  const now = ctx.clock.now();
  const made = priced.map(({ one, price }) => {
    const { amount, mandate } = one;
    const rejected = 'cause' in price;
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
        collects_again: one.again?.id ?? null,
        state: rejected ? 'REJECTED' : 'PENDING',
        cause: rejected ? price.cause : null,
        reason: rejected ? `${causeOf(price.cause).text}. ${price.words}` : null,
        retries_left: rejected ? 0 : (one.again?.retries ?? mandate.retries),
      },
    };
  });
  const written = made.filter(({ price }) => onRefusal === 'REJECT' || !('cause' in price));
  const inserted = await insertRows(
    tx,
    written.map(({ row }) => row),
    at,
  );
  await recordTransitions(
    tx,
    COLLECTION,
    written
      .filter(({ row }) => inserted.has(row.id))
      .map(({ row, price }) => ({
        organizationId: row.organization_id,
        id: row.id,
        from: null,
        to: 'cause' in price ? 'REJECTED' : 'PENDING',
        revision: 1,
        reason: row.reason,
      })),
    { actor, at },
  );
  const results = new Map(made.map(({ one, row, price }) => [one, resultOf(price, row, inserted)]));
  return wanted.map((one) => results.get(one) ?? { exists: true });
}

function resultOf(price: Priced, { id }: { id: string }, inserted: ReadonlySet<string>): Making {
  if ('cause' in price) return { refused: price.cause, words: price.words, limit: price.limit };
  return inserted.has(id) ? { id } : { exists: true };
}

type Row = Record<string, string | number | boolean | null> & { id: string };

async function insertRows(tx: Tx, rows: readonly Row[], at: Date): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const result = await sql<{ id: string }>`
    insert into collections (id, organization_id, reference, mandate_id, series_id, customer_id,
      product_id, bank_id, due_on, collect_on, due_key, amount, currency, charge, excise_duty, net,
      gives_back, origin, collects_again, state, revision, cause, reason, retries_left, wake_at, wake_for,
      created_at, updated_at)
    select id, organization_id, reference, mandate_id, series_id, customer_id, product_id, bank_id,
      due_on, collect_on, due_key, amount, ${CURRENCY}, charge, excise_duty, net, gives_back,
      origin, collects_again, state, 1, cause, reason, retries_left,
      case when state = 'PENDING' then ${noticeGivenUp(at)}::timestamptz end,
      case when state = 'PENDING' then 'GIVE_UP_NOTICE' end, ${at}, ${at}
    from jsonb_populate_recordset(null::collections, ${JSON.stringify(rows)}::jsonb)
    on conflict on constraint collections_due_once do nothing
    returning id`.execute(tx);
  return new Set(result.rows.map(({ id }) => id));
}

/** The due key of what collects a returned one again. */
export const againKey = ({ id }: Pick<LockedCollection, 'id'>) => `R:${id}:1`;

/** Cancels pending collections that were made to collect returned ones again. */
export async function cancelAgain(
  tx: PlatformTx,
  returned: readonly LockedCollection[],
  at: Date,
): Promise<void> {
  if (returned.length === 0) return;
  const made = await tx
    .selectFrom('collections')
    .select('id')
    .where(sql<boolean>`series_id = any(${returned.map((row) => row.series_id)}::uuid[])`)
    .where(sql<boolean>`due_key = any(${returned.map(againKey)}::text[])`)
    .execute();
  const found = await lockCollections(
    tx,
    made.map(({ id }) => id),
  );
  const waiting = [...found.values()].filter(({ state }) => state === 'PENDING');
  const set = causeColumns('CONTRADICTED');
  const changes = waiting.map((row) => ({ row, to: 'CANCELLED', set }) as const);
  await changeCollections(tx, changes, { actor: SYSTEM, at });
}
