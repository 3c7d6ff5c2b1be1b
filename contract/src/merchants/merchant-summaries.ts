import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';

const settingsShape = z.object({
  daily: described(
    'True where what happened is sent by email at the end of each business day.',
    z.boolean(),
  ),
});

const SETTINGS = '/api/v1/merchants/{merchantId}/summary-settings';

export const getSummarySettings = endpoint({
  name: 'getSummarySettings',
  summary: 'Read whether a merchant gets the summary of its business days.',
  path: SETTINGS,
  admission: signedIn(['MERCHANT']),
  answers: settingsShape,
});

/** It goes to the representative, who may switch it off. */
export const updateSummarySettings = endpoint({
  name: 'updateSummarySettings',
  summary: 'Switch the summary of business days on or off.',
  method: 'PUT',
  path: SETTINGS,
  admission: signedIn(['MERCHANT'], 'merchants.register'),
  takes: settingsShape,
  answers: settingsShape,
});
