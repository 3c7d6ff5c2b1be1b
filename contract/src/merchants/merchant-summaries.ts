import * as z from 'zod/mini';
import { endpoint } from '../kit/endpoint.ts';

const settingsShape = z.object({
  /** True where what happened is sent by email at the end of each business day. */
  daily: z.boolean(),
});

const SETTINGS = '/api/v1/merchants/{merchantId}/summary-settings';
const params = z.object({ merchantId: z.uuid() });

export const getSummarySettings = endpoint({
  name: 'getSummarySettings',
  summary: 'Read whether a merchant gets the summary of its business days.',
  method: 'GET',
  path: SETTINGS,
  admission: { kind: 'signed-in', domains: ['MERCHANT'] },
  params,
  scope: 'merchant',
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: settingsShape },
  errors: [],
});

/** It goes to the representative, who may switch it off. */
export const updateSummarySettings = endpoint({
  name: 'updateSummarySettings',
  summary: 'Switch the summary of business days on or off.',
  method: 'PUT',
  path: SETTINGS,
  admission: { kind: 'signed-in', domains: ['MERCHANT'], permission: 'merchants.register' },
  params,
  scope: 'merchant',
  body: { kind: 'json', shape: settingsShape },
  output: { kind: 'json', status: 200, shape: settingsShape },
  errors: [],
});
