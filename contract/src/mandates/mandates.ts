import * as z from 'zod/mini';
import type { ErrorCode } from '../kit/errors.ts';
import { endpoint } from '../kit/endpoint.ts';
import { historyEndpoint } from '../kit/history.ts';
import { exportEndpoint, listEndpoint } from '../kit/list.ts';
import { stateMachine } from '../kit/state-machine.ts';
import { line } from '../kit/text.ts';
import { AMOUNT_KINDS } from '../products.ts';
import { scheduleShape } from './schedule.ts';

/** The states of a mandate and what leads from where (money.md of the design, 6). */
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
    REGISTERED: ['ACTIVE', 'EXPIRED', 'CANCELLED', 'FAILED'],
    ACTIVE: ['PAUSED', 'SUSPENDED', 'COMPLETED', 'EXPIRED', 'CANCELLED', 'FAILED'],
    PAUSED: ['ACTIVE', 'SUSPENDED', 'COMPLETED', 'EXPIRED', 'CANCELLED', 'FAILED'],
    SUSPENDED: ['ACTIVE', 'PAUSED', 'COMPLETED', 'EXPIRED', 'CANCELLED', 'FAILED'],
    COMPLETED: [],
    EXPIRED: [],
    CANCELLED: [],
    REJECTED: [],
    FAILED: [],
  },
});
export type MandateState = (typeof MANDATE.states)[number];

/** How the payer is asked: by a page, by an SMS to be answered, or by a signed form. */
export const CONSENT_WAYS = ['PAGE', 'SMS', 'FORM'] as const;
export type ConsentWay = (typeof CONSENT_WAYS)[number];

/** Calendar periods of the limit per period. Weeks begin on Monday. */
export const LIMIT_PERIODS = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

const named = z.object({ id: z.uuid(), name: z.string() });
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
  /** The mandate that this one replaces. */
  replaces: z.nullable(z.uuid()),
  state: z.enum(MANDATE.states),
  /** Why the mandate is in its state; null where nothing was said. */
  reason: z.nullable(z.string()),
  /** Rises by one with every change. */
  version: z.int(),
  createdAt: z.iso.datetime(),
});
export type Mandate = z.infer<typeof mandateShape>;

const reader = { kind: 'signed-in', domains: ['MERCHANT'], permission: 'mandates.read' } as const;
const writer = { kind: 'signed-in', domains: ['MERCHANT'], permission: 'mandates.write' } as const;
const ofMerchant = z.object({ merchantId: z.uuid() });
export const ofMandate = z.object({ merchantId: z.uuid(), mandateId: z.uuid() });
export const MANDATES_PATH = '/api/v1/merchants/{merchantId}/mandates';
const onePath = `${MANDATES_PATH}/{mandateId}` as const;
const answersMandate = { kind: 'json', status: 200, shape: mandateShape } as const;

/** What narrows the list of a merchant's mandates. */
export const mandateFilters = {
  customerId: z.optional(z.uuid()),
  productId: z.optional(z.uuid()),
  bankId: z.optional(z.uuid()),
  dueFrom: z.optional(day),
  dueTo: z.optional(day),
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
  admission: reader,
  params: ofMerchant,
  scope: 'merchant',
});

export const exportMandates = exportEndpoint({
  ...mandateList,
  name: 'exportMandates',
  summary: 'Export the mandates of a filter as CSV.',
  path: MANDATES_PATH,
  admission: reader,
  params: ofMerchant,
  scope: 'merchant',
  audit: 'read',
});

export const getMandate = endpoint({
  name: 'getMandate',
  summary: 'Fetch a mandate.',
  method: 'GET',
  path: onePath,
  admission: reader,
  params: ofMandate,
  scope: 'merchant',
  body: { kind: 'none' },
  output: answersMandate,
  errors: [],
});

const reason = line(3, 300);

function actionEndpoint<const S extends z.ZodMiniType>(
  name: string,
  verb: 'send' | 'pause' | 'resume' | 'cancel',
  summary: string,
  shape: S,
  errors: readonly ErrorCode[] = [],
) {
  return endpoint({
    name,
    summary,
    method: 'POST',
    path: `${onePath}/${verb}`,
    admission: writer,
    params: ofMandate,
    scope: 'merchant',
    active: true,
    body: { kind: 'json', shape },
    output: answersMandate,
    errors: ['MANDATE_STATE', 'MERCHANT_NOT_ACTIVE', ...errors],
  });
}

export const sendMandate = actionEndpoint(
  'sendMandate',
  'send',
  'Ask the payer to consent, for the first time or again; earlier links stay valid as long as the newest.',
  z.object({}),
  ['CUSTOMER_DISABLED'],
);
export const pauseMandate = actionEndpoint(
  'pauseMandate',
  'pause',
  'Pause a mandate: nothing is collected, and what was due and not yet sent is cancelled.',
  z.object({ reason }),
);
export const resumeMandate = actionEndpoint(
  'resumeMandate',
  'resume',
  'Resume a paused mandate. Days that were lost are not collected later.',
  z.object({ reason: z.optional(reason) }),
);
export const cancelMandate = actionEndpoint(
  'cancelMandate',
  'cancel',
  'Cancel a mandate for good.',
  z.object({ reason }),
);

export const listMandateEvents = historyEndpoint({
  name: 'listMandateEvents',
  summary: 'List what happened to a mandate, newest first.',
  path: onePath,
  admission: reader,
  params: ofMandate,
  scope: 'merchant',
  kinds: ['CREATED', 'SENT', 'REMINDED'],
});

/**
 * An SMS that somebody sent to the platform. The gateway signs it: HMAC-SHA-256, in hex, of id, from,
 * text and at, each followed by a line feed, with the key of the setting SMS_INBOUND_KEY.
 */
export const receiveSms = endpoint({
  name: 'receiveSms',
  summary: 'Take an SMS that a payer sent, signed by the gateway.',
  method: 'POST',
  path: '/api/v1/sms/inbound',
  admission: { kind: 'public' },
  body: {
    kind: 'json',
    shape: z.object({
      id: line(1, 100),
      /** +256 and nine digits. */
      from: z.string().check(z.regex(/^\+\d{9,15}$/)),
      text: z.string().check(z.maxLength(1000)),
      at: z.iso.datetime({ offset: true }),
      signature: z.string().check(z.maxLength(200)),
    }),
  },
  output: {
    kind: 'json',
    status: 200,
    shape: z.object({
      result: z.enum(['CONSENTED', 'DECLINED', 'NOT_ASKED', 'WRONG_CODE', 'NOT_UNDERSTOOD']),
    }),
  },
  errors: ['SIGNATURE_WRONG'],
});
