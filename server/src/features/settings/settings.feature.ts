import { feature } from '#platform/feature.ts';
import { settingRoutes } from './settings-routes.ts';

/** Settings of the platform. */
export const settingsFeature = feature({
  name: 'settings',
  routes: settingRoutes,
});
