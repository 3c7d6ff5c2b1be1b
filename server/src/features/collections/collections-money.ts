import { causeOf, causeOfCode } from '@tegeka/contract/collections/causes.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { postEntries } from '#features/ledger/ledger-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import {
  applyEffects,
  type AttemptKey,
  contradiction,
  heldBack,
  type Effect,
  inFlight,
  isOlder,
  lockAnswered,
  type Refused,
  workThrough,
} from './collections-outcomes.ts';
import { causeColumns, type LockedCollection } from './collections-changes.ts';

const amounts = (row: LockedCollection) => ({
  amount: BigInt(row.amount),
  charge: BigInt(row.charge),
  duty: BigInt(row.excise_duty),
  net: BigInt(row.net),
});

const settledEntry = (row: LockedCollection) => {
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
const returnedEntry = (row: LockedCollection) => {
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

const ofCollections = { sourceKind: 'collection' } as const;

/**
 * The money of debits has come; `byHand` where an operator has named them. Gives for each null, or why it
 * needs a person.
 */
export async function settleCollections(
  ctx: AppContext,
  tx: PlatformTx,
  items: readonly AttemptKey[],
  { entryId, at, byHand = false }: { entryId: string; at: Date; byHand?: boolean },
): Promise<(Refused | null)[]> {
  const rows = await lockAnswered(tx, items);
  const { effects, refusals } = workThrough(rows, items, (row, item) => {
    // An operator has named it: of the two answers of the bank the money counts.
    const isNamed = byHand && row.state === 'FAILED' && row.cause === 'CONTRADICTED';
    const settles = inFlight(row) || row.state === 'CLEARED' || isNamed;
    if (isOlder(row, item) || !settles)
      return {
        ...heldBack(row, item, at),
        refused: contradiction(
          `Money has come for submission ${item.attempt} of ${row.reference}, which is ${row.state} with submission ${row.attempt}. It was not posted to the business.`,
        ),
      };
    const outcome = { ...item, outcome: 'SETTLED' as const, entryId };
    return { change: { row, to: 'SETTLED', set: { settled_at: at } }, outcome };
  });
  await applyEffects(ctx, tx, effects, at);
  const settled = effects.flatMap(({ change }) => (change?.to === 'SETTLED' ? [change.row] : []));
  await postEntries(tx, { ...ofCollections, purpose: 'SETTLED', at }, settled.map(settledEntry));
  const early = items.flatMap((item) => {
    const row = rows.get(item.collectionId);
    return row?.early_return && settled.includes(row)
      ? [{ ...item, ...row.early_return, amount: Number(row.amount) }]
      : [];
  });
  if (early.length > 0) await returnCollections(ctx, tx, early, at);
  return refusals;
}

/** Money that a payer's bank takes back. */
export interface ReturnItem extends AttemptKey {
  code: string | null;
  text: string | null;
  amount: number;
}

function takenBack(row: LockedCollection, item: ReturnItem): Effect {
  const { code, text } = item;
  if (isOlder(row, item) || item.amount !== Number(row.amount))
    return {
      refused: contradiction(
        `The bank returns ${showMoney(item.amount)} of submission ${item.attempt} of ${row.reference}, which is ${showMoney(Number(row.amount))} with submission ${row.attempt}. Nothing was changed.`,
      ),
    };
  const cause = causeOfCode(code);
  const outcome = { ...item, outcome: 'RETURNED' as const };
  if (row.state === 'SETTLED') {
    const set = causeColumns(cause, { code, text });
    // As often as the mandate tries again: what was returned is collected anew, once.
    const again = causeOf(cause).retry && row.retries_left > 0;
    return { change: { row, to: 'RETURNED', set }, outcome, cause, again };
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

/** Debits are returned; one that comes before its settlement waits for it. */
export async function returnCollections(
  ctx: AppContext,
  tx: PlatformTx,
  items: readonly ReturnItem[],
  at: Date,
): Promise<(Refused | null)[]> {
  const rows = await lockAnswered(tx, items);
  const { effects, refusals } = workThrough(rows, items, takenBack);
  await applyEffects(ctx, tx, effects, at);
  const returned = effects.flatMap(({ change }) => (change?.to === 'RETURNED' ? [change.row] : []));
  await postEntries(tx, { ...ofCollections, purpose: 'RETURNED', at }, returned.map(returnedEntry));
  return refusals;
}
