import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { MANDATE } from '@tegeka/contract/mandates/mandates.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { type Actor, readNewestTransition } from '#platform/state/transition.ts';
import { handOver } from './mandates-open-debits.ts';
import { findConsent } from '../documents/mandates-evidence-store.ts';
import { recordCancelled } from '../mandates-asking-bank.ts';
import {
  hasEnded,
  type MandateRow,
  mandates,
  readMandateRow,
  transitionMandate,
} from '../mandates-store.ts';

/**
 * Ends the mandate whose place an active one takes, which goes on with its debits; one that ended by itself
 * meanwhile is left as it is.
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
}

const CONFIRMED = ['REGISTERED', 'ACTIVE', 'PAUSED', 'SUSPENDED'] as const;

/** The mandate that goes on after one that has ended, and debits the same account, locked; null where none does. */
export async function lockSuccessor(tx: Tx, ended: MandateRow): Promise<MandateRow | null> {
  const row = await mandates(tx)
    .where('mandates.organization_id', '=', ended.organization_id)
    .where('series_id', '=', ended.series_id)
    .where('replaces_id', 'is not', null)
    .where('account_fingerprint', '=', ended.account_fingerprint)
    .where('mandates.state', 'in', CONFIRMED)
    // What replaces the one that goes on follows that one.
    .orderBy('mandates.id')
    .limit(1)
    .forUpdate('mandates')
    .executeTakeFirst();
  return row ?? null;
}

/** True where another mandate of the series stands or is confirmed, beside the one that is to be replaced. */
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

/** True of an ended mandate whose debits go on by the one that has taken its place. */
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
 * True where a mandate goes by the consent to the one that it replaces, and that was ended by its payer or
 * the payer's bank: a consent that was stopped does not go on. Where the business has cancelled it, it does.
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
 * Why a mandate can not take the place that it is meant for; null where it can. The one that it replaces is
 * locked: else two that are confirmed at once would stand beside each other.
 */
export async function findObstacle(tx: Tx, row: MandateRow): Promise<ErrorCode | null> {
  if (row.replaces_id === null) return null;
  const old = await readMandateRow(tx, row.replaces_id, true);
  if (await hasConsentEnded(tx, row, old)) return 'CONSENT_ENDED';
  return old.state === 'COMPLETED' || (await hasReplacement(tx, row)) ? 'MANDATE_REPLACED' : null;
}

/** True while the mandate that one replaces is suspended, which only who suspended it lifts. */
export async function isReplacedSuspended(
  tx: Tx,
  { replaces_id: id }: Pick<MandateRow, 'replaces_id'>,
): Promise<boolean> {
  return id !== null && (await readMandateRow(tx, id, true)).state === 'SUSPENDED';
}
