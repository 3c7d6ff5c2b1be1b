import { hashKey, useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cache, type EntityQuery, fetchFresh } from '#platform/call/cache.ts';
import { foundOr404, useLoaded } from '#platform/router/route-data.ts';
import { DetailSkeleton } from './detail-drawer.tsx';
import { useBackTo } from './drawer.tsx';

/** Options of the route of a drawer. A variable of this type holds them, as with `ListRoute`. */
export interface DrawerRoute<Param extends string> {
  loader: (context: { params: Record<Param, string> }) => Promise<unknown>;
  pendingComponent: () => ReactNode;
  component: () => ReactNode;
}

interface EntityOptions<Param extends string, Entity> {
  /** Where closing leads: to the list below a detail, to the detail below a form. */
  back: NonNullable<LinkProps['to']>;
  query: (params: Record<Param, string>) => EntityQuery<Entity>;
}

interface DetailOptions<Param extends string, Entity> extends EntityOptions<Param, Entity> {
  Detail: (props: { entity: Entity }) => ReactNode;
  /** True if an entity from the cache is never shown first. */
  fresh?: true;
}

interface EditOptions<Param extends string, Entity> extends EntityOptions<Param, Entity> {
  Edit: (props: { entity: Entity; onClose: () => void }) => ReactNode;
}

/** The entity that the loader of the route has fetched, as it is in the cache now, and a key for it. */
function useLoadedEntity<Entity>(): { entity: Entity | undefined; key: string } {
  const query = useLoaded<EntityQuery<Entity>>();
  return { entity: useQuery(query, cache).data, key: hashKey(query.queryKey) };
}

/** A route with the detail of an entity over its list. */
export function detailRoute<Param extends string, Entity>(
  options: DetailOptions<Param, Entity>,
): DrawerRoute<Param> {
  const { back, query, Detail, fresh } = options;
  return {
    loader: async ({ params }) => {
      const found = query(params);
      await foundOr404(fresh ? fetchFresh(found) : cache.fetchQuery(found));
      return found;
    },
    pendingComponent: () => <DetailSkeleton list={back} />,
    component: function Loaded() {
      const { entity, key } = useLoadedEntity<Entity>();
      return entity && <Detail key={key} entity={entity} />;
    },
  };
}

/** A route with the form that changes an entity, over its list; used with `LOADED_ONCE`. */
export function editRoute<Param extends string, Entity>(
  options: EditOptions<Param, Entity>,
): DrawerRoute<Param> {
  const { back, query, Edit } = options;
  return {
    loader: async ({ params }) => {
      const found = query(params);
      // The form starts from the current entity, not from a cached one.
      await foundOr404(fetchFresh(found));
      return found;
    },
    pendingComponent: function Loading() {
      return <DetailSkeleton onClose={useBackTo(back, true)} />;
    },
    component: function Loaded() {
      // Not what the loader has fetched, maybe before the last change on this screen.
      const { entity, key } = useLoadedEntity<Entity>();
      const onClose = useBackTo(back, true);
      return entity && <Edit key={key} entity={entity} onClose={onClose} />;
    },
  };
}

/** The component of a route with a form for something new over its list. */
export function createDrawer(
  list: NonNullable<LinkProps['to']>,
  Form: (props: { onClose: () => void }) => ReactNode,
): () => ReactNode {
  return function Create() {
    return <Form onClose={useBackTo(list)} />;
  };
}
