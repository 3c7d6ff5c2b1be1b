import type { FailureReasonName } from '@tegeka/contract/debits/failure-reasons.ts';
import { sql } from 'kysely';
import {
  type DebtorAccount,
  lockForSubmission,
} from '#features/mandates/collection/mandates-outcomes.ts';
import type { CollectableMandate } from '#features/mandates/collection/mandates-collectable.ts';
import { productCodeOf } from '#features/products/products-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { insertAttempts } from '../outcomes/debits-attempts.ts';
import { retryEnd } from '../debits-retries.ts';
import {
  failureColumns,
  changeDebits,
  type DebitChange,
  lockDebits,
  type LockedDebit,
} from '../debits-changes.ts';
import { readObstacles, writeObstacles } from '../obstacles/debits-obstacles.ts';
import { priceSubmissions, type SubmissionPrice } from './debits-prices.ts';

/** One debit of a submitted file. */
export interface SubmittedItem extends DebtorAccount {
  instructionId: string;
  organizationId: string;
  debitId: string;
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
export interface Submission {
  cutOff: Date;
  /** The day of the session in Kampala. */
  day: string;
  /** Items of a file at most. */
  max: number;
  fileId: string;
  /** After it an item without an answer is UNKNOWN; null where a channel reports rejections only. */
  answerBy: Date | null;
}

/**
 * PENDING debits of a day and of those before it: those whose payers were told, and those that can not
 * be sent, which end at their cut-off.
 */
const dueDebits = (tx: PlatformTx, day: string) =>
  tx
    .selectFrom('debits')
    .where('state', '=', 'PENDING')
    .where(sql<boolean>`(notified_at is not null or obstacle is not null)`)
    .where('collect_on', '<=', sql<Date>`${day}::date`);

type SubmittableMandate = CollectableMandate & DebtorAccount;

/** A debit without a product is of the category of other payments. */
const CATEGORY_PURPOSE =
  sql<string>`coalesce(${productCodeOf('debits', 'category_purpose')}, 'OTHR')`.as(
    'categoryPurpose',
  );

/** A debit that is going to be submitted, with its mandate and the codes of its product. */
interface Submittable {
  row: LockedDebit;
  mandate: SubmittableMandate;
  codes: Pick<SubmittedItem, 'categoryPurpose' | 'purpose'>;
}

type Priced = Submittable & { price: SubmissionPrice | null };

/**
 * Locks the next debits of a bank with their mandates. `withoutAccount` are those that can not be sent
 * at all: left PENDING, they would be found again for ever.
 */
async function lockSubmittable(
  ctx: AppContext,
  tx: PlatformTx,
  { day, max }: Submission,
  bankId: string,
): Promise<{ submittable: Submittable[]; withoutAccount: LockedDebit[] }> {
  const found = await dueDebits(tx, day)
    .select(['id', 'mandate_id', productCodeOf('debits', 'purpose').as('purpose')])
    .select(CATEGORY_PURPOSE)
    .where('bank_id', '=', bankId)
    // In index order: a file reads only its own rows.
    .orderBy('collect_on')
    .orderBy('id')
    .limit(max)
    .execute();
  // Lock order: mandates before debits.
  const ids = new Set(found.map((row) => row.mandate_id));
  const codes = new Map(
    found.map(({ id, purpose, categoryPurpose }) => [id, { purpose, categoryPurpose }]),
  );
  const mandates = await lockForSubmission(ctx, tx, [...ids]);
  const locked = await lockDebits(tx, [...codes.keys()]);
  const submittable: Submittable[] = [];
  const withoutAccount: LockedDebit[] = [];
  for (const row of locked.values()) {
    const isDue = row.notified_at !== null || row.obstacle !== null;
    if (row.state !== 'PENDING' || !isDue || row.collect_on > day) continue;
    const mandate = mandates.get(row.mandate_id);
    const ofProduct = codes.get(row.id);
    if (mandate && ofProduct) submittable.push({ row, mandate, codes: ofProduct });
    else if (ids.has(row.mandate_id)) withoutAccount.push(row);
  }
  return { submittable, withoutAccount };
}

/** The debits of a file, as they are sent. */
function itemsOf(
  { ids, clock }: AppContext,
  submitted: readonly Submittable[],
  { day }: Submission,
): SubmittedItem[] {
  const now = clock.now();
  return submitted.map(({ row, mandate, codes }) => {
    const { debtorName, debtorAccount, signedOn, merchantName, oneOff } = mandate;
    return {
      debtorName,
      debtorAccount,
      signedOn,
      merchantName,
      oneOff,
      instructionId: ids.uuid(now),
      organizationId: row.organization_id,
      debitId: row.id,
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
const rejection = (row: LockedDebit, failureReason: FailureReasonName): DebitChange =>
  row.retried && failureReason === 'ABOVE_LIMIT'
    ? retryEnd(row)
    : { row, to: 'REJECTED', set: failureColumns(failureReason) };

const submitted = ({ row, price }: Priced, { day, answerBy }: Submission): DebitChange => ({
  row,
  to: 'PROCESSING',
  set: {
    attempt: row.attempt + 1,
    collect_on: day,
    ...price,
    inquiries: 0,
    early_return: null,
    next_action_at: answerBy,
    next_action: answerBy && 'UNANSWERED',
  },
});

/**
 * Submits the next debits of a payers' bank: they become PROCESSING and are returned. Those that can not
 * be sent become REJECTED with their failure reason; those that another server has submitted are left out. The caller
 * writes the file in the same transaction and calls this once in it: a second call would lock mandates out
 * of order.
 */
export async function submitNext(
  ctx: AppContext,
  tx: PlatformTx,
  submission: Submission,
  bankId: string,
): Promise<SubmittedItem[]> {
  const { submittable, withoutAccount } = await lockSubmittable(ctx, tx, submission, bankId);
  const obstacles = await readObstacles(
    tx,
    submittable.map(({ row, mandate }) => ({ row, mandate, day: submission.day })),
  );
  const allowed = submittable.filter((_, n) => !obstacles[n]);
  const told = allowed.filter(({ row }) => row.notified_at !== null);
  const items = itemsOf(ctx, told, submission);
  const prices = await priceSubmissions(
    tx,
    told.map(({ row }) => row),
    submission.day,
  );
  const changes = [
    ...withoutAccount.map((row) => rejection(row, 'MANDATE_NOT_ACTIVE')),
    ...submittable.flatMap(({ row }, n) => {
      const failureReason = obstacles[n];
      return failureReason ? [rejection(row, failureReason)] : [];
    }),
    ...told.map((one, n) => submitted({ ...one, price: prices[n] ?? null }, submission)),
  ];
  const at = submission.cutOff;
  await changeDebits(tx, changes, { actor: SYSTEM, at });
  if (items.length > 0) await insertAttempts(tx, items, submission);
  // What held these up is over, but their notice was withdrawn: their payers are told first.
  const untold = allowed.filter(({ row }) => row.notified_at === null);
  const free = untold.map(({ row }) => ({ row, obstacle: null }));
  await writeObstacles(tx, free, at);
  return items;
}

/** The next bank with debits that a cut-off takes, beside those that are left out; null where none has. */
export async function nextBank(
  tx: PlatformTx,
  day: string,
  leftOut: readonly string[],
): Promise<string | null> {
  const first = await dueDebits(tx, day)
    .select('bank_id')
    .where(sql<boolean>`bank_id <> all(${leftOut}::uuid[])`)
    // In index order: only one row is read.
    .orderBy('collect_on')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.bank_id ?? null;
}
