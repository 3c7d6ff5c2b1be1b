import { timeOf } from '@tegeka/contract/kit/day.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { Pricing } from './pricing-price.ts';

/** Rates and limits that hold from a day on. */
export type RateName =
  | 'EXCISE_DUTY'
  | 'DEBIT_CAP'
  /** Days that money stays before it is paid out, since debits can be returned. */
  | 'RETURN_HOLD_DAYS'
  /** Payouts of a merchant that come to more on one day wait for an operator. */
  | 'PAYOUT_RELEASE_LIMIT'
  /** Hours in which the bank answers a payout. */
  | 'PAYOUT_ANSWER_HOURS'
  /** Days after its first collection day on which a failed debit can be tried again manually. */
  | 'RETRY_WINDOW_DAYS'
  | 'DISPUTE_ANSWER_DAYS'
  /** Debits in a row that a payer refuses before the mandate is paused; 0 for never. */
  | 'REFUSALS_BEFORE_PAUSE'
  /** The most that operators book as a fee that the bank has kept of one credit. */
  | 'BANK_FEE_MAX';

/** The rate that is in force on a day. Throws where the table has none. */
export async function rateOn(tx: Tx, name: RateName, day: string): Promise<number> {
  const { value } = await tx
    .selectFrom('dated_rates')
    .select('value')
    .where('name', '=', name)
    .where('starts_on', '<=', new Date(timeOf(day)))
    .orderBy('starts_on', 'desc')
    .executeTakeFirstOrThrow();
  return Number(value);
}

/**
 * What merchants are charged on a day: their own plan, else the platform's. For callers that price many
 * debits; a tenant's transaction knows its own plan.
 */
export async function readPlans(tx: Tx, day: string): Promise<(organizationId: string) => Pricing> {
  const dutyBasisPoints = await rateOn(tx, 'EXCISE_DUTY', day);
  const { rows } = await sql<PlanRow>`
    select distinct on (organization_id) organization_id, basis_points, fixed, minimum, maximum,
      gives_back
    from price_plans where starts_on <= ${day}::date
    order by organization_id, starts_on desc`.execute(tx);
  const pricings = new Map(
    rows.map((row) => [
      row.organization_id,
      {
        plan: {
          basisPoints: row.basis_points,
          fixed: Number(row.fixed),
          minimum: Number(row.minimum),
          maximum: row.maximum === null ? null : Number(row.maximum),
          givesBack: row.gives_back,
        },
        dutyBasisPoints,
      },
    ]),
  );
  return (organizationId) => {
    const pricing = pricings.get(organizationId) ?? pricings.get(null);
    if (!pricing) throw new Error(`No price plan is in force on ${day}`);
    return pricing;
  };
}

interface PlanRow {
  organization_id: string | null;
  basis_points: number;
  fixed: string;
  minimum: string;
  maximum: string | null;
  gives_back: boolean;
}

/** The payment categories that can be chosen, by name. */
export function readCategories(tx: Tx): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('payment_categories')
    .select(['id', 'name'])
    .where('state', '=', 'ENABLED')
    .orderBy('name')
    .execute();
}

/** The name of a payment category: a subquery for statements about rows with a `category_id`. */
export function categoryNameOf(table: string): RawBuilder<string> {
  return sql<string>`(select c.name from payment_categories c
    where c.id = ${sql.ref(`${table}.category_id`)})`;
}

/** A code of a payment category on the wire (ISO 20022): a subquery as {@link categoryNameOf}. */
export function categoryCodeOf(
  table: string,
  code: 'category_purpose' | 'purpose',
): RawBuilder<string | null> {
  return sql<string | null>`(select ${sql.ref(`c.${code}`)} from payment_categories c
    where c.id = ${sql.ref(`${table}.category_id`)})`;
}
