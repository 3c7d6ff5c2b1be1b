import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { dayShape } from '../kit/day.ts';
import { signedIn } from '../kit/endpoint.ts';
import { exportEndpoint, listEndpoint } from '../kit/list.ts';
import { stateMachine } from '../kit/state-machine.ts';
import { AMOUNT_KINDS, scheduleShape } from './schedule.ts';

export const MANDATE = stateMachine({
  entity: 'mandate',
  states: [
    'GENERATED',
    'PENDING_VERIFICATION',
    'PENDING_APPROVAL',
    'REGISTERED',
    'ACTIVE',
    'PAUSED',
    'SUSPENDED',
    'COMPLETED',
    'EXPIRED',
    'CANCELLED',
    'REJECTED',
    'FAILED',
  ],
  transitions: {
    GENERATED: ['PENDING_VERIFICATION', 'PENDING_APPROVAL', 'EXPIRED', 'CANCELLED'],
    PENDING_VERIFICATION: ['PENDING_APPROVAL', 'REJECTED', 'EXPIRED', 'CANCELLED'],
    PENDING_APPROVAL: ['REGISTERED', 'ACTIVE', 'REJECTED', 'EXPIRED', 'CANCELLED', 'FAILED'],
    REGISTERED: ['ACTIVE', 'SUSPENDED', 'EXPIRED', 'CANCELLED', 'FAILED'],
    ACTIVE: ['PAUSED', 'SUSPENDED', 'COMPLETED', 'EXPIRED', 'CANCELLED', 'FAILED'],
    PAUSED: ['ACTIVE', 'SUSPENDED', 'COMPLETED', 'EXPIRED', 'CANCELLED', 'FAILED'],
    SUSPENDED: ['REGISTERED', 'ACTIVE', 'PAUSED', 'COMPLETED', 'EXPIRED', 'CANCELLED', 'FAILED'],
    COMPLETED: [],
    EXPIRED: [],
    CANCELLED: [],
    REJECTED: [],
    FAILED: [],
  },
});
export type MandateState = (typeof MANDATE.states)[number];

export const MANDATE_STATE_LABELS: Readonly<Record<MandateState, string>> = {
  GENERATED: 'Not sent',
  PENDING_VERIFICATION: 'Waiting for customer',
  PENDING_APPROVAL: 'Waiting for bank',
  REGISTERED: 'Registered',
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  SUSPENDED: 'Suspended',
  COMPLETED: 'Completed',
  EXPIRED: 'Expired',
  CANCELLED: 'Cancelled',
  REJECTED: 'Rejected',
  FAILED: 'Failed',
};

/** How the payer is asked: by a page, by an SMS to be answered, or by a signed form. */
export const CONSENT_WAYS = ['PAGE', 'SMS', 'FORM'] as const;
export type ConsentWay = (typeof CONSENT_WAYS)[number];

/** Calendar periods of the limit per period. Weeks begin on Monday. */
export const LIMIT_PERIODS = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** Calendar periods in which a schedule has one debit each. */
export const SCHEDULE_PERIODS = [...LIMIT_PERIODS, 'QUARTER'] as const;
export type SchedulePeriod = (typeof SCHEDULE_PERIODS)[number];

/** A reference to another entity. */
export const named = z.object({ id: z.uuid(), name: described('Its name.', z.string()) });
const day = z.iso.date();
const money = z.int();

