import * as z from 'zod/mini';
import { endpoint, signedIn } from './kit/endpoint.ts';

export const SETTING_NAMES = ['MERCHANT_APPROVAL_POLICY_ID', 'MERCHANT_CHANGE_POLICY_ID'] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

export const getSetting = endpoint({
  name: 'getSetting',
  summary: 'Read a setting of the platform.',
  path: '/identity/api/v1/settings/{name}',
  admission: signedIn(['OPERATOR', 'BANK', 'MERCHANT']),
  params: z.object({ name: z.enum(SETTING_NAMES) }),
  answers: z.object({ name: z.enum(SETTING_NAMES), value: z.nullable(z.string()) }),
});
