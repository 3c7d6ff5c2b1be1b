import { feature, type FeatureSearch } from '#platform/feature.ts';
import { searchRoutes } from './search-routes.ts';

/** The search across nouns; what is found are things of the features above. */
export function searchFeature(searches: () => readonly FeatureSearch[]) {
  return feature({ name: 'search', routes: () => searchRoutes(searches()) });
}