export const mandateShape = z.object({
  id: z.uuid(),
  reference: described(
    '`TGK` and ten letters or digits, the last one a check digit. Payers know the mandate by it.',
    z.string(),
  ),
  series: described(
    'The same for a mandate and those that replace it: limits are counted for all of them.',
    z.uuid(),
  ),
  customer: described('The customer.', named),
  product: described('The product whose terms it has; null without one.', z.nullable(named)),
  paymentFor: described(
    'What the payer reads that it is for: the name of the product when the mandate was made; null without one.',
    z.nullable(z.string()),
  ),
  bank: described("The payer's bank; null until it is known.", z.nullable(named)),
  accountName: described(
    'The name on the account of the payer; null until it is known.',
    z.nullable(z.string()),
  ),
  accountLastFour: described(
    "The last four digits of the payer's account number; null until it is known.",
    z.nullable(z.string()),
  ),
  amountKind: described(
    '`FIXED`: the same amount each time. `VARIABLE`: you name it for each debit; only with the schedule `ON_DEMAND`.',
    z.enum(AMOUNT_KINDS),
  ),
  amount: described(
    'Whole shillings of each debit; null where you name it for each debit, and for instalments.',
    z.nullable(money),
  ),
  schedule: described(
    'When debits are due. A day on which banks are closed moves to the next business day. `ON_DEMAND`: only when you ask for them.',
    scheduleShape,
  ),
  noticeDays: described('Calendar days between the notice to the payer and the debit.', z.int()),
  retries: described(
    'How often a debit that failed for lack of funds is retried automatically.',
    z.int(),
  ),
  maxPerDebit: described('The most that one debit may be, in whole shillings.', money),
  maxPerPeriod: described(
    'The most that debits of one period may add up to, in whole shillings; null without such a limit. It goes with `period`.',
    z.nullable(money),
  ),
  period: described(
    'The calendar period of `maxPerPeriod`; weeks begin on Monday. Null without such a limit.',
    z.nullable(z.enum(LIMIT_PERIODS)),
  ),
  maxCount: described('The most debits; null without such a limit.', z.nullable(z.int())),
  maxTotal: described(
    'The most that all debits may add up to, in whole shillings; null without such a limit.',
    z.nullable(money),
  ),
  start: described(
    'The first day in Kampala; of a new mandate today or later, by the business clock.',
    day,
  ),
  end: described(
    'The last day in Kampala, included; null without one, as for instalments.',
    z.nullable(day),
  ),
  nextDueDay: described(
    'The next day of the schedule, before it moves to a business day; null where none comes.',
    z.nullable(day),
  ),
  consentWay: described(
    'How the payer consents. `PAGE`: a link by SMS and email to a page, where they name their account. `SMS`: an answer to an SMS. `FORM`: a signed form, of which you upload a scan.',
    z.enum(CONSENT_WAYS),
  ),
  replaces: described(
    'The id of the mandate that it replaces; null for others.',
    z.nullable(z.uuid()),
  ),
  state: described(
    '`GENERATED`: created, the request is not sent yet. `PENDING_VERIFICATION`: waiting for the payer. `PENDING_APPROVAL`: the payer has consented, waiting for the bank. `REGISTERED`: confirmed, its first day is to come. `ACTIVE`: can be collected from. `PAUSED`: by the merchant. `SUSPENDED`: by the bank or an operator. `COMPLETED`: its schedule has ended or it was replaced. `EXPIRED`: nobody answered, or its last day is over. `CANCELLED`: ended by the merchant, the payer or the bank. `REJECTED`: the payer or the bank said no. `FAILED`: it can not be used, such as for a wrong account.',
    z.enum(MANDATE.states),
  ),
  reason: described('Why it is in its state; null where nothing was said.', z.nullable(z.string())),
  version: described('Rises by one with every change.', z.int()),
  createdAt: described('When it was made.', z.iso.datetime()),
});
export type Mandate = z.infer<typeof mandateShape>;

export const mandateReader = signedIn(['MERCHANT'], 'mandates.read');
export const MANDATES_PATH = '/api/v1/merchants/{merchantId}/mandates';

export const mandateFilters = {
  customerId: z.optional(z.uuid()),
  productId: z.optional(z.uuid()),
  bankId: z.optional(z.uuid()),
  dueFrom: described('Only those whose `nextDueDay` is this day or later.', z.optional(dayShape)),
  dueTo: described('Only those whose `nextDueDay` is this day or earlier.', z.optional(dayShape)),
};

const mandateList = {
  item: mandateShape,
  states: MANDATE.states,
  sorts: ['-createdAt', 'createdAt', 'nextDueDay'],
  filters: mandateFilters,
  search: true,
} as const;

export const listMandates = listEndpoint({
  ...mandateList,
  name: 'listMandates',
  summary: "List a merchant's mandates, newest first, with counts by state.",
  path: MANDATES_PATH,
  admission: mandateReader,
});

export const exportMandates = exportEndpoint({
  ...mandateList,
  name: 'exportMandates',
  summary: 'Export the mandates of a filter as CSV.',
  path: MANDATES_PATH,
  admission: mandateReader,
  audit: 'read',
});
