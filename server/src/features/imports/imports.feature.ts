import { feature } from '#platform/feature.ts';
import { importJobs } from './imports-jobs.ts';
import { importRoutes } from './imports-routes.ts';

/** Customers that come in files. */
export const importsFeature = feature({
  name: 'imports',
  routes: importRoutes,
  jobs: importJobs,
});
