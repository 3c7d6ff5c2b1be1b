import { timeOf } from '@tegeka/contract/kit/day.ts';
import type { Tx } from '#platform/database/database.ts';

/** Who is no payer's bank; also the name of the folder that its files go through. */
export type House = 'clearing-house' | 'settlement-bank';

/** How a counterparty works, from a day on. */
export interface ChannelProfile {
  /** Items that one file has at most. */
  itemsPerFile: number;
  /** So many cut-offs after its own a file must have been answered. */
  answerSessions: number;
  /** NEGATIVE_ONLY: only refusals are told, and the statement decides. */
  answers: 'EXPLICIT' | 'NEGATIVE_ONLY';
  /**
   * Hours that each question about an item without an answer waits for its answer; the first is asked at
   * the deadline. After the last wait nobody asks any more.
   */
  questionWaits: readonly number[];
  /** Business days after its acceptance until the money of a debit must have been booked. */
  settlementDays: number;
}

/** The profile that holds on a day, `2026-11-23`. Throws where none does. */
export async function readProfile(tx: Tx, channel: House, day: string): Promise<ChannelProfile> {
  const row = await tx
    .selectFrom('channel_profiles')
    .selectAll()
    .where('channel', '=', channel)
    .where('valid_from', '<=', new Date(timeOf(day)))
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new Error(`There is no profile of the ${channel} on ${day}`);
  return {
    itemsPerFile: row.items_per_file,
    answerSessions: row.answer_sessions,
    answers: row.answers === 'NEGATIVE_ONLY' ? 'NEGATIVE_ONLY' : 'EXPLICIT',
    questionWaits: row.question_waits.map((minutes) => minutes / 60),
    settlementDays: row.settlement_days,
  };
}
