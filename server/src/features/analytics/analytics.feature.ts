import { getAnalytics } from '@tegeka/contract/analytics.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { feature } from '#platform/feature.ts';
import { serve } from '#platform/http/serve.ts';
import { readAnalytics } from './analytics-figures.ts';

export const analyticsFeature = feature({
  name: 'analytics',
  routes: () => [
    serve(getAnalytics, async ({ tx, query: { period }, now }) =>
      readAnalytics(tx, period, isoDay(await businessTime(tx, now))),
    ),
  ],
});
