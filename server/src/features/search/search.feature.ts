import { feature, type FeatureSearch } from '#platform/feature.ts';
import { searchRoutes } from './search-routes.ts';

export function searchFeature(searches: () => readonly FeatureSearch[]) {
  return feature({ name: 'search', routes: () => searchRoutes(searches()) });
}
