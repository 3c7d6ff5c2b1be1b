import { feature } from '#platform/feature.ts';
import { settingRoutes } from './settings-routes.ts';

export const settingsFeature = feature({
  name: 'settings',
  routes: settingRoutes,
});
