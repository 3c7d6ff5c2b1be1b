import { ERRORS } from '@tegeka/contract/kit/errors.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { Actor } from '#platform/state/transition.ts';
import { payerAccount } from './mandates-accounts.ts';
import { cancelMandate, confirmMandate, lockConsentRequest } from './mandates-confirmation.ts';
import { findObstacle, lockSuccessor } from './collection/mandates-replacement.ts';
import { recordCancelled } from './mandates-bank-request.ts';
import { findConsent } from './documents/mandates-evidence-store.ts';
import {
  mandateOf,
  mandates,
  type MandateRow,
  readMandateRow,
  transitionMandate,
} from './mandates-store.ts';
import { notifyNotConfirmed } from './messages/mandates-notices.ts';

// Requests to banks and their answers by message, for the feature that writes and reads the messages.

/** What a message tells the payer's bank about a mandate. */
export interface BankRequest {
  organizationId: string;
  bankId: string;
  reference: string;
  oneOff: boolean;
  /** Whole shillings. */
  maxPerDebit: number;
  merchantName: string;
  accountName: string;
  accountNumber: string;
  /** The bank compares it with the one that it knows: a code proves a phone, not an account. */
  consentPhone: string | null;
}

/** Locks a mandate. Returns the request to its bank; null where it no longer waits for its bank. */
export async function readBankRequest(
  { keys }: Pick<AppContext, 'keys'>,
  tx: PlatformTx,
  id: string,
): Promise<BankRequest | null> {
  const row = await readMandateRow(tx, id, true);
  const { bank_id: bankId, encrypted_account: encrypted, organization_id: organizationId } = row;
  if (row.state !== 'PENDING_APPROVAL' || bankId === null || encrypted === null) return null;
  return {
    organizationId,
    bankId,
    reference: row.reference,
    oneOff: row.max_count === 1 || mandateOf(row).schedule.kind === 'ONE_OFF',
    maxPerDebit: Number(row.max_per_debit),
    merchantName: row.merchant_name,
    accountName: row.account_name ?? '',
    accountNumber: keys.decrypt(payerAccount(organizationId), encrypted),
    consentPhone: (await findConsent(tx, row))?.phone ?? null,
  };
}

/** The mandate of a reference, locked until the transaction ends; null where there is none. */
export async function lockByReference(
  tx: PlatformTx,
  reference: string,
): Promise<MandateRow | null> {
  const row = await mandates(tx).where('mandates.reference', '=', reference).executeTakeFirst();
  if (!row) return null;
  await lockConsentRequest(tx, row);
  return readMandateRow(tx, row.id, true);
}

/** What a bank has answered about a mandate, and when by the wall clock. */
export interface BankAnswer {
  actor: Actor;
  reason: string | null;
  now: Date;
}

/** The bank has confirmed a mandate that waits for it. */
export async function acceptMandate(
  ctx: AppContext,
  tx: PlatformTx,
  row: MandateRow,
  { actor, now }: BankAnswer,
): Promise<void> {
  const at = await businessTime(tx, now);
  const obstacle = await findObstacle(tx, row);
  if (obstacle === null) return confirmMandate(ctx, tx, row.id, { actor, at });
  const reason = ERRORS[obstacle][1];
  await transitionMandate(tx, { id: row.id, to: 'FAILED', actor, reason, at });
}

/** The bank does not confirm a mandate that waits for it. */
export async function rejectMandate(
  ctx: AppContext,
  tx: PlatformTx,
  { id }: MandateRow,
  { actor, reason, now }: BankAnswer,
): Promise<void> {
  const at = await businessTime(tx, now);
  await transitionMandate(tx, { id, to: 'REJECTED', actor, reason, at });
  await notifyNotConfirmed(ctx, tx, id);
}

/** The bank has cancelled a mandate that has not ended. */
export { cancelMandate as cancelByBank } from './mandates-confirmation.ts';

/**
 * Handles a bank's cancellation of a mandate that has ended: cancels the mandate that has replaced it, since
 * a stopped consent does not carry over, and records that the bank is to be told. Returns false where none
 * has.
 */
export async function cancelSuccessor(
  ctx: AppContext,
  tx: PlatformTx,
  ended: MandateRow,
  answer: BankAnswer,
): Promise<boolean> {
  const row = await lockSuccessor(tx, ended);
  if (!row) return false;
  await cancelMandate(ctx, tx, row, answer);
  await recordCancelled(ctx, tx, row);
  return true;
}
