import type { CauseName } from '@tegeka/contract/collections/causes.ts';
import { sql } from 'kysely';
import { readOfferedBanks } from '#features/banks/banks-store.ts';
import {
  type DebtorAccount,
  lockForSealing,
} from '#features/mandates/collecting/mandates-outcomes.ts';
import type { CollectableMandate } from '#features/mandates/collecting/mandates-collecting.ts';
import { readActiveMerchants } from '#features/merchants/merchants-references.ts';
import { rateOn } from '#features/pricing/pricing-store.ts';
import { productCodeOf } from '#features/products/products-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { insertAttempts } from '../collections-attempts.ts';
import { retryEnd } from '../collections-retries.ts';
import { checkLimits } from '../limits/collections-limits.ts';
import {
  causeColumns,
  changeCollections,
  type CollectionChange,
  lockCollections,
  type LockedCollection,
} from '../collections-changes.ts';
import { priceSubmissions, type SubmissionPrice } from './collections-prices.ts';

/** One debit of a sealed file. */
export interface SealedItem extends DebtorAccount {
  instructionId: string;
  organizationId: string;
  collectionId: string;
  attempt: number;
  endToEndId: string;
  amount: number;
  currency: string;
  /** ISO 8601 day. */
  collectOn: string;
  mandateReference: string;
  /** Codes of ISO 20022: the category purpose, and the purpose where the product has one. */
  categoryPurpose: string;
  purpose: string | null;
  text: string;
}

/** What a cut-off takes into one file. */
export interface Sealing {
  cutOff: Date;
  /** The day of the session in Kampala. */
  day: string;
  /** Items of a file at most. */
  most: number;
  fileId: string;
  /** After it an item without an answer is UNKNOWN; null where a channel reports rejections only. */
  answerBy: Date | null;
}

/** PENDING collections whose payers were told, of a day and of those before it. */
const sealable = (tx: PlatformTx, day: string) =>
  tx
    .selectFrom('collections')
    .where('state', '=', 'PENDING')
    .where('told_at', 'is not', null)
    .where('collect_on', '<=', sql<Date>`${day}::date`);

type Sealable = CollectableMandate & DebtorAccount;

/** A debit without a product is of the category of other payments. */
const CATEGORY_PURPOSE =
  sql<string>`coalesce(${productCodeOf('collections', 'category_purpose')}, 'OTHR')`.as(
    'categoryPurpose',
  );

/** Returns for each collection why it can not be sent; null if it can. */
async function refusalsOf(
  tx: PlatformTx,
  rows: readonly Priced[],
  { cutOff, day }: Sealing,
): Promise<(CauseName | null)[]> {
  const owners = [...new Set(rows.map(({ row }) => row.organization_id))];
  const active = await readActiveMerchants(tx, owners);
  const banks = new Set((await readOfferedBanks(tx, cutOff)).map(({ id }) => id));
  const cap = await rateOn(tx, 'DEBIT_CAP', day);
  const causes = rows.map(({ row, mandate, price }): CauseName | null => {
    if (mandate.state !== 'ACTIVE') return 'MANDATE_NOT_ACTIVE';
    if (!mandate.customerIsActive) return 'CUSTOMER_DISABLED';
    if (!active.has(row.organization_id)) return 'MERCHANT_NOT_ACTIVE';
    if (!banks.has(row.bank_id)) return 'BANK_UNAVAILABLE';
    if (Number(row.amount) > cap) return 'ABOVE_CAP';
    return price === null ? 'BELOW_CHARGE' : null;
  });
  // What is refused already uses up no limit.
  const allowed = rows.filter((_, n) => !causes[n]);
  const wanted = allowed.map(({ row: { origin, retried, due_on: dueOn, amount }, mandate }) => {
    return { mandate, origin, retried, dueOn, collectOn: day, amount: Number(amount) };
  });
  const ids = rows.map(({ row }) => row.id);
  const checked = await checkLimits(tx, wanted, { without: ids });
  const over = new Set(allowed.filter((_, n) => checked[n]));
  return rows.map((one, n) => (over.has(one) ? 'ABOVE_LIMIT' : (causes[n] ?? null)));
}

/** A collection that is going to be sealed, with its mandate and the codes of its product. */
interface Standing {
  row: LockedCollection;
  mandate: Sealable;
  codes: Pick<SealedItem, 'categoryPurpose' | 'purpose'>;
}

type Priced = Standing & { price: SubmissionPrice | null };

/**
 * Locks the next collections of a bank with their mandates. `withoutAccount` are those that can not be sent
 * at all: left PENDING, they would be found again for ever.
 */
