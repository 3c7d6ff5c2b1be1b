import type { Cause } from '@tegeka/contract/collections/causes.ts';
import { type RawBuilder, sql } from 'kysely';
import { merchantNameOf } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { Actor } from '#platform/state/transition.ts';
import { payerAccount } from '../mandates-accounts.ts';
import { recordCancelled } from '../mandates-asking-bank.ts';
import { endWake } from '../mandates-confirming.ts';
import {
  hasEnded,
  readMandateRow,
  transitionMandate,
  withoutReplacement,
} from '../mandates-store.ts';
import { type CollectableMandate, lockCollectable } from './mandates-collecting.ts';

/** What a debit says of the payer's account, in clear, and of the consent. */
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
export async function lockForSealing(
  { keys }: Pick<AppContext, 'keys'>,
  tx: PlatformTx,
  ids: readonly string[],
): Promise<Map<string, CollectableMandate & DebtorAccount>> {
  const locked = await lockCollectable(tx, ids);
  const rows = await tx
    .selectFrom('mandates')
    .select(['id', 'organization_id', 'account_name', 'account_sealed'])
    .select(merchantNameOf('mandates').as('merchant_name'))
    .select(
      sql<string | null>`(select max(e.at at time zone 'Africa/Kampala')::date::text
        from consent_evidence e where e.organization_id = mandates.organization_id
          and e.mandate_id = mandates.id and e.kind = 'CONSENTED')`.as('signed_on'),
    )
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const mandate = locked.get(row.id);
      if (!mandate || row.account_sealed === null) return [];
      const account = {
        debtorName: row.account_name ?? '',
        debtorAccount: keys.open(payerAccount(row.organization_id), row.account_sealed),
        signedOn: row.signed_on,
        merchantName: row.merchant_name,
        oneOff: mandate.maxCount === 1 || mandate.schedule.kind === 'ONE_OFF',
      };
      return [[row.id, { ...mandate, ...account }] as const];
    }),
  );
}

/** What the outcome of a debit does to its mandate, which is locked: nothing where that has ended. */
export async function applyOutcome(
  ctx: AppContext,
  tx: PlatformTx,
  id: string,
  {
    to,
    actor,
    reason,
    at,
  }: { to: NonNullable<Cause['mandate']>; actor: Actor; reason: string; at: Date },
): Promise<void> {
  const row = await readMandateRow(tx, id);
  if (hasEnded(row) || row.state === to) return;
  const set = to === 'SUSPENDED' ? { ...endWake(row), suspended_by: 'BANK' } : {};
  await transitionMandate(tx, { id, to, actor, reason, at, set });
  // The payer's bank learns that nothing comes any more.
  if (to !== 'SUSPENDED') await recordCancelled(ctx, tx, row);
}

/**
 * Active mandates that have no day to come: their schedule has come to its end. One that is going to be
 * replaced goes on until then.
 */
const scheduleEnded = (tx: Tx) =>
  tx
    .selectFrom('mandates')
    .select('id')
    .where('state', '=', 'ACTIVE')
    .where('collect_next_on', 'is', null)
    .where(sql<boolean>`schedule ->> 'kind' <> 'ON_DEMAND'`)
    .where(
      withoutReplacement(
        sql`r.state in ('PENDING_VERIFICATION', 'PENDING_APPROVAL', 'REGISTERED')`,
      ),
    );

/** Of some mandates those whose schedule has come to its end. */
export async function readScheduleEnded(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await scheduleEnded(tx)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * So many mandates at most whose schedule has come to its end and for which a condition on `mandates`
 * holds, locked; others' work is skipped.
 */
export async function lockScheduleEnded(
  tx: Tx,
  { condition, most }: { condition: RawBuilder<boolean>; most: number },
): Promise<string[]> {
  const rows = await scheduleEnded(tx)
    .where(condition)
    .orderBy('id')
    .limit(most)
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
