import * as z from 'zod/mini';
import { described } from './kit/described.ts';
import { endpoint, type FilePart, signedIn } from './kit/endpoint.ts';

const MEGABYTE = 1024 * 1024;

/** A business logo: JPG or PNG up to 2 MB. */
export const LOGO: FilePart = {
  required: false,
  maxSize: 2 * MEGABYTE,
  accepts: ['image/jpeg', 'image/png'],
};

/** A certificate of incorporation: PDF, JPG or PNG up to 10 MB. */
export const CERTIFICATE: FilePart = {
  required: false,
  maxSize: 10 * MEGABYTE,
  accepts: ['application/pdf', 'image/jpeg', 'image/png'],
};

/** A stored file, as whoever may see it fetches it. */
export const storedFileShape = z.object({
  id: z.uuid(),
  name: described('Its name.', z.string()),
  url: described('Its address, behind that of the server.', z.string()),
  mediaType: described('Its media type.', z.string()),
  size: described('Bytes.', z.int()),
});
export type StoredFile = z.infer<typeof storedFileShape>;

export const getFile = endpoint({
  name: 'getFile',
  summary: 'Fetch a stored file that belongs to the caller or is before them for review.',
  path: '/api/v1/files/{fileId}',
  admission: signedIn(['OPERATOR', 'BANK', 'MERCHANT']),
  answersFile: true,
});
