import { useQuery } from '@tanstack/react-query';
import { getOpenWork } from '@tegeka/contract/imports/open-work.ts';
import type { Import, ImportEndpoints } from '@tegeka/contract/imports/import-endpoints.ts';
import type { ImportKind } from '@tegeka/contract/imports/import-kind.ts';
import type { LinkProps } from '@tanstack/react-router';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import type { ListSearch } from '#ui/list/list-search.ts';

/** A kind of import on the screen: a feature declares it, and its routes show it. */
export interface ImportScreens {
  kind: ImportKind;
  endpoints: ImportEndpoints;
  /** Where files are uploaded, and an upload. */
  home: LinkProps;
  one: (importId: string) => LinkProps;
  /** The list above the uploads, as its menu entry calls it. */
  list: LinkProps;
  listLabel: string;
  /** The way to what was made. */
  made: { link: LinkProps; search: ListSearch; label: string };
  /** What a file is called, and what stands in each of its rows. */
  fileLabel: string;
  rowText: string;
  /** The templates, without their endings. */
  template: string;
  /** What the check looks at. */
  looksAt: string;
  /** What it means that rows are there already: where nothing is new, and beside new ones. */
  known: {
    title: string;
    none: string;
    have: { one: string; many: string };
    some: { one: string; many: string };
  };
  /** What is asked before an import: what follows from it. */
  follows: string;
  /** Columns with the name of the customer of a refused row; none where the file has no names. */
  names: readonly string[];
  reference: string;
  /** Lists that are read anew after an import, by the names of their endpoints. */
  stale: readonly string[];
}

/** An upload of a business. */
export interface UploadIds {
  merchantId: string;
  importId: string;
}

/** What the parts of the page of an upload have in common. */
export interface PartProps {
  screens: ImportScreens;
  ids: UploadIds;
  upload: Import;
  /** Asks for the upload as it is now. */
  reload: () => Promise<void>;
  /** Called when the upload has been moved on by the person. */
  onMoved: () => void;
}

/** What is at work for a business, asked for anew whenever a screen opens; undefined until it is known. */
export const useOpenWork = (merchantId: string) =>
  useQuery({ ...endpointQuery(getOpenWork, { params: { merchantId } }), staleTime: 0 }, cache).data;