async function lockStanding(
  ctx: AppContext,
  tx: PlatformTx,
  { day, most }: Sealing,
  bankId: string,
): Promise<{ standing: Standing[]; withoutAccount: LockedCollection[] }> {
  const found = await sealable(tx, day)
    .select(['id', 'mandate_id', productCodeOf('collections', 'purpose').as('purpose')])
    .select(CATEGORY_PURPOSE)
    .where('bank_id', '=', bankId)
    // In index order: a file reads only its own rows.
    .orderBy('collect_on')
    .orderBy('id')
    .limit(most)
    .execute();
  // Lock order: mandates before collections.
  const ids = new Set(found.map((row) => row.mandate_id));
  const codes = new Map(
    found.map(({ id, purpose, categoryPurpose }) => [id, { purpose, categoryPurpose }]),
  );
  const mandates = await lockForSealing(ctx, tx, [...ids]);
  const locked = await lockCollections(tx, [...codes.keys()]);
  const standing: Standing[] = [];
  const withoutAccount: LockedCollection[] = [];
  for (const row of locked.values()) {
    const stands = row.state === 'PENDING' && row.told_at !== null && row.collect_on <= day;
    if (!stands) continue;
    const mandate = mandates.get(row.mandate_id);
    const ofProduct = codes.get(row.id);
    if (mandate && ofProduct) standing.push({ row, mandate, codes: ofProduct });
    else if (ids.has(row.mandate_id)) withoutAccount.push(row);
  }
  return { standing, withoutAccount };
}

/** The debits of a file, as they are sent. */
function itemsOf(
  { ids, clock }: AppContext,
  sealed: readonly Standing[],
  { day }: Sealing,
): SealedItem[] {
  const now = clock.now();
  return sealed.map(({ row, mandate, codes }) => {
    const { debtorName, debtorAccount, signedOn, merchantName, oneOff } = mandate;
    return {
      debtorName,
      debtorAccount,
      signedOn,
      merchantName,
      oneOff,
      instructionId: ids.uuid(now),
      organizationId: row.organization_id,
      collectionId: row.id,
      attempt: row.attempt + 1,
      endToEndId: row.reference,
      amount: Number(row.amount),
      currency: row.currency,
      collectOn: day,
      mandateReference: mandate.reference,
      ...codes,
      text: `${merchantName} ${mandate.reference}`,
    };
  });
}

/** A retry beyond a limit leaves its debit failed. */
const rejection = (row: LockedCollection, cause: CauseName): CollectionChange =>
  row.retried && cause === 'ABOVE_LIMIT'
    ? retryEnd(row)
    : { row, to: 'REJECTED', set: causeColumns(cause) };

const submission = ({ row, price }: Priced, { day, answerBy }: Sealing): CollectionChange => ({
  row,
  to: 'PROCESSING',
  set: {
    attempt: row.attempt + 1,
    collect_on: day,
    ...price,
    asked: 0,
    early_return: null,
    wake_at: answerBy,
    wake_for: answerBy && 'UNANSWERED',
  },
});

/**
 * Seals the next collections of a payers' bank: they become PROCESSING and are returned. Those that can not
 * be sent become REJECTED with their cause; those that another server has sealed are left out. The caller
 * writes the file in the same transaction and calls this once in it: a second call would lock mandates out
 * of order.
 */
export async function sealNext(
  ctx: AppContext,
  tx: PlatformTx,
  sealing: Sealing,
  bankId: string,
): Promise<SealedItem[]> {
  const locked = await lockStanding(ctx, tx, sealing, bankId);
  const prices = await priceSubmissions(
    tx,
    locked.standing.map(({ row }) => row),
    sealing.day,
  );
  const standing = locked.standing.map((one, n) => ({ ...one, price: prices[n] ?? null }));
  const refusals = await refusalsOf(tx, standing, sealing);
  const items = itemsOf(
    ctx,
    standing.filter((_, n) => !refusals[n]),
    sealing,
  );
  const changes = standing.map((one, n) => {
    const cause = refusals[n];
    return cause ? rejection(one.row, cause) : submission(one, sealing);
  });
  const without = locked.withoutAccount.map((row) => rejection(row, 'MANDATE_NOT_ACTIVE'));
  await changeCollections(tx, [...without, ...changes], { actor: SYSTEM, at: sealing.cutOff });
  if (items.length > 0) await insertAttempts(tx, items, sealing);
  return items;
}

/** The next bank with collections that a cut-off takes, beside those that are left out; null where none has. */
export async function nextBank(
  tx: PlatformTx,
  day: string,
  leftOut: readonly string[],
): Promise<string | null> {
  const first = await sealable(tx, day)
    .select('bank_id')
    .where(sql<boolean>`bank_id <> all(${leftOut}::uuid[])`)
    // In index order: only one row is read.
    .orderBy('collect_on')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.bank_id ?? null;
}
