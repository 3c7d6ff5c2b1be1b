import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { counterparty, HOUSES, named } from './clearing.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { historyEndpoint } from '../kit/history.ts';
import { listEndpoint } from '../kit/list.ts';
import { stateMachine } from '../kit/state-machine.ts';

/** The states of something that needs a person. A closed one is opened again only where {@link canReopen}. */
export const EXCEPTION = stateMachine({
  entity: 'exception',
  states: ['OPEN', 'CLOSED'],
  transitions: { OPEN: ['CLOSED'], CLOSED: ['OPEN'] },
});

export const EXCEPTION_KINDS = [
  'UNREADABLE',
  'TOO_LARGE',
  'CHECKSUM',
  'ID_REUSED',
  'OTHER_SENDER',
  'UNKNOWN_MANDATE',
  'OTHER_BANK',
  'NOT_ASKED',
  'LATE',
  'ENDED',
  'CONTRADICTION',
  'CANCELLATION_REFUSED',
  'FAILED',
  'UNKNOWN_DEBIT',
  'OTHER_AMOUNT',
  'OTHER_STATUS',
  'GROUP_REJECTED',
  'OTHER_ACCOUNT',
  'OTHER_CURRENCY',
  'UNMATCHED',
  'BALANCE',
  'OPENING_BALANCE',
  'STATEMENT_MISSING',
  'UNKNOWN',
  'UNKNOWN_PAYOUT',
  'UNSETTLED',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** What an operator closes an exception as, without a second one. */
export const CLOSINGS = ['SENT_BACK', 'BOOKED', 'KEPT_IN_SUSPENSE', 'NOTHING_TO_DO'] as const;
export type Closing = (typeof CLOSINGS)[number];

/** What money in suspense is booked as once a second operator has approved it. */
export const BOOKINGS = [
  'REPAID',
  'OWED',
  'BANK_FEES',
  'DUTY_REMITTED',
  'INCOME_WITHDRAWN',
  'WRITTEN_OFF',
] as const;
export type MoneyBooking = (typeof BOOKINGS)[number];

/**
 * What became of an exception. MATCHED and RESOLVED are set by `matchException` and `resolveException`. Which of them
 * an exception can have stands in exception-outcomes.ts.
 */
export const EXCEPTION_OUTCOMES = ['MATCHED', 'RESOLVED', ...BOOKINGS, ...CLOSINGS] as const;
export type ExceptionOutcome = (typeof EXCEPTION_OUTCOMES)[number];

/** True where it can still be found out whose the money is; every other outcome is final. */
export const canReopen = ({ outcome }: { outcome: string | null }): boolean =>
  outcome === 'KEPT_IN_SUSPENSE';

export const exceptionShape = z.object({
  id: z.uuid(),
  kind: described('What is wrong.', z.enum(EXCEPTION_KINDS)),
  ...counterparty,
  file: described('The file.', named),
  item: described('Which item of the file, from 1; 0 where it is the file as a whole.', z.int()),
  reference: described(
    'The reference that the file names; null where it names none.',
    z.nullable(z.string()),
  ),
  explanation: described('What happened, what became of it, and what to do.', z.string()),
  suspense: described(
    'The part of a booked entry in suspense, in whole shillings: incoming is positive, outgoing negative; null for others.',
    z.nullable(z.int()),
  ),
  state: described('Where it stands.', z.enum(EXCEPTION.states)),
  outcome: described(
    'What became of it; null while it is open.',
    z.nullable(z.enum(EXCEPTION_OUTCOMES)),
  ),
  closedWith: described(
    'For `SENT_BACK`, the exception of the opposite entry, with the reference of that entry as name; null for others.',
    z.nullable(named),
  ),
  createdAt: described('When it was made, by the business clock.', z.iso.datetime()),
});
export type ClearingException = z.infer<typeof exceptionShape>;

export const exceptionDetailShape = z.extend(exceptionShape, {
  counterparts: described(
    'Open exceptions of entries with the opposite amount in suspense, newest first: with one of them the bank may have taken the money back.',
    z.array(
      z.object({
        id: z.uuid(),
        reference: described('The reference of the entry, by the settlement bank.', z.string()),
        bookedOn: described('The day on which it was booked.', z.iso.date()),
      }),
    ),
  ),
  matchingFiles: described(
    'Files of ours whose items that are not booked yet have the count and sum of this entry, or for a credit its sum and a bank fee; those without a fee first, then the newest.',
    z.array(
      z.object({
        id: z.uuid(),
        messageId: described('The id of its message, as the other end knows it.', z.string()),
        cutOff: described(
          'The cut-off that it was submitted for, by the business clock.',
          z.iso.datetime(),
        ),
        items: described('Items that are not booked yet.', z.int()),
        bankFee: described(
          'What the bank has then kept as its fee, in whole shillings; 0 where the sum is the same.',
          z.int(),
        ),
      }),
    ),
  ),
  repayer: described(
    'The merchant whose repayment reference it names; null where it names none.',
    z.nullable(
      z.object({
        merchantId: z.uuid(),
        name: described('Its name.', z.string()),
        reference: described('The reference that the file names.', z.string()),
      }),
    ),
  ),
  isBookedManually: described(
    'True where a manual booking of this amount waits for its entry: see `createAdjustment`.',
    z.boolean(),
  ),
});
export type ClearingExceptionDetail = z.infer<typeof exceptionDetailShape>;

const reader = signedIn(['OPERATOR'], 'clearing.read');
const EXCEPTIONS = '/api/v1/operator/exceptions';
export const ONE_EXCEPTION = `${EXCEPTIONS}/{exceptionId}` as const;

export const listExceptions = listEndpoint({
  name: 'listExceptions',
  summary: 'List what could not be processed and needs a person, newest first.',
  path: EXCEPTIONS,
  admission: reader,
  item: exceptionShape,
  states: EXCEPTION.states,
  sorts: ['-createdAt', 'createdAt'],
  filters: {
    channel: z.optional(z.enum(HOUSES)),
    bankId: z.optional(z.uuid()),
    kind: z.optional(z.enum(EXCEPTION_KINDS)),
    outcome: described('Only those with this outcome.', z.optional(z.enum(EXCEPTION_OUTCOMES))),
  },
});

export const getException = endpoint({
  name: 'getException',
  summary: 'Fetch an exception.',
  path: ONE_EXCEPTION,
  admission: reader,
  answers: exceptionDetailShape,
});

export const listExceptionEvents = historyEndpoint({
  name: 'listExceptionEvents',
  summary: 'List what happened to an exception, newest first.',
  path: ONE_EXCEPTION,
  admission: reader,
  kinds: [],
});
