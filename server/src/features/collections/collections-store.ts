import { type Collection, collectionShape } from '@tegeka/contract/collections/collections.ts';
import { getFailureReason } from '@tegeka/contract/collections/failure-reasons.ts';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { bankNameOf } from '#features/banks/banks-store.ts';
import { customerNameOf } from '#features/customers/customers-store.ts';
import {
  accountLastFourOf,
  mandateReferenceOf,
} from '#features/mandates/collecting/mandates-collecting.ts';
import { merchantBankNameOf } from '#features/merchants/merchants-references.ts';
import { merchantNameOf } from '#features/merchants/merchants-store.ts';
import { rateOn } from '#features/pricing/pricing-store.ts';
import { productNameOf } from '#features/products/products-store.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { bookedMoney } from './collections-booked.ts';
import { readAttempts } from './collections-attempts.ts';
import type { Failure } from './collections-changes.ts';
import { readNotices } from './notices/collections-notice-records.ts';

const dayText = (column: string) => sql<string>`${sql.ref(`collections.${column}`)}::text`;

/** Collections with the names of what they point to. */
export function collections(tx: Tx) {
  return tx
    .selectFrom('collections')
    .select(['collections.id', 'collections.organization_id', 'reference', 'merchant_reference'])
    .select(['mandate_id', 'customer_id', 'product_id', 'bank_id', 'amount', 'currency', 'charge'])
    .select([
      'excise_duty',
      'net',
      'origin',
      'collections.state',
      'failure_reason',
      'scheme_code',
      'reason',
    ])
    .select([
      'attempt',
      'retries_left',
      'notified_at',
      'withdrawn_at',
      'next_action_at',
      'next_action',
    ])
    .select([
      'obstacle',
      'settled_at',
      'collects_again',
      'again_refused',
      'gives_back',
      'revision',
      'created_at',
    ])
    .select([dayText('due_on').as('due_on'), dayText('collect_on').as('collect_on')])
    .select([
      customerNameOf('collections').as('customer_name'),
      productNameOf('collections').as('product_name'),
      bankNameOf('collections').as('bank_name'),
      merchantNameOf('collections').as('merchant_name'),
      merchantBankNameOf('collections').as('merchant_bank_name'),
      mandateReferenceOf('collections').as('mandate_reference'),
      accountLastFourOf('collections').as('account_last_four'),
      sql<
        string | null
      >`(select state from dispute_of(collections.organization_id, collections.id))`.as('dispute'),
    ]);
}

export type CollectionRow = Awaited<ReturnType<ReturnType<typeof collections>['execute']>>[number];

/** Columns that the database returns as text. Answers are validated as a whole when they are sent. */
const textsShape = z.pick(collectionShape, {
  origin: true,
  state: true,
  failureReason: true,
  obstacle: true,
  dispute: true,
});

/** A collection as the contract names it. */
export function collectionOf(row: CollectionRow): Collection {
  const { origin, state, failureReason, obstacle, dispute } = textsShape.parse({
    ...row,
    failureReason: row.failure_reason,
  });
  const bankName = row.bank_name ?? '';
  return {
    id: row.id,
    reference: row.reference,
    merchantReference: row.merchant_reference,
    mandate: { id: row.mandate_id, reference: row.mandate_reference },
    customer: { id: row.customer_id, name: row.customer_name },
    product: row.product_id === null ? null : { id: row.product_id, name: row.product_name ?? '' },
    bank: { id: row.bank_id, name: bankName },
    accountLastFour: row.account_last_four,
    merchantName: row.merchant_name,
    merchantBankName: row.merchant_bank_name,
    customerName: row.customer_name,
    customerBankName: bankName,
    dueDay: row.due_on,
    collectionDay: row.collect_on,
    currency: row.currency,
    amount: Number(row.amount),
    ...bookedMoney(row),
    origin,
    state,
    transactionStatus: state,
    failureReason,
    schemeCode: row.scheme_code,
    reason: row.reason,
    attempt: row.attempt,
    retriesLeft: row.retries_left,
    obstacle,
    noticeAt: row.notified_at?.toISOString() ?? null,
    noticeWithdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    nextTryDay: row.next_action === 'RETRY' ? row.collect_on : null,
    settledAt: row.settled_at?.toISOString() ?? null,
    dispute,
    collectsAgain: row.collects_again,
    version: row.revision,
    createdAt: row.created_at.toISOString(),
  };
}

