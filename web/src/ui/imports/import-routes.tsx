import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ownMerchantId } from '#platform/session/guard.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { detailRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { loadUploads, uploadQuery } from './import-calls.ts';
import { ImportDetail } from './import-detail.tsx';
import { ImportHome } from './import-home.tsx';
import type { ImportScreens } from './import-screens.ts';

/** The loader of a route with the uploads of a noun; its `loaderDeps` name the page. */
export const uploadsLoader =
  (screens: ImportScreens) =>
  ({ deps: { page } }: { deps: { page: number } }): Promise<void> =>
    loadUploads(screens, page);

/** The screen with the uploads of a noun, whose drawers are its child routes. */
export function uploadsScreen(screens: ImportScreens) {
  return function Uploads({ rights }: { rights: MerchantRights }): ReactNode {
    const { page = 0 } = listSearchOf(useSearch({ strict: false }));
    const { merchantId, blocked } = rights;
    return (
      <>
        <ImportHome screens={screens} merchantId={merchantId} page={page} blocked={blocked} />
        <ListDrawers />
      </>
    );
  };
}

/** A route with the drawer of an upload. */
export const uploadRoute = (screens: ImportScreens): DrawerRoute<'importId'> =>
  detailRoute({
    back: screens.home,
    query: ({ importId }) => uploadQuery(screens, { merchantId: ownMerchantId(), importId }),
    fresh: true,
    Detail: ({ entity }) => (
      <ImportDetail screens={screens} ids={{ merchantId: ownMerchantId(), importId: entity.id }} />
    ),
  });
