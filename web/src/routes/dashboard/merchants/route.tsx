import { createFileRoute } from '@tanstack/react-router';
import { merchantList, MerchantList } from '#features/merchants/merchants-list.tsx';
import { listRoute, type ListRoute, noParams } from '#ui/list/list-route.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

const list: ListRoute = listRoute({
  list: merchantList,
  params: noParams,
  Screen: MerchantList,
});
const { loader, component } = list;

export const Route = createFileRoute('/dashboard/merchants')({
  staticData: { title: 'Merchants', permission: 'merchants.read' },
  validateSearch: listSearchOf,
  loader,
  component,
});
