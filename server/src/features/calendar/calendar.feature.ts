import { feature } from '#platform/feature.ts';
import { calendarRoutes } from './calendar-routes.ts';

export const calendarFeature = feature({
  name: 'calendar',
  routes: calendarRoutes,
});
