import { addDays, isoDay, weekdayOf } from '@tegeka/contract/kit/day.ts';
import { kampalaInstant } from '#features/calendar/calendar-days.ts';
import { writeNotification } from '#features/clearing/iso/iso-statements.ts';
import { collect, type Reply } from './simulator-answers.ts';
import type { BookedEntry, SimulatorState } from './simulator-state.ts';

/** The channel of the bank where the settlement account is kept. */
export const SETTLEMENT_BANK = 'settlement-bank';

/** When the bank books, in Kampala. */
const BOOKS_AT = '10:00';

export const isWeekend = (day: string) => weekdayOf(day) > 5;
const rolled = (day: string): string => (isWeekend(day) ? rolled(addDays(day, 1)) : day);

/** When the bank books so many days after something has happened: never at a weekend. */
export const bookingAfter = (at: Date, days = 1): Date =>
  kampalaInstant(rolled(addDays(isoDay(at), days)), BOOKS_AT);

type NewEntry = Omit<BookedEntry, 'entryId' | 'booked' | 'bookedOn'>;

/** One debit or transfer that is booked on its own. */
export function singleEntry(
  item: { instructionId: string; endToEndId: string; amount: number; currency: string },
  direction: BookedEntry['direction'],
  { transactionId, returnReason }: { transactionId: string | null; returnReason: string | null },
): NewEntry {
  const { instructionId, endToEndId, amount, currency } = item;
  const items = [{ instructionId, transactionId, endToEndId, amount, returnReason }];
  return { amount, currency, direction, batch: null, items };
}

/** Books entries on the settlement account, and reports them in camt.054 when they are due. */
export function openBookings(reply: Reply, state: Readonly<SimulatorState>) {
  const booked: BookedEntry[] = [];

  const told = collect(async (at: Date, entries: BookedEntry[]) => {
    if (!state.account) throw new Error('Nothing is booked before there is an account');
    const { number, bank, holder } = state.account;
    const messageId = reply.nextId();
    const day = isoDay(at);
    const text = writeNotification(
      { messageId, createdAt: at, from: bank, to: holder },
      { statementId: messageId, account: number, agent: bank, fromDay: day, toDay: day },
      entries,
    );
    await reply.put(SETTLEMENT_BANK, at, text);
  });

  return {
    /** Everything that was booked, for the statements of its days. */
    booked,
    async book(at: Date, what: NewEntry): Promise<void> {
      const entry = { entryId: reply.nextId(), ...what, booked: true, bookedOn: isoDay(at) };
      booked.push(entry);
      await told.add(at, entry);
    },
    close: () => told.close(),
  };
}