/** A collection by its id. Refuses NOT_FOUND. */
export async function readCollectionRow(tx: Tx, id: string): Promise<CollectionRow> {
  const row = await collections(tx).where('collections.id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** The collection that collects a returned one again, found by its due key; null where there is none. */
async function readAgain(tx: Tx, { organization_id, id }: CollectionRow) {
  const row = await tx
    .selectFrom('collections as original')
    .innerJoin('collections as again', (join) =>
      join
        .onRef('again.organization_id', '=', 'original.organization_id')
        .onRef('again.series_id', '=', 'original.series_id')
        .on('again.due_key', '=', `R:${id}:1`),
    )
    .select(['again.id', 'again.reference'])
    .where('original.organization_id', '=', organization_id)
    .where('original.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The last day on which a collection can be tried again by hand; null unless it failed for lack of funds. */
export async function readRetryUntil(tx: Tx, row: CollectionRow): Promise<string | null> {
  const { state, failureReason } = collectionOf(row);
  if (state !== 'FAILED' || failureReason === null || !getFailureReason(failureReason).retry)
    return null;
  const { rows } = await sql<{ day: string }>`
    select coalesce(min((cut_off at time zone 'Africa/Kampala')::date), ${row.collect_on}::date)::text as day
    from collection_attempts
    where organization_id = ${row.organization_id} and collection_id = ${row.id}`.execute(tx);
  const first = rows[0]?.day ?? row.collect_on;
  return addDays(first, await rateOn(tx, 'RETRY_WINDOW_DAYS', first));
}

/** What a PENDING collection failed with before it was to be tried again; null for all others. */
export async function readFailure(
  tx: Tx,
  { id, state }: Pick<CollectionRow, 'id' | 'state'>,
): Promise<Failure | null> {
  if (state !== 'PENDING') return null;
  const row = await tx
    .selectFrom('collections')
    .select(sql<Failure | null>`failure`.as('failure'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.failure ?? null;
}

/** The details of a collection that lists do not show. */
export async function readDetails(tx: Tx, row: CollectionRow) {
  return {
    retryUntil: await readRetryUntil(tx, row),
    lastFailure: (await readFailure(tx, row))?.reason ?? null,
    attempts: await readAttempts(tx, row.id),
    notices: await readNotices(tx, row),
    collectedAgainBy: row.state === 'RETURNED' ? await readAgain(tx, row) : null,
    notCollectedAgain: row.again_refused,
  };
}

/**
 * Settled debits between two days by payers' bank, the largest charge first. Charges and duty that were
 * given back on those days are subtracted.
 */
export async function readSettledBanks(
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<{ bankName: string; debits: number; charge: number; exciseDuty: number }[]> {
  const between = (column: string) => sql`
    ${sql.ref(column)} >= ${from}::date::timestamp at time zone 'Africa/Kampala'
    and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone 'Africa/Kampala'`;
  const { rows } = await sql<{
    bankName: string;
    debits: number;
    charge: string;
    exciseDuty: string;
  }>`
    select coalesce(${bankNameOf('settled')}, '') as "bankName", debits, charge, "exciseDuty" from (
      select bank_id, sum(debits)::integer as debits, sum(charge) as charge,
        sum(excise_duty) as "exciseDuty"
      from (
        select bank_id, 1 as debits, charge, excise_duty from collections
        where ${between('settled_at')}
        union all
        select bank_id, 0, -charge, -excise_duty from collections
        join collection_attempts a on a.organization_id = collections.organization_id
          and a.collection_id = collections.id and a.attempt = collections.attempt
          and a.outcome <> 'WITHDRAWN'
        where state = 'RETURNED' and gives_back and ${between('a.answered_at')}) moves
      group by bank_id) settled
    order by charge desc, "bankName"`.execute(tx);
  return rows.map(({ charge, exciseDuty, ...row }) => ({
    ...row,
    charge: Number(charge),
    exciseDuty: Number(exciseDuty),
  }));
}

/**
 * Returns which collections must not be submitted again: UNCLEAR where it is unknown of a submission whether
 * the payer was debited, PAID where money has come that an operator has to match.
 */
export async function readUnclear(
  tx: Tx,
  rows: readonly { organization_id: string; id: string }[],
): Promise<Map<string, 'UNCLEAR' | 'PAID'>> {
  const found = await tx
    .selectFrom('collection_attempts')
    .select('collection_id')
    .select(sql<boolean>`bool_or(entry_id is not null)`.as('paid'))
    .where(sql<boolean>`organization_id = any(${rows.map((row) => row.organization_id)}::uuid[])`)
    .where(sql<boolean>`collection_id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .where(sql<boolean>`(outcome = 'UNKNOWN'
      or (entry_id is not null and outcome not in ('SETTLED', 'RETURNED')))`)
    .groupBy('collection_id')
    .execute();
  return new Map(found.map((one) => [one.collection_id, one.paid ? 'PAID' : 'UNCLEAR']));
}

export async function readCollections(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, Collection>> {
  const rows = await collections(tx)
    .where(sql<boolean>`collections.id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, collectionOf(row)]));
}
