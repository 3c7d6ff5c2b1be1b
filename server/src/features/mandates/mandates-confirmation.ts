import { instalmentsFrom } from '@tegeka/contract/mandates/schedule-days.ts';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import type { Updateable } from 'kysely';
import { kampalaInstant } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { ApprovalHandler } from '#features/approvals/approvals-actions.ts';
import {
  expireUnlocked,
  pendingRequest,
  withdrawRequest,
} from '#features/approvals/approvals-service.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Mandates } from '#platform/database/tables.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Actor } from '#platform/state/transition.ts';
import { CONFIRMATION, partsOf, recordCancelled } from './mandates-bank-request.ts';
import { dayFrom, firstCollected } from './collection/mandates-collectable.ts';
import {
  endReplaced,
  findObstacle,
  isReplacedSuspended,
} from './collection/mandates-replacement.ts';
import {
  hasEnded,
  mandateOf,
  type MandateRow,
  readMandateRow,
  transitionMandate,
} from './mandates-store.ts';
import { notifyConfirmed, notifyNotConfirmed } from './messages/mandates-notices.ts';

/** The next action that ends a mandate after its last day. */
export function nextEnd(row: Pick<MandateRow, 'ends_on'>) {
  if (row.ends_on === null) return {};
  return {
    next_action_at: kampalaInstant(addDays(row.ends_on, 1), '00:00'),
    next_action: 'END',
  } as const;
}

/** The next action that starts a confirmed mandate: on its first day, or at once where that has passed. */
export function nextStart(row: Pick<MandateRow, 'starts_on'>, at: Date) {
  const start = kampalaInstant(row.starts_on, '00:00');
  return { next_action_at: start > at ? start : at, next_action: 'START' } as const;
}

/** The columns that activation changes, and its reason in the history. */
interface Activation {
  set: Updateable<Mandates>;
  reason: string | null;
}

/**
 * The columns of a mandate that becomes active for the first time. Instalments whose first days have passed
 * begin later, at the agreed interval: otherwise several would be debited on one day.
 */
export function activation(row: MandateRow, at: Date): Activation {
  const mandate = mandateOf(row);
  const { schedule, start } = mandate;
  const today = isoDay(at);
  if (schedule.kind !== 'INSTALMENTS' || start >= today)
    return {
      set: { ...nextEnd(row), collect_next_on: firstCollected(mandate, today) },
      reason: null,
    };
  const first = instalmentsFrom(schedule, start, today);
  const next = firstCollected({ ...mandate, start: first }, today);
  return {
    set: { ...nextEnd(row), starts_on: first, next_due_on: next, collect_next_on: next },
    reason: `The instalments begin on ${sayDay(first)}: the first days had passed`,
  };
}

/** The columns of a mandate that becomes active again. Missed days are not collected later. */
export function reactivation(row: MandateRow, at: Date) {
  const mandate = mandateOf(row);
  const { collect_next_on: day } = row;
  const next = day === null ? null : dayFrom(mandate, day < isoDay(at) ? isoDay(at) : day);
  return { ...nextEnd(row), collect_next_on: next };
}

/**
 * Applies the bank's confirmation: the mandate becomes ACTIVE, or REGISTERED until its first day and while
 * the one that it replaces is suspended. Refuses MANDATE_STATE, MANDATE_REPLACED and CONSENT_ENDED.
 */
export async function confirmMandate(
  ctx: AppContext,
  tx: Tx,
  id: string,
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  const row = await readMandateRow(tx, id, true);
  // It may have been cancelled while the bank was deciding.
  if (row.state !== 'PENDING_APPROVAL') throw refuse('MANDATE_STATE');
  const obstacle = await findObstacle(tx, row);
  if (obstacle !== null) throw refuse(obstacle);
  const begins = row.starts_on <= isoDay(at) && !(await isReplacedSuspended(tx, row));
  if (begins) await endReplaced(ctx, tx, row, { actor, at });
  await transitionMandate(tx, {
    id,
    to: begins ? 'ACTIVE' : 'REGISTERED',
    actor,
    at,
    ...(begins ? activation(row, at) : { set: nextStart(row, at), reason: null }),
  });
  await notifyConfirmed(ctx, tx, row);
}

type Asked = Pick<MandateRow, 'id' | 'organization_id'>;

const consentRequestOf = ({ id, organization_id: organizationId }: Asked) => ({
  action: CONFIRMATION,
  entityId: id,
  organizationId,
});

/** Locks the request to the officers against a decision. Lock order: the request before the mandate. */
export async function lockConsentRequest(tx: Tx, row: Asked): Promise<void> {
  await pendingRequest(tx, consentRequestOf(row)).forUpdate().execute();
}

/**
 * Expires the request to officers about a locked mandate, if there is one. Returns false while they decide:
 * a decision locks the request before the mandate, so waiting here would be a deadlock.
 */
export const expireConsentRequest = (ctx: AppContext, tx: Tx, row: Asked): Promise<boolean> =>
  expireUnlocked(ctx, tx, consentRequestOf(row));

/** Why a bank's officers can refuse a mandate, with what the merchant and the payer are told. */
const REJECTIONS = {
  ACCOUNT_UNKNOWN: 'The bank has no such account.',
  NAME_DIFFERS: 'The name does not belong to the account.',
  ACCOUNT_CLOSED: 'The account is closed or blocked.',
  NOT_PERMITTED: 'The account does not allow direct debits.',
} as const;

/** The state of a mandate that is not confirmed, by the outcome of the request. */
const STATE_BY_OUTCOME = {
  CORRECTION_NEEDED: 'REJECTED',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
  EXECUTION_FAILED: 'FAILED',
} as const;

/** Cancels a mandate; what its bank's officers were asked is withdrawn. Refuses MANDATE_STATE. */
export async function cancelMandate(
  ctx: AppContext,
  tx: Tx,
  asked: Asked,
  { actor, reason, now }: { actor: Actor; reason: string | null; now: Date },
): Promise<void> {
  // The request is locked before the mandate, as a decision does.
  await withdrawRequest(ctx, tx, { ...consentRequestOf(asked), actor });
  const { id } = asked;
  const row = await readMandateRow(tx, id, true);
  if (hasEnded(row)) throw refuse('MANDATE_STATE');
  const at = await businessTime(tx, now);
  await transitionMandate(tx, { id, to: 'CANCELLED', actor, reason, at });
  // A bank that has cancelled it need not be told.
  if (actor.kind !== 'BANK') await recordCancelled(ctx, tx, row, actor.kind === 'CONSUMER');
}

/** The decision of the payer's bank. */
export function confirmationHandler(ctx: AppContext): ApprovalHandler {
  const texts = {
    label: 'Mandate',
    approval: 'The mandate is registered, and the business can collect within its limits.',
    rejection: 'The mandate is rejected for good.',
    comment: 'The business reads the comment.',
  };
  return {
    texts,
    action: CONFIRMATION,
    rejections: REJECTIONS,
    snapshot: async (tx, id) => partsOf(ctx, tx, await readMandateRow(tx, id, true)),
    execute: (tx, { entityId: id, actor, at }) => confirmMandate(ctx, tx, id, { actor, at }),
    expired: 'The bank did not answer in time.',
    onNotExecuted: async (tx, { entityId: id, actor, at }, { kind, fullReason: reason }) => {
      const { state } = await readMandateRow(tx, id, true);
      if (state !== 'PENDING_APPROVAL') return;
      await transitionMandate(tx, { id, to: STATE_BY_OUTCOME[kind], actor, reason, at });
      await notifyNotConfirmed(ctx, tx, id);
    },
  };
}
