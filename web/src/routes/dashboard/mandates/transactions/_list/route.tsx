import { createFileRoute } from '@tanstack/react-router';
import { config } from '#platform/config/config.ts';
import type { ListRoute } from '#ui/list/list-route.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { sectionRoute } from '#routes/dashboard/-section-route.tsx';

const list: ListRoute = sectionRoute({
  name: 'transactions',
  read: 'transactions.read',
  load: () =>
    config().domain === 'MERCHANT' ? import('./-debits-own.tsx') : import('./-debits-views.tsx'),
});
const { loader, component } = list;

/** The list with its drawers; uploads are separate routes. */
export const Route = createFileRoute('/dashboard/mandates/transactions/_list')({
  staticData: { title: 'Transactions' },
  validateSearch: listSearchOf,
  loader,
  component,
});
