import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { MANDATE } from '@tegeka/contract/mandates/mandates.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Actor } from '#platform/state/transition.ts';
import { readNewestTransition } from '#platform/state/transition-history.ts';
import { handOver } from './mandates-open-debits.ts';
import { findConsent } from '../documents/mandates-evidence-store.ts';
import { recordCancelled } from '../mandates-bank-request.ts';
import {
  hasEnded,
  type MandateRow,
  mandates,
  readMandateRow,
  transitionMandate,
} from '../mandates-store.ts';

/**
 * Completes the mandate that an active one replaces, and moves its open debits to the new one. Does nothing
 * where it has ended already.
 */
export async function endReplaced(
  ctx: AppContext,
  tx: Tx,
  row: Pick<MandateRow, 'id' | 'organization_id' | 'replaces_id' | 'reference'>,
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  const { replaces_id: id } = row;
  if (id === null) return;
  const old = await readMandateRow(tx, id, true);
  if (hasEnded(old)) return;
  await handOver(tx, { ...row, replaces_id: id });
  const reason = `Replaced by ${row.reference}`;
  await transitionMandate(tx, { id, to: 'COMPLETED', actor, reason, at });
  await recordCancelled(ctx, tx, old);
  const { organization_id: organizationId } = row;
  const payload = { mandateId: row.id };
  await ctx.domainEvents.record(tx, { kind: 'mandate.replaced', organizationId, payload });
}

const CONFIRMED = ['REGISTERED', 'ACTIVE', 'PAUSED', 'SUSPENDED'] as const;

/**
 * Locks the confirmed mandate of a series that replaces an ended one and debits the same account; null if
 * there is none.
 */
export async function lockSuccessor(tx: Tx, ended: MandateRow): Promise<MandateRow | null> {
  const row = await mandates(tx)
    .where('mandates.organization_id', '=', ended.organization_id)
    .where('series_id', '=', ended.series_id)
    .where('replaces_id', 'is not', null)
    .where('account_fingerprint', '=', ended.account_fingerprint)
    .where('mandates.state', 'in', CONFIRMED)
    // The oldest: a later one is to replace it.
    .orderBy('mandates.id')
    .limit(1)
    .forUpdate('mandates')
    .executeTakeFirst();
  return row ?? null;
}

/** Returns true if another replacement in the series is confirmed, beside the one that is to be replaced. */
async function hasReplacement(tx: Tx, row: MandateRow): Promise<boolean> {
  const found = await tx
    .selectFrom('mandates')
    .select('id')
    .where('organization_id', '=', row.organization_id)
    .where('series_id', '=', row.series_id)
    .where('replaces_id', 'is not', null)
    .where('id', 'not in', [row.id, row.replaces_id ?? row.id])
    .where('state', 'in', CONFIRMED)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns true if a confirmed mandate has replaced an ended one. */
export async function isReplaced(tx: Tx, row: MandateRow): Promise<boolean> {
  const found = await tx
    .selectFrom('mandates')
    .select('id')
    .where('organization_id', '=', row.organization_id)
    .where('series_id', '=', row.series_id)
    .where('replaces_id', '=', row.id)
    .where('state', 'in', CONFIRMED)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Returns true if a mandate relies on the consent to the one that it replaces, and that one was ended by
 * anybody but the business: a stopped consent does not carry over. If the business cancelled it, it does.
 */
async function hasConsentEnded(tx: Tx, row: MandateRow, old: MandateRow): Promise<boolean> {
  if (old.state !== 'CANCELLED' && old.state !== 'FAILED') return false;
  const consent = await findConsent(tx, row);
  if (consent?.mandateId === row.id) return false;
  const { id, organization_id: organizationId } = old;
  const newest = await readNewestTransition(tx, MANDATE, { organizationId, id });
  return newest?.actorKind !== 'MERCHANT';
}

/**
 * Returns why a mandate can not replace another one; null if it can. Locks the one that it replaces:
 * otherwise two concurrent confirmations could both succeed.
 */
export async function findObstacle(tx: Tx, row: MandateRow): Promise<ErrorCode | null> {
  if (row.replaces_id === null) return null;
  const old = await readMandateRow(tx, row.replaces_id, true);
  if (await hasConsentEnded(tx, row, old)) return 'CONSENT_ENDED';
  return old.state === 'COMPLETED' || (await hasReplacement(tx, row)) ? 'MANDATE_REPLACED' : null;
}

/**
 * Returns true while the mandate that is to be replaced is suspended: only the party that suspended it can
 * lift that. Locks it.
 */
export async function isReplacedSuspended(
  tx: Tx,
  { replaces_id: id }: Pick<MandateRow, 'replaces_id'>,
): Promise<boolean> {
  return id !== null && (await readMandateRow(tx, id, true)).state === 'SUSPENDED';
}
