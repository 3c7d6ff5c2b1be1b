import { addDays, showDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { sql } from 'kysely';
import { type Calendar, kampalaInstant, readCalendar } from '#features/calendar/calendar-days.ts';
import {
  lockStatements,
  readFollowing,
  readLastStatement,
} from '#features/ledger/ledger-statements-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { DueWork } from '#platform/jobs/due-work.ts';
import { closeByDay, insertException, restateByDay } from '../clearing-exceptions.ts';
import type { InboundContext } from '../clearing-inbound.ts';
import { CAMT_053 } from '../iso/iso-statements.ts';

/** A statement that came in a file: its days, and its place in the file, from 1. */
export interface StatedDay {
  /** The day of its closing balance. */
  day: string;
  /** Its first day; the same day for the statement of one day. */
  fromDay: string;
  item: number;
}

/** How far before a statement others are looked for, in days. */
const LOOK_BACK = 31;

const missingText = (day: string) =>
  `The settlement bank has sent no statement of ${showDay(day)}, a business day. What it has booked on that day may be missing here. Ask it to send the statement: this exception closes by itself once it has come.`;

const openingText = (
  day: string,
  opening: number,
  before: { day: string; closing: number },
): string =>
  `The statement of ${showDay(day)} begins with ${showMoney(opening)}, and the one before, of ${showDay(before.day)}, has ended with ${showMoney(before.closing)}. A statement is missing, or one of them is wrong. Ask the settlement bank which balance is right: this exception closes by itself once the statements agree.`;

/** The days of some that no exception names as missing, whether it is open or closed. */
async function withoutException(tx: PlatformTx, days: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from unnest(${days}::text[]) day where not exists (select from clearing_exceptions
      where kind = 'STATEMENT_MISSING' and reference = day) order by day`.execute(tx);
  return rows.map(({ day }) => day);
}

/** The business days between two statements: those of a month before the later one. */
function daysBetween(calendar: Calendar, before: string, fromDay: string): string[] {
  const [first = before] = [before, addDays(fromDay, -LOOK_BACK)].toSorted().slice(-1);
  const days: string[] = [];
  for (let day = calendar.roll(addDays(first, 1)); day < fromDay;) {
    days.push(day);
    day = calendar.roll(addDays(day, 1));
  }
  return days;
}

/**
 * Compares the statements of a file, and those that follow them, with the ones before: a business day between two
 * statements is missing, and an opening balance has to be the closing balance before. Exceptions that no longer
 * hold are closed.
 */
export async function checkStatementDays(
  inbound: InboundContext,
  stated: readonly StatedDay[],
): Promise<void> {
  const { ctx, tx, fileId, at } = inbound;
  const calendar = await readCalendar(tx);
  const days = new Map(stated.map((one) => [one.day, one]));
  const made = { fileId, at };
  for (const { day, opening, before } of await readFollowing(tx, [...days.keys()])) {
    const own = days.get(day);
    const item = own?.item ?? 0;
    if (own) {
      const { fromDay } = own;
      await closeByDay(tx, { kind: 'STATEMENT_MISSING', fromDay, day, at, reason: 'It has come' });
      const missing = before ? daysBetween(calendar, before.day, fromDay) : [];
      for (const one of await withoutException(tx, missing))
        await insertException(ctx, tx, {
          ...made,
          kind: 'STATEMENT_MISSING',
          item,
          reference: one,
          explanation: missingText(one),
        });
    }
    if (opening === null || before === null || opening === before.closing) {
      const reason = 'The statements agree now';
      await closeByDay(tx, { kind: 'OPENING_BALANCE', day, at, reason });
      continue;
    }
    const explanation = openingText(day, opening, before);
    if (await restateByDay(tx, { kind: 'OPENING_BALANCE', day, explanation })) continue;
    await insertException(ctx, tx, {
      ...made,
      kind: 'OPENING_BALANCE',
      item,
      reference: day,
      explanation,
    });
  }
}

/** The next business day whose statement is waited for, and when it is late; null before the first statement. */
async function nextMissing(tx: PlatformTx): Promise<{ day: string; at: Date } | null> {
  const stated = await readLastStatement(tx);
  if (stated === null) return null;
  const { told } = await tx
    .selectFrom('clearing_exceptions')
    .select((eb) => eb.fn.max('reference').as('told'))
    .where('kind', '=', 'STATEMENT_MISSING')
    .executeTakeFirstOrThrow();
  const known = told !== null && told > stated ? told : stated;
  const calendar = await readCalendar(tx);
  const after = (one: string) => calendar.roll(addDays(one, 1));
  const day = after(known);
  // It comes at the end of its day or on the next morning: it has one business day more.
  return { day, at: kampalaInstant(after(after(day)), '09:00') };
}

/** Opens the exception of the next day whose statement is late at a moment; false where none is. */
function noteMissing(ctx: AppContext, at: Date): Promise<boolean> {
  return ctx.db.asPlatform('a statement of the bank is waited for', async (tx) => {
    await lockStatements(tx);
    const next = await nextMissing(tx);
    if (next === null || next.at > at) return false;
    const { id: fileId } = await tx
      .selectFrom('clearing_files')
      .select('id')
      .where('message', '=', CAMT_053)
      .where('state', '=', 'PROCESSED')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await insertException(ctx, tx, {
      kind: 'STATEMENT_MISSING',
      fileId,
      item: 0,
      reference: next.day,
      explanation: missingText(next.day),
      at,
    });
    return true;
  });
}

/** Checks on the second business morning after each business day whether its statement has come. */
export const statementsDue: DueWork = {
  next: async (tx) => (await nextMissing(tx))?.at ?? null,
  run: async (ctx, at) => {
    let missing = 0;
    while (await noteMissing(ctx, at)) missing += 1;
    return { 'Statements that have not come': missing };
  },
};
