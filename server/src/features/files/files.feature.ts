import { feature } from '#platform/feature.ts';
import { REENCRYPT_FILES } from '#platform/files/file-encryption.ts';
import { fileRoutes } from './files-routes.ts';

export const filesFeature = feature({
  name: 'files',
  routes: fileRoutes,
  reencrypt: [REENCRYPT_FILES],
});
