import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { CERTIFICATE, storedFileShape } from '../files.ts';
import { endpoint, type FilePart, signedIn } from '../kit/endpoint.ts';
import { MANDATES_PATH, mandateShape } from './mandates.ts';

export const EVIDENCE_KINDS = ['CONSENTED', 'DECLINED', 'STOPPED'] as const;

/** How they did it. PAGE is the page of a consent link, PAYER_PAGE the payer's page. */
export const EVIDENCE_WAYS = ['PAGE', 'SMS', 'FORM', 'PAYER_PAGE', 'BANK'] as const;

/** Evidence of what a payer did, as it was written down; it is never changed. */
export const evidenceShape = z.object({
  id: z.uuid(),
  kind: described('What the payer did.', z.enum(EVIDENCE_KINDS)),
  way: described('In which way the payer did it.', z.enum(EVIDENCE_WAYS)),
  at: described('When it happened, by the business clock.', z.iso.datetime()),
  reference: described(
    'The reference of the mandate that it belongs to: this one, or one that it replaced.',
    z.string(),
  ),
  payerName: described('The name of the payer.', z.string()),
  phone: described(
    '+256 and nine digits: where link and code went; null where none did.',
    z.nullable(z.string()),
  ),
  address: described('The network address; null where there was none.', z.nullable(z.string())),
  userAgent: described('The browser; null where there was none.', z.nullable(z.string())),
  termsVersion: described('The version of the terms that the payer was shown.', z.string()),
  shown: described('What was shown.', z.string()),
  shownHash: described('SHA-256 of what was shown, in hex.', z.string()),
  reason: described('Why; null where nothing was said.', z.nullable(z.string())),
  document: described(
    'The scan of the signed form; null without one.',
    z.nullable(storedFileShape),
  ),
});
export type Evidence = z.infer<typeof evidenceShape>;

const reader = signedIn(['MERCHANT'], 'mandates.read');
const onePath = `${MANDATES_PATH}/{mandateId}` as const;

export const listMandateEvidence = endpoint({
  name: 'listMandateEvidence',
  summary: 'List what the payer has agreed to, declined or stopped, newest first.',
  path: `${onePath}/evidence`,
  admission: reader,
  answers: z.object({
    content: described('All of them.', z.array(evidenceShape)),
  }),
});

/** Each read is recorded, since the document is given to people outside the platform. */
export const getMandateDocument = endpoint({
  name: 'getMandateDocument',
  summary:
    'Fetch a mandate as a PDF: terms, limits, states with dates, and the evidence of consent.',
  path: `${onePath}/document`,
  admission: reader,
  audit: 'read',
  heavy: true,
  answersFile: true,
});

/** A scan of the signed form: PDF, JPG or PNG up to 10 MB. */
export const SCAN: FilePart = { ...CERTIFICATE, required: true };

const writer = signedIn(['MERCHANT'], 'mandates.write');

/** It has the whole account number: each look is recorded. */
export const getMandateForm = endpoint({
  name: 'getMandateForm',
  summary:
    'Fetch the form that the payer signs as a PDF, for a mandate that waits for a signature.',
  path: `${onePath}/form`,
  admission: writer,
  active: true,
  audit: 'read',
  heavy: true,
  answersFile: true,
  errors: ['MANDATE_STATE'],
});

/** The officers of the payer's bank see the scan when they decide. */
export const uploadMandateForm = endpoint({
  name: 'uploadMandateForm',
  summary: 'Upload the scan of the signed form; the mandate then waits for the bank.',
  method: 'POST',
  path: `${onePath}/form`,
  admission: writer,
  active: true,
  limit: { max: 100, per: 'organization', windowSeconds: 3600 },
  takes: z.object({}),
  multipart: { part: 'form', files: { scan: SCAN } },
  answers: mandateShape,
  errors: ['MANDATE_STATE'],
});

/**
 * The QR code of a new consent link, which the payer scans from the merchant's screen. The link itself is
 * not stored, so each call makes another one; each call is recorded.
 */
export const makeMandateQr = endpoint({
  name: 'makeMandateQr',
  summary: 'Make a link for the payer as a QR code; earlier links stay open as long as this one.',
  method: 'POST',
  path: `${onePath}/qr`,
  admission: writer,
  active: true,
  audit: 'read',
  limit: { max: 100, per: 'organization', windowSeconds: 3600 },
  takes: z.object({}),
  answers: z.object({
    size: described(
      'The width and height of the drawing in modules, with the quiet zone.',
      z.int(),
    ),
    path: described('The dark modules as the path of an SVG; a module is one unit.', z.string()),
  }),
  errors: ['MANDATE_STATE'],
});
