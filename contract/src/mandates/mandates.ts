import * as z from 'zod/mini';
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
export const named = z.object({ id: z.uuid(), name: z.string() });
const day = z.iso.date();
const money = z.int();

export const mandateShape = z.object({
  id: z.uuid(),
  /** TGK and ten letters or digits, the last one a check digit. */
  reference: z.string(),
  /** The same for a mandate and those that replace it. */
  series: z.uuid(),
  customer: named,
  product: z.nullable(named),
  /** What the payer reads that it is for: the name of the product when the mandate was made. */
  paymentFor: z.nullable(z.string()),
  /** The payer's bank and account: null until they are known. Only the last four digits are shown. */
  bank: z.nullable(named),
  accountName: z.nullable(z.string()),
  accountLastFour: z.nullable(z.string()),
  amountKind: z.enum(AMOUNT_KINDS),
  /** Whole shillings; null where it differs from debit to debit. */
  amount: z.nullable(money),
  schedule: scheduleShape,
  noticeDays: z.int(),
  retries: z.int(),
  /** The limits that the payer consents to; null where there is none of the kind. */
  maxPerDebit: money,
  maxPerPeriod: z.nullable(money),
  period: z.nullable(z.enum(LIMIT_PERIODS)),
  maxCount: z.nullable(z.int()),
  maxTotal: z.nullable(money),
  /** Days in Kampala, both included; the end is null for a mandate without one. */
  start: day,
  end: z.nullable(day),
  /** The next nominal day of the schedule; null where none comes. */
  nextDueDay: z.nullable(day),
  consentWay: z.enum(CONSENT_WAYS),
  replaces: z.nullable(z.uuid()),
  state: z.enum(MANDATE.states),
  /** Why the mandate is in its state; null where nothing was said. */
  reason: z.nullable(z.string()),
  /** Rises by one with every change. */
  version: z.int(),
  createdAt: z.iso.datetime(),
});
export type Mandate = z.infer<typeof mandateShape>;

export const mandateReader = signedIn(['MERCHANT'], 'mandates.read');
export const MANDATES_PATH = '/api/v1/merchants/{merchantId}/mandates';

export const mandateFilters = {
  customerId: z.optional(z.uuid()),
  productId: z.optional(z.uuid()),
  bankId: z.optional(z.uuid()),
  dueFrom: z.optional(dayShape),
  dueTo: z.optional(dayShape),
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
