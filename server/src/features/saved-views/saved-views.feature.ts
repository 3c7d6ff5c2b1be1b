import { feature } from '#platform/feature.ts';
import { savedViewRoutes } from './saved-views-routes.ts';

/** Filters of lists that a person has named. */
export const savedViewsFeature = feature({ name: 'saved-views', routes: savedViewRoutes });
