import { addDays, isoDay, showDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { sql } from 'kysely';
import { type Calendar, kampalaInstant, readCalendar } from '#features/calendar/calendar-days.ts';
import { readProfile } from '#features/channels/channels-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { type DueWork, inBatches } from '#platform/jobs/due-work.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { closeException, insertException } from '../clearing-exceptions.ts';

const BATCH = 20;
const NAMED_MAX = 5;

/** The first business day on which a debit accepted on a day is late if it is not settled. */
const dueDay = (calendar: Calendar, accepted: string, settlementDays: number) =>
  calendar.businessDaysAfter(accepted, settlementDays + 1);

const morningOf = (day: string) => kampalaInstant(day, '09:00');

/** When it is first checked that the debits of a file were settled. */
export const moneyDueAt = (calendar: Calendar, cutOffDay: string, settlementDays: number) =>
  morningOf(dueDay(calendar, cutOffDay, settlementDays));

/** Debits of a file whose money has not come, by the day on which they were accepted. */
interface Waiting {
  day: string;
  count: number;
  total: string;
  references: string[];
}

interface FileRow {
  id: string;
  cut_off: Date;
  items: number;
}

async function readWaiting(
  tx: PlatformTx,
  { id, cut_off: cutOff }: FileRow,
  answers: 'EXPLICIT' | 'NEGATIVE_ONLY',
): Promise<Waiting[]> {
  // NEGATIVE_ONLY: a debit without an answer counts as accepted.
  const { rows } = await sql<Waiting>`
    select (coalesce(accepted_at, ${cutOff}) at time zone 'Africa/Kampala')::date::text as day,
      count(*)::integer as count, sum(amount) as total,
      (array_agg(end_to_end_id order by position))[1:${sql.lit(NAMED_MAX)}] as references
    from clearing_items
    where file_id = ${id} and (status = 'ACCEPTED' or status = 'SENT' and ${answers === 'NEGATIVE_ONLY'})
    group by 1 order by 1`.execute(tx);
  return rows;
}

function unsettledText({ items }: FileRow, late: readonly [Waiting, ...Waiting[]]): string {
  const count = late.reduce((sum, one) => sum + one.count, 0);
  const total = late.reduce((sum, one) => sum + Number(one.total), 0);
  const named = late.flatMap((one) => one.references).slice(0, NAMED_MAX);
  const more = count > named.length ? ` and ${count - named.length} more` : '';
  return `${count} of ${items} debits of this file, ${showMoney(total)} in all, were accepted on ${showDay(late[0].day)}${late.length > 1 ? ' or later' : ''}, and their money has not come: ${named.join(', ')}${more}. Ask the clearing house. What comes later is posted then; what was not debited, it has to reject.`;
}

/** The open exception about the money of a file; null where there is none. */
async function findOpen(tx: PlatformTx, fileId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('clearing_exceptions')
    .select('id')
    .where('file_id', '=', fileId)
    .where('kind', '=', 'UNSETTLED')
    .where('state', '=', 'OPEN')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Checks the money of a file; true where money is late. */
async function checkFile(
  ctx: AppContext,
  tx: PlatformTx,
  file: FileRow,
  { calendar, at }: { calendar: Calendar; at: Date },
): Promise<boolean> {
  const today = isoDay(at);
  const profile = await readProfile(tx, 'clearing-house', isoDay(file.cut_off));
  const waiting = await readWaiting(tx, file, profile.answers);
  const [first, ...others] = waiting.filter(
    ({ day }) => dueDay(calendar, day, profile.settlementDays) <= today,
  );
  const open = await findOpen(tx, file.id);
  if (first) {
    const explanation = unsettledText(file, [first, ...others]);
    const what = { kind: 'UNSETTLED' as const, fileId: file.id, item: 0, reference: null };
    if (open === null) await insertException(ctx, tx, { ...what, explanation, at });
    else
      await sql`update clearing_exceptions set explanation = ${explanation} where id = ${open}`.execute(
        tx,
      );
  }
  if (!first && open !== null) {
    const reason = 'The money has come, or the debits were rejected';
    await closeException(tx, open, { outcome: 'NOTHING_TO_DO', actor: SYSTEM, reason, at });
  }
  const next = morningOf(calendar.roll(addDays(today, 1)));
  await sql`update clearing_files set money_due_at = case when exists (
      select from clearing_items where file_id = ${file.id} and status in ('SENT', 'ACCEPTED'))
    then ${next}::timestamptz end where id = ${file.id}`.execute(tx);
  return first !== undefined;
}

function checkBatch(ctx: AppContext, at: Date): Promise<{ checked: number; late: number }> {
  return ctx.db.asPlatform('the money of accepted debits is looked for', async (tx) => {
    const { rows } = await sql<FileRow>`
      select id, cut_off, items from clearing_files where money_due_at <= ${at}
      order by money_due_at, id limit ${BATCH} for update skip locked`.execute(tx);
    const calendar = await readCalendar(tx);
    let late = 0;
    for (const row of rows) if (await checkFile(ctx, tx, row, { calendar, at })) late += 1;
    return { checked: rows.length, late };
  });
}

/** Checks each business morning whether accepted debits were settled in time. */
export const unsettledDue: DueWork = {
  next: async (tx) => {
    const { at } = await tx
      .selectFrom('clearing_files')
      .select((eb) => eb.fn.min('money_due_at').as('at'))
      .executeTakeFirstOrThrow();
    return at;
  },
  run: async (ctx, at) => {
    let total = 0;
    await inBatches(BATCH, async () => {
      const { checked, late } = await checkBatch(ctx, at);
      total += late;
      return checked;
    });
    return { 'Files whose money is late': total };
  },
};
