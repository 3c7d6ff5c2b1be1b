import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

/** Rates and limits that hold from a day on. */
export type RateName = 'EXCISE_DUTY' | 'DEBIT_CAP';

/** The rate that is in force on a day. Throws where the table has none. */
export async function rateOn(tx: Tx, name: RateName, day: string): Promise<number> {
  const { value } = await tx
    .selectFrom('dated_rates')
    .select('value')
    .where('name', '=', name)
    .where('starts_on', '<=', new Date(`${day}T00:00:00Z`))
    .orderBy('starts_on', 'desc')
    .executeTakeFirstOrThrow();
  return Number(value);
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
