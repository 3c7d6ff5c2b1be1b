import { getSetting } from '@tegeka/contract/settings.ts';
import type { Frame } from '#platform/frame.ts';
import { type Route, serve } from '#platform/serve.ts';
import { readSetting } from './settings-store.ts';

/** The rows of settings. */
export function settingRoutes(_frame: Frame): Route[] {
  return [
    serve(getSetting, async ({ tx, params: { name } }) => ({
      name,
      value: await readSetting(tx, name),
    })),
  ];
}
