import { type Debit, debitShape } from '@tegeka/contract/debits/debits.ts';
import { getFailureReason } from '@tegeka/contract/debits/failure-reasons.ts';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { bankNameOf } from '#features/banks/banks-store.ts';
import { customerNameOf } from '#features/customers/customers-store.ts';
import {
  accountLastFourOf,
  mandateReferenceOf,
} from '#features/mandates/collection/mandates-collectable.ts';
import { merchantBankNameOf } from '#features/merchants/merchants-references.ts';
import { merchantNameOf } from '#features/merchants/merchants-store.ts';
import { rateOn } from '#features/pricing/pricing-store.ts';
import { productNameOf } from '#features/products/products-store.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { bookedMoney } from './debits-booked.ts';
import { readAttempts } from './outcomes/debits-attempts.ts';
import type { Failure } from './debits-changes.ts';
import { readNotices } from './notices/debits-notice-records.ts';

const dayText = (column: string) => sql<string>`${sql.ref(`debits.${column}`)}::text`;

/** Debits with the names of what they point to. */
export function selectDebits(tx: Tx) {
  return tx
    .selectFrom('debits')
    .select(['debits.id', 'debits.organization_id', 'reference', 'merchant_reference'])
    .select(['mandate_id', 'customer_id', 'product_id', 'bank_id', 'amount', 'currency', 'charge'])
    .select([
      'excise_duty',
      'net',
      'origin',
      'debits.state',
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
      'recollects',
      'recollection_refused',
      'gives_back',
      'revision',
      'created_at',
    ])
    .select([dayText('due_on').as('due_on'), dayText('collect_on').as('collect_on')])
    .select([
      customerNameOf('debits').as('customer_name'),
      productNameOf('debits').as('product_name'),
      bankNameOf('debits').as('bank_name'),
      merchantNameOf('debits').as('merchant_name'),
      merchantBankNameOf('debits').as('merchant_bank_name'),
      mandateReferenceOf('debits').as('mandate_reference'),
      accountLastFourOf('debits').as('account_last_four'),
      sql<string | null>`(select state from dispute_of(debits.organization_id, debits.id))`.as(
        'dispute',
      ),
    ]);
}

export type DebitRow = Awaited<ReturnType<ReturnType<typeof selectDebits>['execute']>>[number];

/** Columns that the database returns as text. Answers are validated as a whole when they are sent. */
const textsShape = z.pick(debitShape, {
  origin: true,
  state: true,
  failureReason: true,
  obstacle: true,
  dispute: true,
});

/** A debit as the contract names it. */
export function debitOf(row: DebitRow): Debit {
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
    recollects: row.recollects,
    version: row.revision,
    createdAt: row.created_at.toISOString(),
  };
}

/** A debit by its id. Refuses NOT_FOUND. */
export async function readDebitRow(tx: Tx, id: string): Promise<DebitRow> {
  const row = await selectDebits(tx).where('debits.id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** The debit that collects a returned one again, found by its due key; null where there is none. */
async function readRecollection(tx: Tx, { organization_id, id }: DebitRow) {
  const row = await tx
    .selectFrom('debits as original')
    .innerJoin('debits as again', (join) =>
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

/** The last day on which a debit can be tried again manually; null unless it failed for lack of funds. */
export async function readRetryUntil(tx: Tx, row: DebitRow): Promise<string | null> {
  const { state, failureReason } = debitOf(row);
  if (state !== 'FAILED' || failureReason === null || !getFailureReason(failureReason).retry)
    return null;
  const { rows } = await sql<{ day: string }>`
    select coalesce(min((cut_off at time zone 'Africa/Kampala')::date), ${row.collect_on}::date)::text as day
    from debit_attempts
    where organization_id = ${row.organization_id} and debit_id = ${row.id}`.execute(tx);
  const first = rows[0]?.day ?? row.collect_on;
  return addDays(first, await rateOn(tx, 'RETRY_WINDOW_DAYS', first));
}

/** What a PENDING debit failed with before it was to be tried again; null for all others. */
export async function readFailure(
  tx: Tx,
  { id, state }: Pick<DebitRow, 'id' | 'state'>,
): Promise<Failure | null> {
  if (state !== 'PENDING') return null;
  const row = await tx
    .selectFrom('debits')
    .select(sql<Failure | null>`failure`.as('failure'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.failure ?? null;
}

/** The details of a debit that lists do not show. */
export async function readDetails(tx: Tx, row: DebitRow) {
  return {
    retryUntil: await readRetryUntil(tx, row),
    lastFailure: (await readFailure(tx, row))?.reason ?? null,
    attempts: await readAttempts(tx, row.id),
    notices: await readNotices(tx, row),
    recollectedBy: row.state === 'RETURNED' ? await readRecollection(tx, row) : null,
    notRecollected: row.recollection_refused,
  };
}

/**
 * Returns which debits must not be submitted again: UNCLEAR where it is unknown of a submission whether
 * the payer was debited, PAID where money has come that an operator has to match.
 */
export async function readUnclear(
  tx: Tx,
  rows: readonly { organization_id: string; id: string }[],
): Promise<Map<string, 'UNCLEAR' | 'PAID'>> {
  const found = await tx
    .selectFrom('debit_attempts')
    .select('debit_id')
    .select(sql<boolean>`bool_or(entry_id is not null)`.as('paid'))
    .where(sql<boolean>`organization_id = any(${rows.map((row) => row.organization_id)}::uuid[])`)
    .where(sql<boolean>`debit_id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .where(sql<boolean>`(outcome = 'UNKNOWN'
      or (entry_id is not null and outcome not in ('SETTLED', 'RETURNED')))`)
    .groupBy('debit_id')
    .execute();
  return new Map(found.map((one) => [one.debit_id, one.paid ? 'PAID' : 'UNCLEAR']));
}

export async function readDebits(tx: Tx, ids: readonly string[]): Promise<Map<string, Debit>> {
  const rows = await selectDebits(tx)
    .where(sql<boolean>`debits.id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, debitOf(row)]));
}
