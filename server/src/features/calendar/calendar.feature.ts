import { feature } from '#platform/feature.ts';
import { calendarRoutes } from './calendar-routes.ts';

/** The business clock and the banking calendar. */
export const calendarFeature = feature({
  name: 'calendar',
  routes: calendarRoutes,
});
