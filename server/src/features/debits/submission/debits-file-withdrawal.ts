import { readCalendar } from '#features/calendar/calendar-days.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { AttemptKey } from '../outcomes/debits-attempts.ts';
import type { LockedDebit } from '../debits-changes.ts';
import { readUnclear } from '../debits-store.ts';
import { lockAnswered, workThrough } from '../outcomes/debits-outcomes.ts';
import { notifyMoved } from '../notices/debits-notices.ts';
import type { Moved } from '../notices/debits-templates.ts';

/** True while nothing is known of a debit but that this submission, its newest one, has no answer. */
const isUnanswered = (row: LockedDebit, item: AttemptKey) =>
  row.attempt === item.attempt &&
  (row.state === 'PROCESSING' || (row.state === 'UNKNOWN' && row.failure_reason === 'NO_ANSWER'));

/**
 * Takes back submissions whose file was withdrawn before it was sent: they do not count, and the debits wait for
 * the next cut-off. Where that is on a later day, their payers are told the new one. Returns how many; a debit that
 * has an outcome, or whose outcome is unclear since an earlier submission, is left as it is.
 */
export async function withdrawSubmissions(
  ctx: AppContext,
  tx: PlatformTx,
  items: readonly AttemptKey[],
  at: Date,
): Promise<number> {
  const rows = await lockAnswered(tx, items);
  const unclear = await readUnclear(tx, [...rows.values()]);
  const { day: next } = (await readCalendar(tx)).nextCutOff(at);
  const moves = new Map<string, Moved>();
  const { effects } = await workThrough(ctx, tx, { rows, items, at }, (row, item) => {
    if (!isUnanswered(row, item) || unclear.has(row.id)) return {};
    const from = row.collect_on;
    const isLater = next > from;
    if (isLater) moves.set(row.id, { from, why: 'NOT_SENT' });
    const set = { attempt: row.attempt - 1, inquiries: 0, collect_on: isLater ? next : from };
    return { change: { row, to: 'PENDING', set }, outcome: { ...item, outcome: 'WITHDRAWN' } };
  });
  await notifyMoved(ctx, tx, moves, at);
  return effects.filter(({ change }) => change).length;
}
