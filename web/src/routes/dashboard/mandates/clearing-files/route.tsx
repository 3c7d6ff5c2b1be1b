import { createFileRoute } from '@tanstack/react-router';
import { ClearingFileList, clearingFiles } from '#features/clearing/clearing-files.tsx';
import { listRoute, type ListRoute, noParams } from '#ui/list/list-route.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

const list: ListRoute = listRoute({
  list: clearingFiles(),
  params: noParams,
  Screen: ClearingFileList,
});
const { loader, component } = list;

export const Route = createFileRoute('/dashboard/mandates/clearing-files')({
  staticData: { title: 'Files', permission: 'clearing.read' },
  validateSearch: listSearchOf,
  loader,
  component,
});
