import {
  deleteSavedView,
  listSavedViews,
  SAVED_VIEWS_MAX,
  saveView,
} from '@tegeka/contract/saved-views.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import {
  countOtherViews,
  deleteView,
  readViews,
  type ViewOwner,
  writeView,
} from './saved-views-store.ts';

function ownerOf({ organizationId, userId }: Caller, list: string): ViewOwner {
  return { organizationId, userId, list };
}

/** The endpoints of saved views: each person sees and changes their own. */
export function savedViewRoutes(_ctx: AppContext): Route[] {
  return [
    serve(listSavedViews, async ({ tx, caller, query }) => ({
      views: await readViews(tx, ownerOf(caller, query.list)),
    })),

    serve(saveView, async ({ tx, caller, body, now, audit }) => {
      const { list, name, query } = body;
      const owner = ownerOf(caller, list);
      if ((await countOtherViews(tx, owner, name)) >= SAVED_VIEWS_MAX)
        throw refuse('SAVED_VIEWS_FULL');
      await writeView(tx, owner, { name, query }, now);
      audit({ entity: 'saved-view', entityId: `${list} ${name}` });
      return { name, query };
    }),

    serve(deleteSavedView, async ({ tx, caller, query, audit }) => {
      await deleteView(tx, ownerOf(caller, query.list), query.name);
      audit({ entity: 'saved-view', entityId: `${query.list} ${query.name}` });
    }),
  ];
}
