import * as z from 'zod/mini';
import { endpoint } from '../kit/endpoint.ts';

/** Kinds of files that a merchant uploads. */
export const UPLOAD_KINDS = ['customers', 'mandates', 'transactions'] as const;

const openWorkShape = z.object({
  /** Of these an upload has not ended. */
  uploads: z.array(z.enum(UPLOAD_KINDS)),
  /** The newest sending to all payers of a filter; null before the first one. */
  sendingId: z.nullable(z.uuid()),
});

/** Small on purpose: lists ask for it when they open, and load what there is to say only then. */
export const getOpenWork = endpoint({
  name: 'getOpenWork',
  summary: 'Fetch whether uploads of a merchant have not ended, and which sending is the newest.',
  method: 'GET',
  path: '/api/v1/merchants/{merchantId}/open-work',
  admission: { kind: 'signed-in', domains: ['MERCHANT'] },
  params: z.object({ merchantId: z.uuid() }),
  scope: 'merchant',
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: openWorkShape },
  errors: [],
});
