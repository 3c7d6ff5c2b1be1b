import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { historyEndpoint } from '../kit/history.ts';
import { line, reasonShape } from '../kit/text.ts';
import { MANDATES_PATH, mandateShape } from './mandates.ts';

const reader = signedIn(['MERCHANT'], 'mandates.read');
const writer = signedIn(['MERCHANT'], 'mandates.write');
const onePath = `${MANDATES_PATH}/{mandateId}` as const;

const action = {
  method: 'POST',
  admission: writer,
  active: true,
  answers: mandateShape,
  errors: ['MANDATE_STATE'],
} as const;

export const sendMandate = endpoint({
  ...action,
  name: 'sendMandate',
  summary:
    'Ask the payer to consent, for the first time or again, five times a day at most; earlier links stay valid as long as the newest.',
  path: `${onePath}/send`,
  takes: z.object({}),
  errors: [
    'MANDATE_STATE',
    'MANDATE_OVER',
    'CUSTOMER_DISABLED',
    'TOO_MANY_REQUESTS',
    'MESSAGE_BUDGET_USED',
  ],
});

export const pauseMandate = endpoint({
  ...action,
  name: 'pauseMandate',
  summary: 'Pause a mandate: nothing is collected, and what was due and not yet sent is cancelled.',
  path: `${onePath}/pause`,
  takes: reasonShape,
});

export const resumeMandate = endpoint({
  ...action,
  name: 'resumeMandate',
  summary: 'Resume a paused mandate. Days that were lost are not collected later.',
  path: `${onePath}/resume`,
  takes: z.partial(reasonShape),
});

export const cancelMandate = endpoint({
  ...action,
  name: 'cancelMandate',
  summary: 'Cancel a mandate for good.',
  path: `${onePath}/cancel`,
  takes: reasonShape,
});

export const listMandateEvents = historyEndpoint({
  name: 'listMandateEvents',
  summary: 'List what happened to a mandate, newest first.',
  path: onePath,
  admission: reader,
  kinds: ['CREATED', 'SENT', 'REMINDED'],
});

/** What an SMS of a payer has done, or why it had no effect. */
export const SMS_RESULTS = [
  'CONSENTED',
  'DECLINED',
  'STOPPED',
  'ENDED_BEFORE',
  'REFERENCE_UNKNOWN',
  'NOT_ASKED',
  'CODE_MISSING',
  'WRONG_CODE',
  'NOT_UNDERSTOOD',
] as const;
export type SmsResult = (typeof SMS_RESULTS)[number];

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
  signed: true,
  takes: z.object({
    id: described('The id of the message at the gateway.', line(1, 100)),
    from: described(
      'The number that it came from: + and 9 to 15 digits.',
      z.string().check(z.regex(/^\+\d{9,15}$/)),
    ),
    text: described('The text.', z.string().check(z.maxLength(1000))),
    at: described('When it was received.', z.iso.datetime({ offset: true })),
    signature: described(
      'HMAC-SHA-256, in hex, of id, from, text and at, each followed by a line feed.',
      z.string().check(z.maxLength(200)),
    ),
  }),
  answers: z.object({
    result: described(
      'What the SMS has done, or why it had no effect.',
      z.enum([...SMS_RESULTS, 'REPEATED']),
    ),
  }),
  errors: ['SIGNATURE_WRONG'],
});
