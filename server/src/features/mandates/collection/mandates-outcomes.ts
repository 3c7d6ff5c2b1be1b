import {
  type FailureReasonName,
  getFailureReason,
} from '@tegeka/contract/debits/failure-reasons.ts';
import { MANDATE } from '@tegeka/contract/mandates/mandates.ts';
import { type RawBuilder, sql } from 'kysely';
import { merchantNameOf } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { Actor } from '#platform/state/transition.ts';
import { readLastTime } from '#platform/state/transition-history.ts';
import { payerAccount } from '../mandates-accounts.ts';
import { recordCancelled } from '../mandates-bank-request.ts';
import { nextEnd } from '../mandates-confirmation.ts';
import {
  hasEnded,
  type MandateRow,
  readMandateRow,
  transitionMandate,
  withoutReplacement,
} from '../mandates-store.ts';
import { notifyPaused } from '../messages/mandates-notices.ts';
import { collectable, type CollectableMandate, collectableOf } from './mandates-collectable.ts';
import { lockSuccessor } from './mandates-replacement.ts';

/** The payer's account in plain text and the consent, as a debit message contains them. */
export interface DebtorAccount {
  debtorName: string;
  debtorAccount: string;
  /** ISO 8601 day of the payer's consent. */
  signedOn: string | null;
  merchantName: string;
  /** True where only one debit is ever made. */
  oneOff: boolean;
}

/** Mandates with the accounts that are debited, locked in the order of their ids. */
export async function lockForSubmission(
  { keys }: Pick<AppContext, 'keys'>,
  tx: PlatformTx,
  ids: readonly string[],
): Promise<Map<string, CollectableMandate & DebtorAccount>> {
  const rows = await collectable(tx)
    .select(['account_name', 'encrypted_account'])
    .select(merchantNameOf('mandates').as('merchant_name'))
    .select(
      // A consent carries over to replacements: the newest one of the series up to the mandate (findConsent).
      sql<string | null>`(select (e.at at time zone 'Africa/Kampala')::date::text
        from consent_evidence e where e.organization_id = mandates.organization_id
          and e.mandate_id = any(mandates.series_id || array(select m.id from mandates m
            where m.organization_id = mandates.organization_id
              and m.series_id = mandates.series_id and m.replaces_id is not null
              and m.id <= mandates.id)) and e.kind = 'CONSENTED'
        order by e.id desc limit 1)`.as('signed_on'),
    )
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('bank_id', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(
    rows.flatMap((row) => {
      if (row.encrypted_account === null) return [];
      const mandate = collectableOf(row);
      const account = {
        debtorName: row.account_name ?? '',
        debtorAccount: keys.decrypt(payerAccount(row.organization_id), row.encrypted_account),
        signedOn: row.signed_on,
        merchantName: row.merchant_name,
        oneOff: mandate.maxCount === 1 || mandate.schedule.kind === 'ONE_OFF',
      };
      return [[row.id, { ...mandate, ...account }] as const];
    }),
  );
}

/** The mandate that the outcome of a debit changes: its own, or the successor where that has ended. */
async function touched(
  tx: PlatformTx,
  id: string,
  failureReason: FailureReasonName,
): Promise<MandateRow | null> {
  const row = await readMandateRow(tx, id);
  if (!hasEnded(row)) return row;
  // The bank was told that the replaced mandate is cancelled, so it answers NO_MANDATE.
  return failureReason === 'NO_MANDATE' ? null : lockSuccessor(tx, row);
}

/** The outcome of a debit, where it changes the mandate. */
interface MandateOutcome {
  failureReason: FailureReasonName;
  /** How many debits in a row the payer has refused, where that pauses the mandate. */
  refusals: number | null;
  actor: Actor;
  /** Of the debit. */
  reference: string;
  at: Date;
}

/** Applies the outcome of a debit to its mandate, which the caller has locked. */
export async function applyOutcome(
  ctx: AppContext,
  tx: PlatformTx,
  mandateId: string,
  { failureReason, refusals, actor, reference, at }: MandateOutcome,
): Promise<void> {
  const { mandate: to, text } = getFailureReason(failureReason);
  const row = to && (await touched(tx, mandateId, failureReason));
  if (!row || row.state === to) return;
  const { id } = row;
  if (to === 'PAUSED') {
    if (row.state !== 'ACTIVE') return;
    const refused = refusals === 1 ? 'a debit' : `${refusals} debits in a row`;
    const reason = `The payer has refused ${refused}, the last one ${reference}`;
    await transitionMandate(tx, { id, to, actor, reason, at, set: nextEnd(row) });
    return notifyPaused(ctx, tx, row, reason);
  }
  const reason = `${text} (debit ${reference})`;
  const set = to === 'SUSPENDED' ? { ...nextEnd(row), suspended_by: 'BANK' } : {};
  await transitionMandate(tx, { id, to, actor, reason, at, set });
  // The payer's bank is told that the mandate has ended.
  if (to !== 'SUSPENDED') await recordCancelled(ctx, tx, row);
}

/** When a mandate of a series was last resumed by its business; null where none was. */
export async function readResumed(
  tx: Tx,
  { organizationId, seriesId }: { organizationId: string; seriesId: string },
): Promise<Date | null> {
  const ids = sql<string>`(select id from mandates
    where organization_id = ${organizationId} and series_id = ${seriesId})`;
  return readLastTime(tx, MANDATE, { organizationId, ids }, ['PAUSED', 'ACTIVE']);
}

/**
 * Cancels pending debits and ends waiting retries of those mandates that are not active, as the trigger does
 * when a mandate leaves ACTIVE.
 */
export async function endWaiting(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`select end_waiting(organization_id, id, ${at}) from mandates
    where id = any(${ids}::uuid[]) and state <> 'ACTIVE'`.execute(tx);
}

/**
 * Locks at most `max` active mandates whose schedule has ended and that fulfil a condition on `mandates`.
 * Skips locked rows and mandates that are going to be replaced.
 */
export async function lockScheduleEnded(
  tx: Tx,
  { condition, max }: { condition: RawBuilder<boolean>; max: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('mandates')
    .select('id')
    .where('state', '=', 'ACTIVE')
    .where('collect_next_on', 'is', null)
    .where(sql<boolean>`schedule ->> 'kind' <> 'ON_DEMAND'`)
    .where(
      withoutReplacement(
        sql`r.state in ('PENDING_VERIFICATION', 'PENDING_APPROVAL', 'REGISTERED')`,
      ),
    )
    .where(condition)
    .orderBy('id')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}

/** Ends mandates, which are locked, that have nothing more to collect. */
export async function completeMandates(
  ctx: AppContext,
  tx: PlatformTx,
  ids: readonly string[],
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  for (const id of ids) {
    const row = await readMandateRow(tx, id);
    await transitionMandate(tx, {
      id,
      to: 'COMPLETED',
      actor,
      reason: 'Nothing more is due',
      at,
    });
    await recordCancelled(ctx, tx, row);
  }
}
