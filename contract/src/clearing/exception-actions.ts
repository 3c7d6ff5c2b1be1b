import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { dayShape } from '../kit/day.ts';
import { endpoint, requestedShape, signedIn } from '../kit/endpoint.ts';
import { fields, objectOf } from '../kit/fields.ts';
import { amountShape } from '../kit/money.ts';
import { joinedLines, line } from '../kit/text.ts';
import { EVIDENCE } from '../payouts/payout-views.ts';
import { OUTCOMES } from './exception-outcomes.ts';
import { BOOKINGS, CLOSINGS, exceptionDetailShape, ONE_EXCEPTION } from './exceptions.ts';

const writer = signedIn(['OPERATOR'], 'clearing.write');

const REASON = {
  label: 'Reason',
  kind: 'textarea',
  schema: described('Why; it is kept in the history.', joinedLines(3, 300)),
  hint: 'How you know; your colleagues read it',
  maxLength: 300,
} as const;

/** Says that the bank took money back that was in suspense. */
export const SENT_BACK_FIELDS = fields({
  counterpartId: {
    label: 'Entry the other way',
    kind: 'select',
    schema: described('The entry with which the bank took the money back.', z.optional(z.uuid())),
    hint: 'With which the bank took the money back',
  },
  reason: REASON,
});

/**
 * Refuses SENT_BACK and KEPT_IN_SUSPENSE where nothing is in suspense, and NOTHING_TO_DO where something
 * is. SENT_BACK also closes the exception of the opposite entry, which need not be named where there is
 * only one. BOOKED closes it with a manual booking of the same amount: fees, duty or charges.
 */
export const closeException = endpoint({
  name: 'closeException',
  summary: 'Close an exception that was worked through, as what became of it.',
  method: 'POST',
  path: `${ONE_EXCEPTION}/close`,
  admission: writer,
  takes: z.extend(objectOf(SENT_BACK_FIELDS), {
    outcome: described('What became of it.', z.enum(CLOSINGS)),
  }),
  answers: exceptionDetailShape,
  errors: ['EXCEPTION_CLOSED'],
});

/** It can then be matched or closed like any open one. Nothing is posted: the money stays in suspense. */
export const reopenException = endpoint({
  name: 'reopenException',
  summary: 'Open an exception again whose money was kept in suspense.',
  method: 'POST',
  path: `${ONE_EXCEPTION}/reopen`,
  admission: writer,
  takes: z.object({ reason: REASON.schema }),
  answers: exceptionDetailShape,
  errors: ['EXCEPTION_NOT_KEPT'],
});

/** The debit or payout that, as an operator has found, a booked entry, a status or a return is about. */
export const MATCH_FIELDS = fields({
  reference: {
    label: 'Debit or payout',
    kind: 'text',
    schema: line(1, 20),
    hint: 'Its reference, such as TGD2345678AB',
  },
  bankFee: {
    label: 'Bank fee',
    kind: 'money',
    // A form sends null where it is empty.
    schema: z.optional(z.nullable(amountShape)),
    optional: true,
    hint: 'What the bank has kept of the amount. Leave it empty if it has kept nothing',
  },
  reason: REASON,
});

/** The file of ours whose items, as an operator has found, an entry books in one sum. */
export const MATCH_FILE_FIELDS = fields({
  fileId: {
    label: 'File',
    kind: 'select',
    schema: z.uuid(),
    hint: 'Its items that are not booked yet have this sum, or this sum and a bank fee',
    wide: true,
  },
  reason: REASON,
});

/** Either `reference` or `fileId`. */
export const MATCH_SHAPE = z.object({
  reference: described(
    'The reference that the file names.',
    z.optional(MATCH_FIELDS.reference.schema),
  ),
  fileId: z.optional(MATCH_FILE_FIELDS.fileId.schema),
  bankFee: described(
    'What the bank has kept of a credit as its fee, in whole shillings.',
    MATCH_FIELDS.bankFee.schema,
  ),
  reason: REASON.schema,
});

