import { useQuery } from '@tanstack/react-query';
import { getOpenWork } from '@tegeka/contract/imports/open-work.ts';
import type { ImportEndpoints } from '@tegeka/contract/imports/import-endpoints.ts';
import type { ImportKind } from '@tegeka/contract/imports/import-kind.ts';
import type { LinkProps } from '@tanstack/react-router';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import type { ListSearch } from '#ui/list/list-search.ts';

type Path = NonNullable<LinkProps['to']>;

/** A kind of import on the screen: a feature declares it, and its routes show it. */
export interface ImportScreens {
  kind: ImportKind;
  endpoints: ImportEndpoints;
  /** Where files are uploaded, and an upload. */
  home: Path;
  one: (importId: string) => LinkProps;
  /** The list of what is made, as its menu entry calls it. */
  list: Path;
  listLabel: string;
  /** The way to what was made: the part of the list that shows it. */
  made: { search: ListSearch; label: string };
  /** What a file is called, and what stands in each of its rows. */
  fileLabel: string;
  rowText: string;
  /** The templates, without their endings. */
  template: string;
  /** What the check looks at. */
  looksAt: string;
  /** What it means that all refused rows are there already. */
  known: { title: string; text: string };
  /** What is asked before an import: what follows from it. */
  follows: string;
}

/** An upload of a business. */
export interface UploadIds {
  merchantId: string;
  importId: string;
}

/** What is at work for a business, asked for anew whenever a screen opens; undefined until it is known. */
export const useOpenWork = (merchantId: string) =>
  useQuery({ ...endpointQuery(getOpenWork, { params: { merchantId } }), staleTime: 0 }, cache).data;
