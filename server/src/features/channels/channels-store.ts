import { timeOf } from '@tegeka/contract/kit/day.ts';
import type { Tx } from '#platform/database/database.ts';

/** A counterparty that is no payers' bank; also the name of the folder of its files. */
export type House = 'clearing-house' | 'settlement-bank';

/** How a counterparty works, from a day on. */
export interface ChannelProfile {
  /** Items that one file has at most. */
  itemsPerFile: number;
  /** The deadline for an answer, as a number of cut-offs after the one of the file. */
  answerSessions: number;
  /** NEGATIVE_ONLY: only rejections are reported, and the statement decides. */
  answers: 'EXPLICIT' | 'NEGATIVE_ONLY';
  /**
   * Hours to wait after each inquiry about an item without an answer. The first inquiry is asked at the
   * deadline; after the last wait there are no more inquiries.
   */
  inquiryWaits: readonly number[];
  /**
   * Business days from the collection day to the settlement between banks, and from the acceptance of a debit to
   * when its money must have been booked.
   */
  settlementDays: number;
  /** The receiver (InstdAgt) of a message about debits: the bank that debits them, or the house itself. */
  instructedAgent: 'PAYERS_BANK' | 'HOUSE';
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
    inquiryWaits: row.inquiry_waits.map((minutes) => minutes / 60),
    settlementDays: row.settlement_days,
    instructedAgent: row.instructed_agent === 'HOUSE' ? 'HOUSE' : 'PAYERS_BANK',
  };
}
