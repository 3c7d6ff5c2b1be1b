import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';

/** Kinds of files that a merchant uploads. */
export const UPLOAD_KINDS = ['customers', 'mandates', 'transactions'] as const;

const openWorkShape = z.object({
  uploads: described('The kinds with an upload that has not ended.', z.array(z.enum(UPLOAD_KINDS))),
  bulkRequestId: described(
    'The newest sending to all payers of a filter; null before the first one.',
    z.nullable(z.uuid()),
  ),
});

/** Small on purpose: lists call it whenever they open, and load uploads and sendings only if needed. */
export const getOpenWork = endpoint({
  name: 'getOpenWork',
  summary: 'Fetch whether uploads of a merchant have not ended, and which sending is the newest.',
  path: '/api/v1/merchants/{merchantId}/open-work',
  admission: signedIn(['MERCHANT']),
  answers: openWorkShape,
});
