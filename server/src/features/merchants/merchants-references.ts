import { type RawBuilder, sql } from 'kysely';
import { bankNameOf } from '#features/banks/banks-store.ts';
import type { Tx } from '#platform/database/database.ts';

// Queries about businesses for other features.

/** The name of the bank that a merchant is paid at: a subquery as {@link merchantNameOf}. */
export function merchantBankNameOf(table: string): RawBuilder<string | null> {
  return sql<string | null>`(select ${bankNameOf('a')} from merchant_bank_accounts a
    where a.organization_id = ${sql.ref(`${table}.organization_id`)} limit 1)`;
}

/** Returns those of the organizations whose business is active. */
export async function readActiveMerchants(
  tx: Tx,
  organizationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('merchants')
    .select('organization_id')
    .where(sql<boolean>`organization_id = any(${organizationIds}::uuid[])`)
    .where('state', '=', 'ACTIVE')
    .execute();
  return new Set(rows.map((row) => row.organization_id));
}

/** The id of a merchant, null where there is none: a subquery as {@link merchantNameOf}. */
export function merchantIdOf(table: string): RawBuilder<string | null> {
  return sql<string | null>`(select m.id from merchants m
    where m.organization_id = ${sql.ref(`${table}.organization_id`)})`;
}

/** The organization of a merchant: a subquery. */
export function organizationOfMerchant(id: string): RawBuilder<unknown> {
  return sql`select m.organization_id from merchants m where m.id = ${id}`;
}

/** What a business names when it repays what it owes. */
export async function readRepaymentReference(tx: Tx, organizationId: string): Promise<string> {
  const row = await tx
    .selectFrom('merchants')
    .select('repayment_reference')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return row.repayment_reference;
}

/** The business whose repayment reference this is; null where there is none. */
export async function findRepayer(
  tx: Tx,
  reference: string,
): Promise<{ merchantId: string; name: string; reference: string } | null> {
  const rows = await tx
    .selectFrom('merchants')
    .select(['id as merchantId', 'business_name as name', 'repayment_reference as reference'])
    .where('repayment_reference', '=', reference)
    .limit(2)
    .execute();
  const [only, another] = rows;
  return only === undefined || another !== undefined ? null : only;
}
