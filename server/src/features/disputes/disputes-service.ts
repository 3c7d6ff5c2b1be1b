import type { Collection } from '@tegeka/contract/collections/collections.ts';
import {
  DISPUTE,
  DISPUTE_DAYS,
  type DisputeState,
} from '@tegeka/contract/collections/collection-oversight.ts';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-words.ts';
import { policyFor } from '#features/approvals/approvals-policies.ts';
import { requestApproval } from '#features/approvals/approvals-service.ts';
import { type SnapshotPart, textParts } from '#features/approvals/approvals-snapshot.ts';
import { findOfficers } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { collectionOf, readCollectionRow } from '#features/collections/collections-store.ts';
import { readMandateRow } from '#features/mandates/mandates-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { type Actor, recordTransitions, transition } from '#platform/state/transition.ts';
import { type Dispute, insertDispute, lockDispute } from './disputes-store.ts';

/** The approval action for disputes. */
export const ACCEPTANCE = 'DEBIT_DISPUTE';

/** True for a debit that has taken money. */
export const isTaken = ({ state }: Pick<Collection, 'state'>): boolean =>
  state === 'CLEARED' || state === 'SETTLED';

/**
 * True while a debit can be disputed: it was taken in the last 8 weeks, or it was disputed in time and the
 * bank did not decide.
 */
export const isDisputable = (
  debit: Collection,
  { dispute, today }: { dispute: Dispute | null; today: string },
): boolean =>
  isTaken(debit) &&
  (dispute?.state === 'LAPSED' || today <= addDays(debit.collectionDay, DISPUTE_DAYS));

/** True for a dispute that keeps another one from being opened. */
export const stands = (dispute: Dispute | null): boolean =>
  dispute !== null && (dispute.state === 'OPEN' || dispute.state === 'ACCEPTED');

/** What the officers compare with what their bank has booked. */
export async function partsOf(tx: Tx, dispute: Dispute): Promise<SnapshotPart[]> {
  const debit = collectionOf(await readCollectionRow(tx, dispute.id));
  const { account_name: accountName } = await readMandateRow(tx, debit.mandate.id);
  return textParts('Debit', [
    ['reason', 'The payer says', dispute.reason],
    ['merchant', 'Collected by', { name: debit.merchantName, id: dispute.organizationId }],
    ['amount', 'Amount', showMoney(debit.amount)],
    ['day', 'Debited on', sayDay(debit.collectionDay)],
    ['accountName', 'Account name', accountName ?? ''],
    ['account', 'Account ends in', debit.accountLastFour],
    ['reference', 'Reference of the debit', debit.reference],
    ['mandate', 'Mandate', debit.mandate.reference],
  ]);
}

export type DisputeResult = 'OPENED' | 'DISPUTED_BEFORE' | 'TOO_LATE' | 'NO_OFFICERS';

export async function transitionDispute(
  tx: Tx,
  id: string,
  to: DisputeState,
  change: { actor: Actor; reason: string | null; at: Date; set?: object },
): Promise<void> {
  await transition(tx, { machine: DISPUTE, table: 'disputes' }, { id, to, ...change });
}

/**
 * Stores a dispute as OPEN. Returns false where one is open or accepted, also if it was opened concurrently.
 */
async function writeOpen(
  tx: PlatformTx,
  dispute: Omit<Dispute, 'state' | 'refusal'>,
  actor: Actor,
): Promise<boolean> {
  const { id, organizationId, reason, openedAt: at } = dispute;
  if (await insertDispute(tx, dispute)) {
    const made = { organizationId, id, from: null, to: 'OPEN', revision: 1, reason } as const;
    await recordTransitions(tx, DISPUTE, [made], { actor, at });
    return true;
  }
  if (stands(await lockDispute(tx, id))) return false;
  const set = { reason, refusal: null, opened_at: at };
  await transitionDispute(tx, id, 'OPEN', { actor, reason, at, set });
  return true;
}

/**
 * A payer disputes a debit of theirs: the officers of their bank decide on it in their Inbox. Nothing is
 * booked by it.
 */
export async function openDispute(
  ctx: AppContext,
  tx: PlatformTx,
  {
    organizationId,
    debit,
    dispute,
  }: { organizationId: string; debit: Collection; dispute: Dispute | null },
  { reason, now }: { reason: string; now: Date },
): Promise<DisputeResult> {
  const openedAt = await businessTime(tx, now);
  if (!isDisputable(debit, { dispute, today: isoDay(openedAt) })) return 'TOO_LATE';
  const officers = await findOfficers(tx, debit.bank.id);
  if (officers === null) return 'NO_OFFICERS';
  const { id, customer } = debit;
  const maker = { kind: 'CONSUMER' as const, id: customer.id, name: customer.name, email: '' };
  if (!(await writeOpen(tx, { id, organizationId, reason, openedAt }, maker)))
    return 'DISPUTED_BEFORE';
  await requestApproval(ctx, tx, {
    action: ACCEPTANCE,
    entityId: id,
    organizationId,
    title: `${debit.reference}, ${customer.name}`,
    about: `${debit.merchantName}: ${showMoney(debit.amount)} on ${sayDay(debit.collectionDay)}`,
    maker,
    policy: await policyFor(tx, ACCEPTANCE, officers),
    parts: await partsOf(tx, await lockDispute(tx, id)),
  });
  return 'OPENED';
}
