import * as z from 'zod/mini';
import { endpoint } from './kit/endpoint.ts';

/** Settings that the apps may read. */
export const SETTING_NAMES = ['MERCHANT_APPROVAL_POLICY_ID', 'MERCHANT_CHANGE_POLICY_ID'] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

export const getSetting = endpoint({
  name: 'getSetting',
  summary: 'Read a setting of the platform.',
  method: 'GET',
  path: '/identity/api/v1/settings/{name}',
  admission: { kind: 'signed-in', domains: ['OPERATOR', 'BANK', 'MERCHANT'] },
  params: z.object({ name: z.enum(SETTING_NAMES) }),
  body: { kind: 'none' },
  output: {
    kind: 'json',
    status: 200,
    shape: z.object({ name: z.enum(SETTING_NAMES), value: z.nullable(z.string()) }),
  },
  errors: [],
});
