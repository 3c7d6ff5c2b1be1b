import * as z from 'zod/mini';
import { endpoint } from '../kit/endpoint.ts';
import { MANDATES_PATH, ofMandate } from './mandates.ts';

/** What a payer did: agreed, declined, or stopped the mandate. */
export const EVIDENCE_KINDS = ['CONSENTED', 'DECLINED', 'STOPPED'] as const;

/** In which way they did it: PAYER_PAGE is the page of their own. */
export const EVIDENCE_WAYS = ['PAGE', 'SMS', 'FORM', 'PAYER_PAGE', 'BANK'] as const;

/** Evidence of what a payer did, as it was written down; it is never changed. */
export const evidenceShape = z.object({
  id: z.uuid(),
  kind: z.enum(EVIDENCE_KINDS),
  way: z.enum(EVIDENCE_WAYS),
  /** By the business clock. */
  at: z.iso.datetime(),
  /** The mandate that it belongs to: this one, or one that it replaced. */
  reference: z.string(),
  payerName: z.string(),
  /** +256 and nine digits: where link and code went. */
  phone: z.nullable(z.string()),
  /** Network address and browser; null where there were none, as for an SMS. */
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** The version of the terms, what was shown, and its SHA-256 in hex. */
  termsVersion: z.string(),
  shown: z.string(),
  shownHash: z.string(),
  reason: z.nullable(z.string()),
});
export type Evidence = z.infer<typeof evidenceShape>;

const reader = { kind: 'signed-in', domains: ['MERCHANT'], permission: 'mandates.read' } as const;
const onePath = `${MANDATES_PATH}/{mandateId}` as const;

export const listMandateEvidence = endpoint({
  name: 'listMandateEvidence',
  summary: 'List what the payer has agreed to, declined or stopped, newest first.',
  method: 'GET',
  path: `${onePath}/evidence`,
  admission: reader,
  params: ofMandate,
  scope: 'merchant',
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: z.object({ content: z.array(evidenceShape) }) },
  errors: [],
});

/** Reading it is recorded: it goes to people outside. */
export const getMandateDocument = endpoint({
  name: 'getMandateDocument',
  summary:
    'Fetch a mandate as a PDF: terms, limits, states with dates, and the evidence of consent.',
  method: 'GET',
  path: `${onePath}/document`,
  admission: reader,
  params: ofMandate,
  scope: 'merchant',
  audit: 'read',
  limit: { max: 60, per: 'person', windowSeconds: 60 },
  body: { kind: 'none' },
  output: { kind: 'file', status: 200 },
  errors: [],
});
