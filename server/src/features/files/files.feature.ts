import { feature } from '#platform/feature.ts';
import { RESEAL_FILES } from '#platform/files/files-sealed.ts';
import { fileRoutes } from './files-routes.ts';

export const filesFeature = feature({
  name: 'files',
  routes: fileRoutes,
  reseal: [RESEAL_FILES],
});
