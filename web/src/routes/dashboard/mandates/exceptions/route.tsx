import { createFileRoute } from '@tanstack/react-router';
import { exceptionList, ExceptionList } from '#features/clearing/clearing-exceptions.tsx';
import { listRoute, type ListRoute, noParams } from '#ui/list/list-route.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

const list: ListRoute = listRoute({
  list: exceptionList,
  params: noParams,
  Screen: ExceptionList,
});
const { loader, component } = list;

export const Route = createFileRoute('/dashboard/mandates/exceptions')({
  staticData: { title: 'Exceptions', permission: 'clearing.read' },
  validateSearch: listSearchOf,
  loader,
  component,
});
