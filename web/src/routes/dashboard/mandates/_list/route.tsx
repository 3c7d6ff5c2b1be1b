import { createFileRoute } from '@tanstack/react-router';
import { config } from '#platform/config/config.ts';
import type { ListRoute } from '#ui/list/list-route.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { sectionRoute } from '#routes/dashboard/-section-route.tsx';

const list: ListRoute = sectionRoute({
  name: 'mandates',
  read: 'mandates.read',
  load: () =>
    config().domain === 'MERCHANT'
      ? import('./-mandates-own.tsx')
      : import('./-mandates-views.tsx'),
});
const { loader, component } = list;

/** The list with its drawers; transactions are separate routes. */
export const Route = createFileRoute('/dashboard/mandates/_list')({
  staticData: { title: 'Mandates' },
  validateSearch: listSearchOf,
  loader,
  component,
});
