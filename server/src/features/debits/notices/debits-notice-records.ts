import { type DebitNotice, noticeShape } from '@tegeka/contract/debits/debit-submissions.ts';
import { sql } from 'kysely';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { messageResult, type Notification } from '#platform/notifications/notifications.ts';

/** A message to the payer of a debit, with the amount and the day that it names. */
export interface NewNotice {
  organizationId: string;
  debitId: string;
  amount: number;
  collectOn: string;
  notification: Notification;
}

/** Sends notices and records each of them. Returns their messages, as `sendAll` does. */
export async function sendNotices(
  ctx: AppContext,
  tx: PlatformTx,
  notices: readonly NewNotice[],
  { kind, at }: { kind: DebitNotice['kind']; at: Date },
): Promise<{ id: string; sent: boolean }[]> {
  const sent = await ctx.notifications.sendAll(
    tx,
    notices.map(({ notification, organizationId }) => ({ ...notification, organizationId })),
  );
  const rows = notices.map(({ organizationId, debitId, amount, collectOn, notification }, n) => ({
    organization_id: organizationId,
    debit_id: debitId,
    message_id: sent[n]?.id,
    channel: notification.channel,
    amount,
    collect_on: collectOn,
    sent: sent[n]?.sent,
  }));
  await sql`
    insert into debit_notices (organization_id, debit_id, message_id, kind, channel, amount,
      collect_on, written_at, state, sent_at)
    select organization_id, debit_id, message_id, ${kind}, channel, amount, collect_on,
      ${at}::timestamptz, case when sent then 'SENT' else 'QUEUED' end,
      case when sent then ${at}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows(organization_id uuid,
      debit_id uuid, message_id uuid, channel text, amount bigint, collect_on date, sent boolean)`.execute(
    tx,
  );
  return sent;
}

export interface NoticeKey {
  debitId: string;
  messageId: string;
}

/** Records the results of so many queued notices at most, and returns them. */
export async function recordResults(
  tx: PlatformTx,
  { at, max }: { at: Date; max: number },
): Promise<(NoticeKey & { state: 'SENT' | 'FAILED' })[]> {
  const { rows } = await sql<NoticeKey & { state: 'SENT' | 'FAILED' }>`
    update debit_notices n set state = ended.result,
      sent_at = case when ended.result = 'SENT' then ${at}::timestamptz end
    from (select organization_id, debit_id, message_id,
        ${messageResult('debit_notices.message_id')} as result
      from debit_notices
      where state = 'QUEUED' and ${messageResult('debit_notices.message_id')} is not null
      order by message_id limit ${max} for update skip locked) ended
    where n.organization_id = ended.organization_id and n.debit_id = ended.debit_id
      and n.message_id = ended.message_id
    returning n.debit_id as "debitId", n.message_id as "messageId", n.state`.execute(tx);
  return rows;
}

/** What the payer of a debit was told of it, the newest first. */
export async function readNotices(
  tx: Tx,
  debit: { organization_id: string; id: string },
): Promise<DebitNotice[]> {
  const rows = await tx
    .selectFrom('debit_notices')
    .select(['kind', 'channel', 'amount', 'written_at', 'state', 'sent_at'])
    .select(sql<string>`collect_on::text`.as('day'))
    .where('organization_id', '=', debit.organization_id)
    .where('debit_id', '=', debit.id)
    .orderBy('message_id', 'desc')
    .execute();
  return rows.map(({ kind, channel, amount, day, written_at: writtenAt, state, sent_at: sentAt }) =>
    noticeShape.parse({
      kind,
      channel,
      amount: Number(amount),
      day,
      writtenAt: writtenAt.toISOString(),
      state,
      sentAt: sentAt?.toISOString() ?? null,
    }),
  );
}