/**
 * A second operator approves it in the Inbox. Until then nothing is booked, and a debit whose money may have
 * come is not submitted again. The approval posts the money of an entry from suspense to the debit or payout;
 * the exception is closed once nothing is left in suspense. A file fits where count and sum of what is not booked of
 * it are those of the entry: one approval books all its items, also those that were rejected. Where the bank has kept a
 * fee of a credit, `bankFee` (whole shillings) is what is missing: the item or file is booked with its full amount, and
 * the fee is the platform's. It is at most the rate `BANK_FEE_MAX`. A status or return whose ids are unknown is
 * processed as if it had named this item: amount, currency and bank have to match.
 */
export const matchException = endpoint({
  name: 'matchException',
  summary:
    'Ask a second operator to take an entry, a status or a return for a debit or payout, or an entry for a file.',
  method: 'POST',
  path: `${ONE_EXCEPTION}/match`,
  admission: writer,
  takes: MATCH_SHAPE,
  answers: requestedShape,
  status: 202,
  errors: ['EXCEPTION_CLOSED', 'EXCEPTION_KIND', 'REQUEST_PENDING'],
});

/** To which account money in suspense belongs, where it is for no debit or payout. */
export const BOOKING_FIELDS = fields({
  outcome: {
    label: 'What it is',
    kind: 'select',
    schema: described('What became of it.', z.enum(BOOKINGS)),
    options: BOOKINGS.map((value) => ({ value, label: OUTCOMES[value].label })),
  },
  merchantId: {
    label: 'Merchant',
    kind: 'text',
    // A form sends null where it is not asked for.
    schema: z.optional(z.nullable(z.uuid())),
    hint: 'Search by name, number or representative',
    invalid: 'Choose a merchant from the list',
  },
  reason: REASON,
});

export const BOOKING_SHAPE = objectOf(BOOKING_FIELDS);

/**
 * A second operator approves it in the Inbox. Until then nothing is posted. The approval posts all that the entry has
 * in suspense to the account of the outcome, and closes the exception. REPAID and OWED need a merchant. Refuses
 * EXCEPTION_KIND where the exception cannot have this outcome.
 */
export const bookException = endpoint({
  name: 'bookException',
  summary: 'Ask a second operator to book money in suspense that is for no debit or payout.',
  method: 'POST',
  path: `${ONE_EXCEPTION}/book`,
  admission: writer,
  takes: BOOKING_SHAPE,
  answers: requestedShape,
  status: 202,
  errors: ['EXCEPTION_CLOSED', 'EXCEPTION_KIND', 'REQUEST_PENDING'],
});

export const OUTCOME_FIELDS = fields({
  outcome: {
    label: 'What happened',
    kind: 'select',
    schema: described('What became of it.', z.enum(['PAID', 'NOT_PAID'])),
    options: [
      { value: 'PAID', label: 'The payer was debited' },
      { value: 'NOT_PAID', label: 'The payer was not debited' },
    ],
  },
  valueDay: {
    label: 'Day of the debit',
    kind: 'date',
    // A form sends null where it is not asked for.
    schema: described(
      'The day of the debit, as the bank has it.',
      z.optional(z.nullable(dayShape)),
    ),
    hint: 'As the bank has it',
  },
  evidence: EVIDENCE,
});

/** A second operator approves it in the Inbox; until then nothing changes. */
export const resolveException = endpoint({
  name: 'resolveException',
  summary: 'Ask a second operator to settle what became of a debit of unknown outcome.',
  method: 'POST',
  path: `${ONE_EXCEPTION}/resolve`,
  admission: writer,
  takes: objectOf(OUTCOME_FIELDS),
  answers: requestedShape,
  status: 202,
  errors: ['EXCEPTION_CLOSED', 'EXCEPTION_KIND', 'REQUEST_PENDING'],
});
