import { API } from '@tegeka/contract/api.ts';
import {
  deleteSavedView,
  listSavedViews,
  SAVED_VIEWS_MAX,
  SAVED_VIEWS_OF_PERSON,
  saveView,
} from '@tegeka/contract/saved-views.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';
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

/** True for the name of a list that the caller's domain has. */
const isListOf = ({ domain }: Caller, list: string) =>
  API.some(
    ({ name, admission, ...endpoint }) =>
      name === list &&
      'list' in endpoint &&
      admission.kind === 'signed-in' &&
      admission.domains.includes(domain),
  );

/** The endpoints of saved views: each person sees and changes their own. */
export function savedViewRoutes(_ctx: AppContext): Route[] {
  return [
    serve(listSavedViews, async ({ tx, caller, query }) => ({
      views: await readViews(tx, ownerOf(caller, query.list)),
    })),

    serve(saveView, async ({ tx, caller, body, now, audit }) => {
      const { list, name, query } = body;
      if (!isListOf(caller, list)) throw refuseField('list', 'There is no such list.');
      const owner = ownerOf(caller, list);
      const { all, ofList } = await countOtherViews(tx, owner, name);
      if (ofList >= SAVED_VIEWS_MAX || all >= SAVED_VIEWS_OF_PERSON)
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
