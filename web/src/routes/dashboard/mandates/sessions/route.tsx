import { createFileRoute } from '@tanstack/react-router';
import { sessionList, SessionList } from '#features/clearing/clearing-sessions.tsx';
import { listRoute, type ListRoute, noParams } from '#ui/list/list-route.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

const list: ListRoute = listRoute({
  list: sessionList,
  params: noParams,
  Screen: SessionList,
});
const { loader, component } = list;

export const Route = createFileRoute('/dashboard/mandates/sessions')({
  staticData: { title: 'Sessions', permission: 'clearing.read' },
  validateSearch: listSearchOf,
  loader,
  component,
});
