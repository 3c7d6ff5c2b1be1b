import { getFailureReason, failureReasonOfCode } from '@tegeka/contract/debits/failure-reasons.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { postEntries } from '#features/ledger/ledger-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { AttemptKey } from './debits-attempts.ts';
import { lockAnswered, workThrough } from './debits-outcomes.ts';
import {
  contradiction,
  blockRetry,
  type Effect,
  inFlight,
  isOlder,
  type Rejection,
} from './debits-effects.ts';
import { failureColumns, type LockedDebit } from '../debits-changes.ts';

const amounts = (row: LockedDebit) => ({
  amount: BigInt(row.amount),
  charge: BigInt(row.charge),
  duty: BigInt(row.excise_duty),
  net: BigInt(row.net),
});

const settledEntry = (row: LockedDebit) => {
  const { amount, charge, duty, net } = amounts(row);
  return {
    organizationId: row.organization_id,
    sourceId: row.id,
    lines: [
      { account: 'SETTLEMENT_BANK', amount },
      { account: 'PAYABLE', amount: -net },
      { account: 'CHARGES_INCOME', amount: -charge },
      { account: 'DUTY_PAYABLE', amount: -duty },
    ],
  } as const;
};

// Charge and duty are kept unless the plan gives them back: the debit was made and taken back.
const returnedEntry = (row: LockedDebit) => {
  const { amount, charge, duty, net } = amounts(row);
  const given = row.gives_back ? { payable: net, charge, duty } : { payable: amount };
  return {
    organizationId: row.organization_id,
    sourceId: row.id,
    lines: [
      { account: 'PAYABLE', amount: given.payable },
      { account: 'CHARGES_INCOME', amount: given.charge ?? 0n },
      { account: 'DUTY_PAYABLE', amount: given.duty ?? 0n },
      { account: 'SETTLEMENT_BANK', amount: -amount },
    ],
  } as const;
};

const ofDebits = { sourceKind: 'debit' } as const;

/**
 * Settles debits whose money has come; `manual` where an operator has matched it. Returns null for each, or
 * why an operator must look at it.
 */
export async function settleDebits(
  ctx: AppContext,
  tx: PlatformTx,
  items: readonly AttemptKey[],
  { entryId, at, manual = false }: { entryId: string; at: Date; manual?: boolean },
): Promise<(Rejection | null)[]> {
  const rows = await lockAnswered(tx, items);
  const { effects, refusals } = await workThrough(ctx, tx, { rows, items, at }, (row, item) => {
    // Matched by an operator: the money counts, not the refusal of the bank.
    const isSent = row.attempt > 0 && ['PENDING', 'CANCELLED', 'REJECTED'].includes(row.state);
    const isRefused = row.state === 'FAILED' || isSent;
    const isNamed = manual && isRefused;
    const settles = inFlight(row) || row.state === 'CLEARED' || isNamed;
    if (isOlder(row, item) || !settles)
      return {
        ...blockRetry(row, item, at, entryId),
        refused: contradiction(
          `Money has come for submission ${item.attempt} of ${row.reference}, which is ${row.state} with submission ${row.attempt}. It was not posted to the business.`,
        ),
      };
    const outcome = { ...item, outcome: 'SETTLED' as const, entryId };
    return { change: { row, to: 'SETTLED', set: { settled_at: at } }, outcome };
  });
  const settled = effects.flatMap(({ change, outcome }) =>
    change?.to === 'SETTLED' && outcome ? [{ row: change.row, key: outcome }] : [],
  );
  const entries = settled.map(({ row }) => settledEntry(row));
  await postEntries(tx, { ...ofDebits, purpose: 'SETTLED', at }, entries);
  const early = settled.flatMap(({ row, key }) =>
    row.early_return ? [{ ...key, ...row.early_return, amount: Number(row.amount) }] : [],
  );
  if (early.length > 0) await returnDebits(ctx, tx, early, at);
  return refusals;
}

/**
 * Operators have sent back money that was not matched: the submissions that it came for count as not paid.
 */
export async function takeSentBack(
  ctx: AppContext,
  tx: PlatformTx,
  entryIds: readonly string[],
  at: Date,
): Promise<void> {
  const attempts = await tx
    .selectFrom('debit_attempts')
    .select(['organization_id', 'debit_id', 'attempt', 'instruction_id'])
    .where('entry_id', 'in', entryIds)
    .where('outcome', '=', 'UNKNOWN')
    .execute();
  const items = attempts.map((one) => ({
    organizationId: one.organization_id,
    debitId: one.debit_id,
    attempt: one.attempt,
    instructionId: one.instruction_id,
  }));
  const rows = await lockAnswered(tx, items);
  await workThrough(ctx, tx, { rows, items, at }, (row, item) => {
    const outcome = { ...item, outcome: 'RETURNED' as const };
    if (row.state !== 'FAILED' || row.failure_reason !== 'CONTRADICTED') return { outcome };
    return { change: { row, set: failureColumns('UNSPECIFIED') }, outcome };
  });
}

/** Money that a payer's bank takes back. */
export interface ReturnItem extends AttemptKey {
  code: string | null;
  text: string | null;
  amount: number;
}

function takenBack(row: LockedDebit, item: ReturnItem): Effect {
  const { code, text } = item;
  if (isOlder(row, item) || item.amount !== Number(row.amount))
    return {
      refused: contradiction(
        `The bank returns ${showMoney(item.amount)} of submission ${item.attempt} of ${row.reference}, which is ${showMoney(Number(row.amount))} with submission ${row.attempt}. Nothing was changed.`,
      ),
    };
  const failureReason = failureReasonOfCode(code);
  const outcome = { ...item, outcome: 'RETURNED' as const };
  if (row.state === 'SETTLED') {
    const set = failureColumns(failureReason, { code, text });
    // A returned debit is collected again, as a new debit, while it has retries left.
    const again = getFailureReason(failureReason).retry && row.retries_left > 0;
    return { change: { row, to: 'RETURNED', set }, outcome, failureReason, again };
  }
  if (row.state === 'RETURNED') return {};
  if (inFlight(row) || row.state === 'CLEARED')
    return { change: { row, set: { early_return: { code, text } } } };
  return {
    refused: contradiction(
      `The bank returns ${row.reference}, which is ${row.state} here. Nothing was changed.`,
    ),
  };
}

/**
 * Applies returns of debits. A return before the settlement is stored and applied after it. Returns null for
 * each, or why an operator must look at it.
 */
export async function returnDebits(
  ctx: AppContext,
  tx: PlatformTx,
  items: readonly ReturnItem[],
  at: Date,
): Promise<(Rejection | null)[]> {
  const rows = await lockAnswered(tx, items);
  const { effects, refusals } = await workThrough(ctx, tx, { rows, items, at }, takenBack);
  const returned = effects.flatMap(({ change }) => (change?.to === 'RETURNED' ? [change.row] : []));
  await postEntries(tx, { ...ofDebits, purpose: 'RETURNED', at }, returned.map(returnedEntry));
  return refusals;
}

/** Keeps debits from being submitted again while a second operator checks whether their money has come. */
export async function holdDebits(
  ctx: AppContext,
  tx: PlatformTx,
  items: readonly AttemptKey[],
  at: Date,
): Promise<void> {
  const rows = await lockAnswered(tx, items);
  await workThrough(ctx, tx, { rows, items, at }, (row, item) => blockRetry(row, item, at));
}
