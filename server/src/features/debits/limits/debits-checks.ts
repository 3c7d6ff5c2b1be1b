import type { FailureReasonName } from '@tegeka/contract/debits/failure-reasons.ts';
import type { DebitRefusal } from '@tegeka/contract/debits/debit-commands.ts';
import type { Origin } from '@tegeka/contract/debits/debits.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { sql } from 'kysely';
import { type DebitPrice, priceDebit } from '#features/pricing/pricing-price.ts';
import { rateOn, readPlans } from '#features/pricing/pricing-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { LimitBroken, Wanted } from './debits-limit-rules.ts';
import { checkLimits } from './debits-limits.ts';

export interface NewDebit extends Wanted {
  /**
   * S:<nominal day>, A:<merchant's reference>, R:<original>:<n>: unique for a series, over all states.
   * X:<id> for a cancelled day that was never sent, so that the replacement of its mandate can make that
   * day.
   */
  dueKey: string;
  origin: Origin;
  /** The returned debit that it collects again, and how often it may still be tried. */
  again?: { id: string; retries: number };
}

/** Why a debit is not made; `limit` where a limit of its mandate does not allow it. */
export interface Rejection {
  refused: Extract<FailureReasonName, DebitRefusal['code']>;
  explanation: string;
  limit: LimitBroken['limit'] | null;
}

export type Priced = Rejection | DebitPrice;

interface Prices {
  plans: Awaited<ReturnType<typeof readPlans>>;
  cap: number;
}

/** What the checks of a day need: price plans and the cap of one debit. */
export async function readPrices(tx: Tx, day: string): Promise<Prices> {
  return { plans: await readPlans(tx, day), cap: await rateOn(tx, 'DEBIT_CAP', day) };
}

function priceOf({ mandate, amount }: NewDebit, { plans, cap }: Prices): Priced {
  if (mandate.state !== 'ACTIVE')
    return {
      refused: 'MANDATE_NOT_ACTIVE',
      explanation: 'The mandate is not active: nothing can be collected by it now',
      limit: null,
    };
  if (!mandate.customerIsActive)
    return {
      refused: 'CUSTOMER_DISABLED',
      explanation: 'The customer is disabled: enable them first',
      limit: null,
    };
  if (amount > cap)
    return {
      refused: 'ABOVE_CAP',
      explanation: `One debit can be ${showMoney(cap)} at most`,
      limit: null,
    };
  const price = priceDebit(plans(mandate.organizationId), amount);
  if (price) return price;
  const explanation = 'The charge and its duty would be more than the amount';
  return { refused: 'BELOW_CHARGE', explanation, limit: null };
}

/**
 * The price of each debit, or why it is refused: within the limits only if it is allowed otherwise. With
 * `alone` the others are not counted.
 */
export async function priceEach(
  tx: Tx,
  wanted: readonly NewDebit[],
  prices: Prices,
  { alone = false }: { alone?: boolean } = {},
): Promise<{ one: NewDebit; price: Priced }[]> {
  const priced = wanted.map((one) => ({ one, price: priceOf(one, prices) }));
  const allowed = priced.flatMap(({ one, price }) => ('refused' in price ? [] : [one]));
  const checked = await checkLimits(tx, allowed, { alone });
  const broken = new Map(allowed.map((one, n) => [one, checked[n]]));
  return priced.map(({ one, price }) => {
    const over = broken.get(one);
    return { one, price: over ? { refused: 'ABOVE_LIMIT', ...over } : price };
  });
}

const keyOf = ({ mandate, dueKey }: NewDebit) => `${mandate.seriesId} ${dueKey}`;

/** The due keys of wanted debits that earlier ones have used. */
export async function readUsed(tx: Tx, wanted: readonly NewDebit[]): Promise<Set<string>> {
  // By whole keys of the index, of several organizations at once.
  const { rows } = await sql<{ key: string }>`
    select c.series_id || ' ' || c.due_key as key
    from unnest(${wanted.map((one) => one.mandate.organizationId)}::uuid[],
      ${wanted.map((one) => one.mandate.seriesId)}::uuid[], ${wanted.map((one) => one.dueKey)}::text[])
      as wanted (organization_id, series_id, due_key)
    join debits c using (organization_id, series_id, due_key)`.execute(tx);
  return new Set(rows.map(({ key }) => key));
}

/** True of the first collection with a due key that is not used; its key is used then. */
export const isFirst = (used: Set<string>) => (one: NewDebit) => {
  const key = keyOf(one);
  const isNew = !used.has(key);
  used.add(key);
  return isNew;
};

/** Why each debit would not be made if it were the only one; null where it would. Nothing is written. */
export async function examineEach(
  tx: Tx,
  wanted: readonly NewDebit[],
  day: string,
): Promise<(Rejection | { exists: true } | null)[]> {
  const used = await readUsed(tx, wanted);
  const priced = await priceEach(tx, wanted, await readPrices(tx, day), { alone: true });
  return priced.map(({ one, price }) => {
    if (used.has(keyOf(one))) return { exists: true };
    return 'refused' in price ? price : null;
  });
}
