import { feature } from '#platform/feature.ts';
import { savedViewRoutes } from './saved-views-routes.ts';

export const savedViewsFeature = feature({ name: 'saved-views', routes: savedViewRoutes });
