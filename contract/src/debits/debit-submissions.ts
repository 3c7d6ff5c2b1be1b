import * as z from 'zod/mini';
import { described } from '../kit/described.ts';

/** A submission of a debit to the payer's bank. */
export const attemptShape = z.object({
  number: described('From 1.', z.int()),
  instructionId: described('The id under which the bank knows the submission.', z.uuid()),
  at: described('The cut-off with which it was sent, by the business clock.', z.iso.datetime()),
  outcome: described(
    'What the bank said; null where it has said nothing.',
    z.nullable(z.enum(['ACCEPTED', 'REJECTED', 'SETTLED', 'RETURNED', 'UNKNOWN', 'WITHDRAWN'])),
  ),
  schemeCode: described(
    'The code of the bank (ISO 20022), such as `AM04`; null where there is none.',
    z.nullable(z.string()),
  ),
  answeredAt: described(
    'When the bank said so; null where it has said nothing.',
    z.nullable(z.iso.datetime()),
  ),
});
export type DebitAttempt = z.infer<typeof attemptShape>;

/** A message that told the payer of a debit. */
export const noticeShape = z.object({
  kind: described(
    '`ANNOUNCED`: the notice of the debit. `MOVED`: it is collected on a later day than was announced. `WITHDRAWN`: it is not collected on the day that was announced.',
    z.enum(['ANNOUNCED', 'MOVED', 'WITHDRAWN']),
  ),
  channel: described('`sms` or `email`.', z.enum(['email', 'sms'])),
  amount: described('The amount that the message names, in whole shillings.', z.int()),
  day: described('The day of the debit that the message names.', z.iso.date()),
  writtenAt: described('When the message was written, by the business clock.', z.iso.datetime()),
  state: described(
    '`QUEUED`: to be sent. `SENT`: the gateway has taken it. `FAILED`: it was given up.',
    z.enum(['QUEUED', 'SENT', 'FAILED']),
  ),
  sentAt: described(
    'When the gateway has taken it, by the business clock; null where it has not.',
    z.nullable(z.iso.datetime()),
  ),
});
export type DebitNotice = z.infer<typeof noticeShape>;

/** What a transaction has beside what lists show. */
export const debitDetails = {
  attempts: described('Its submissions to the bank, the newest first.', z.array(attemptShape)),
  notices: described(
    'The messages that told the payer of it, the newest first.',
    z.array(noticeShape),
  ),
  recollectedBy: described(
    'The transaction that collects this one again, which was returned; null where there is none.',
    z.nullable(
      z.object({
        id: z.uuid(),
        reference: described(
          'Ours: `TGD` and ten letters or digits with a check digit; the end-to-end id that the bank knows.',
          z.string(),
        ),
      }),
    ),
  ),
  notRecollected: described(
    'Why it, which was returned for lack of funds, is not collected again by itself, such as a limit of the mandate; null for all others.',
    z.nullable(z.string()),
  ),
  retryUntil: described(
    'The last day on which `retryTransaction` tries it again; null unless it failed for lack of funds.',
    z.nullable(z.iso.date()),
  ),
  lastFailure: described(
    'Why it has failed, while it is `PENDING` to be tried again; null for all others.',
    z.nullable(z.string()),
  ),
};
