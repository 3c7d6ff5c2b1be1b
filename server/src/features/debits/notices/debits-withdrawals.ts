import { sql, type SqlBool } from 'kysely';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readCustomers } from '#features/customers/customers-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { type DueWork, inBatches } from '#platform/jobs/due-work.ts';
import { sendNotices } from './debits-notice-records.ts';
import { announceable, noticeTo } from './debits-notices.ts';
import { DEBIT_MESSAGES } from './debits-templates.ts';

const BATCH = 500;

/** True of a debit while a message about it waits for the gateway. */
const IS_QUEUED = sql<SqlBool>`exists (select from debit_notices n
  where n.organization_id = debits.organization_id and n.debit_id = debits.id
    and n.state = 'QUEUED')`;
const IS_SENT = sql<boolean>`exists (select from debit_notices n
  where n.organization_id = debits.organization_id and n.debit_id = debits.id
    and n.message_id = debits.notice_id and n.state = 'SENT')`;
const TO_WITHDRAW = sql<SqlBool>`debits.next_action = 'WITHDRAW' and not ${IS_QUEUED}`;

interface Withdrawal {
  organization_id: string;
  id: string;
  /** False where the notice has not reached the payer: then there is nothing to withdraw. */
  told: boolean;
}

/**
 * Ends notices. A debit that is still PENDING can be announced again and keeps none; of all others it stays
 * known when the payer was told.
 */
async function endNotices(tx: PlatformTx, ended: readonly Withdrawal[], at: Date): Promise<void> {
  await sql`update debits set next_action_at = null, next_action = null,
      withdrawn_at = case when t.told then ${at}::timestamptz end,
      notice_id = case when t.told and state <> 'PENDING' then notice_id end,
      notified_at = case when state <> 'PENDING' then notified_at end
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as t(organization_id uuid, id uuid,
      told boolean)
    where debits.organization_id = t.organization_id and debits.id = t.id`.execute(tx);
}

/** Withdraws the notices of a batch of debits. Returns how many debits it were. */
function withdrawBatch(ctx: AppContext): Promise<number> {
  return ctx.db.asPlatform('payers are told that debits are not made', async (tx) => {
    const rows = await announceable(tx)
      .select(IS_SENT.as('is_sent'))
      .where(TO_WITHDRAW)
      .orderBy('next_action_at')
      .limit(BATCH)
      .forUpdate('debits')
      .skipLocked()
      .execute();
    if (rows.length === 0) return 0;
    const withdrawals = rows.map((row) => ({ row, told: row.is_sent }));
    const customers = await readCustomers(
      tx,
      rows.map((row) => row.customer_id),
    );
    const messageOf = DEBIT_MESSAGES['debit-withdrawn'];
    const messages = withdrawals.flatMap(({ row, told }) => {
      const message =
        told && noticeTo(ctx, row, { collectOn: row.collect_on, customers, messageOf });
      return message ? [message] : [];
    });
    const at = await businessTime(tx, ctx.clock.now());
    await sendNotices(ctx, tx, messages, { kind: 'WITHDRAWN', at });
    const ended = withdrawals.map(({ row: { id, organization_id }, told }): Withdrawal => {
      return { id, organization_id, told };
    });
    await endNotices(tx, ended, at);
    return rows.length;
  });
}

/**
 * Payers who were told of a debit that is not made are told so, by one message. A notice that the gateway has
 * not taken yet is kept back; one that is on its way to it is withdrawn after it has arrived.
 */
export const withdrawalsDue: DueWork = {
  next: async (tx) => {
    const row = await tx
      .selectFrom('debits')
      .select('next_action_at')
      .where(TO_WITHDRAW)
      .orderBy('next_action_at')
      .limit(1)
      .executeTakeFirst();
    return row?.next_action_at ?? null;
  },
  run: async (ctx) => ({
    'Notices of debits withdrawn': await inBatches(BATCH, () => withdrawBatch(ctx)),
  }),
};

/** Keeps back messages about debits that are not made, where they wait for the gateway. */
export function keepBackNotices(ctx: AppContext): Promise<void> {
  return ctx.db.asPlatform('notices of debits that are not made', async (tx) => {
    const { rows } = await sql<{ message_id: string }>`
      select message_id from debit_notices n join debits c
        on c.organization_id = n.organization_id and c.id = n.debit_id
      where n.state = 'QUEUED' and c.next_action = 'WITHDRAW'
      order by c.next_action_at limit ${BATCH}`.execute(tx);
    const ids = rows.map((row) => row.message_id);
    if (ids.length > 0) await ctx.notifications.keepBack(tx, ids);
  });
}
