import { createHash } from 'node:crypto';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { kampalaInstant } from '#features/calendar/calendar-days.ts';
import { writeStatement } from '#features/clearing/iso/iso-statements.ts';
import { isWeekend, SETTLEMENT_BANK } from './simulator-bookings.ts';
import type { Folder } from './simulator-folder.ts';
import type { SettlementAccount, SimulatorState } from './simulator-state.ts';

/** When the bank closes a day, in Kampala. */
const CLOSES_AT = '18:00';
const closing = (day: string) => kampalaInstant(day, CLOSES_AT);

/** Opens the account with its first file: the first statement is of the first day that is not closed. */
export function openAccount(state: SimulatorState, account: SettlementAccount, at: Date): void {
  if (state.account) return;
  state.account = account;
  const today = isoDay(at);
  state.statedUntil = closing(today) > at ? addDays(today, -1) : today;
}

/** The next day that is closed, weekends left out, and when; null before there is an account. */
function nextDay({ statedUntil }: SimulatorState): { day: string; at: Date } | null {
  if (statedUntil === null) return null;
  let day = addDays(statedUntil, 1);
  while (isWeekend(day)) day = addDays(day, 1);
  return { day, at: closing(day) };
}

export const nextStatementAt = (state: SimulatorState): Date | null => nextDay(state)?.at ?? null;

/** Writes the camt.053 of the next day, if it is closed by `at`. Returns whether it was. */
export async function closeDay(folder: Folder, state: SimulatorState, at: Date): Promise<boolean> {
  const next = nextDay(state);
  const { account } = state;
  if (next === null || account === null || next.at > at) return false;
  const { day } = next;
  const entries = state.entries.filter(({ bookedOn }) => bookedOn <= day);
  const change = entries
    .map(({ amount, direction }) => (direction === 'CREDIT' ? amount : -amount))
    .reduce((sum, amount) => sum + amount, 0);
  const { currency, number, bank, holder } = account;
  const opening = { type: 'OPBD', amount: state.balance, currency, day } as const;
  const closed = { type: 'CLBD', amount: state.balance + change, currency, day } as const;
  // The id is derived from the content: the same statement has the same id.
  const hash = createHash('sha256').update(JSON.stringify([number, opening, closed, entries]));
  const messageId = hash.digest('hex').slice(0, 32);
  const text = writeStatement(
    { messageId, createdAt: next.at, from: bank, to: holder },
    {
      statementId: messageId,
      account: number,
      agent: bank,
      fromDay: day,
      toDay: day,
      balances: [opening, closed],
    },
    entries,
  );
  await folder.put(SETTLEMENT_BANK, next.at, `statement-${day}`, text);
  state.balance = closed.amount;
  state.statedUntil = day;
  state.entries = state.entries.filter(({ bookedOn }) => bookedOn > day);
  return true;
}
