import { getSetting } from '@tegeka/contract/approvals.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { readSetting } from './settings-store.ts';

export function settingRoutes(_ctx: AppContext): Route[] {
  return [
    serve(getSetting, async ({ tx, params: { name } }) => ({
      name,
      value: await readSetting(tx, name),
    })),
  ];
}
