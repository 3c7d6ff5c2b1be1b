import { feature } from '#platform/feature.ts';
import { resealFiles } from '#platform/files/files-sealed.ts';
import { fileRoutes } from './files-routes.ts';

/** Stored files, for those who may see them. */
export const filesFeature = feature({
  name: 'files',
  routes: fileRoutes,
  reseal: resealFiles,
});
