import * as z from 'zod/mini';
import { endpoint } from '../kit/endpoint.ts';
import type { ErrorCode } from '../kit/errors.ts';
import { historyEndpoint } from '../kit/history.ts';
import { line } from '../kit/text.ts';
import { MANDATES_PATH, mandateShape, ofMandate } from './mandates.ts';

const reader = { kind: 'signed-in', domains: ['MERCHANT'], permission: 'mandates.read' } as const;
const writer = { kind: 'signed-in', domains: ['MERCHANT'], permission: 'mandates.write' } as const;
const onePath = `${MANDATES_PATH}/{mandateId}` as const;
const answersMandate = { kind: 'json', status: 200, shape: mandateShape } as const;

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
  'Ask the payer to consent, for the first time or again, five times a day at most; earlier links stay valid as long as the newest.',
  z.object({}),
  ['CUSTOMER_DISABLED', 'TOO_MANY_REQUESTS'],
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
  signed: true,
  limit: { max: 3000, per: 'address', windowSeconds: 60 },
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
