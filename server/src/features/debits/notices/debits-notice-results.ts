import { sql } from 'kysely';
import { readCalendar } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { inBatches } from '#platform/jobs/due-work.ts';
import { type NoticeKey, recordResults } from './debits-notice-records.ts';
import {
  dayAfterNotice,
  type NoticeResult,
  notifyMoved,
  unannounced,
  writeNotices,
} from './debits-notices.ts';
import type { Moved } from './debits-templates.ts';

/** Notices whose results are recorded in one transaction. */
const BATCH = 500;

/** Marks debits as announced by these notices. Where one was taken late, the day moves, and the payer is told. */
async function markHandedOver(
  ctx: AppContext,
  tx: PlatformTx,
  taken: readonly NoticeKey[],
  at: Date,
): Promise<void> {
  if (taken.length === 0) return;
  const rows = await unannounced(tx)
    .where(sql<boolean>`debits.id = any(${taken.map(({ debitId }) => debitId)}::uuid[])`)
    .where(sql<boolean>`notice_id = any(${taken.map(({ messageId }) => messageId)}::uuid[])`)
    .orderBy('debits.id')
    .forUpdate('debits')
    .execute();
  const calendar = await readCalendar(tx);
  const moves = new Map<string, Moved>();
  const results = rows.map((row): NoticeResult => {
    const { id, organization_id, notice_id, collect_on: from } = row;
    const collect_on = dayAfterNotice(calendar, row, at);
    if (collect_on > from) moves.set(id, { from, why: 'TOLD_LATE' });
    return { id, organization_id, notice_id, sent: true, collect_on };
  });
  await writeNotices(tx, results, at);
  await notifyMoved(ctx, tx, moves, at);
}

/** Has notices that could not be sent written again, until the debit itself is given up. */
async function announceRecollections(tx: PlatformTx, failed: readonly NoticeKey[]): Promise<void> {
  if (failed.length === 0) return;
  await sql`
    update debits set notice_id = null
    where id = any(${failed.map(({ debitId }) => debitId)}::uuid[])
      and notice_id = any(${failed.map(({ messageId }) => messageId)}::uuid[])
      and state = 'PENDING' and notified_at is null`.execute(tx);
}

/** Records which notices the gateway has taken, and has those that it has not written again. */
export async function pollNotices(ctx: AppContext): Promise<void> {
  await inBatches(BATCH, () =>
    ctx.db.asPlatform('results of notices', async (tx) => {
      const at = await businessTime(tx, ctx.clock.now());
      const ended = await recordResults(tx, { at, max: BATCH });
      const by = (state: 'SENT' | 'FAILED') => ended.filter((one) => one.state === state);
      await markHandedOver(ctx, tx, by('SENT'), at);
      await announceRecollections(tx, by('FAILED'));
      return ended.length;
    }),
  );
}
