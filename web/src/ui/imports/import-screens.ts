import { useQuery } from '@tanstack/react-query';
import { getOpenWork } from '@tegeka/contract/imports/open-work.ts';
import type { ImportEndpoints } from '@tegeka/contract/imports/import-endpoints.ts';
import type { ImportKind } from '@tegeka/contract/imports/import-kind.ts';
import type { LinkProps } from '@tanstack/react-router';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import type { ListSearch } from '#ui/list/list-search.ts';

type Path = NonNullable<LinkProps['to']>;

/** The screens of a kind of import. Its feature defines them, its routes show them. */
export interface ImportScreens {
  kind: ImportKind;
  endpoints: ImportEndpoints;
  /** The address of the upload form, and of an upload. */
  home: Path;
  one: (importId: string) => LinkProps;
  /** The list of the imported entities, and its label in the menu. */
  list: Path;
  listLabel: string;
  /** The link to the imported entities: its search parameters in the list, and its label. */
  made: { search: ListSearch; label: string };
  /** The label of the file input, and a sentence about the rows of a file. */
  fileLabel: string;
  rowText: string;
  /** The address of the templates without the file extension. */
  template: string;
  /** What the check looks at. */
  looksAt: string;
  /** The note if all refused rows exist already. */
  known: { title: string; text: string };
  /** The consequences of an import, in the question before it. */
  follows: string;
}

/** An upload of a business. */
export interface UploadIds {
  merchantId: string;
  importId: string;
}

/** The running work of a business, fetched whenever a screen opens. Undefined until it is loaded. */
export const useOpenWork = (merchantId: string) =>
  useQuery({ ...endpointQuery(getOpenWork, { params: { merchantId } }), staleTime: 0 }, cache).data;
