import * as z from 'zod/mini';

/** A submission of a debit to the payer's bank. */
export const attemptShape = z.object({
  /** From 1. */
  number: z.int(),
  /** The id under which the bank knows it. */
  instructionId: z.uuid(),
  /** Cut-off of the session it went out with, by the business clock. */
  at: z.iso.datetime(),
  /** What the bank said, and when; null where it has said nothing. WITHDRAWN: its file was never sent. */
  outcome: z.nullable(
    z.enum(['ACCEPTED', 'REJECTED', 'SETTLED', 'RETURNED', 'UNKNOWN', 'WITHDRAWN']),
  ),
  schemeCode: z.nullable(z.string()),
  answeredAt: z.nullable(z.iso.datetime()),
});
export type DebitAttempt = z.infer<typeof attemptShape>;

/** A message that told the payer of a debit. */
export const noticeShape = z.object({
  /**
   * ANNOUNCED: the notice of the debit. MOVED: it is collected on a later day than was announced. WITHDRAWN:
   * it is not collected on the day that was announced.
   */
  kind: z.enum(['ANNOUNCED', 'MOVED', 'WITHDRAWN']),
  channel: z.enum(['email', 'sms']),
  /** The amount that it names, in whole shillings, and the day of the debit. */
  amount: z.int(),
  day: z.iso.date(),
  writtenAt: z.iso.datetime(),
  /** SENT once the gateway has taken it, FAILED where it was given up. */
  state: z.enum(['QUEUED', 'SENT', 'FAILED']),
  /** When the gateway has taken it, by the business clock; null where it has not. */
  sentAt: z.nullable(z.iso.datetime()),
});
export type DebitNotice = z.infer<typeof noticeShape>;
