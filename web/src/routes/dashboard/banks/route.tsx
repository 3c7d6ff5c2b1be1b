import { createFileRoute } from '@tanstack/react-router';
import { bankList, BankList } from '#features/banks/bank-list.tsx';
import { listRoute, type ListRoute, noParams } from '#ui/list/list-route.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

const list: ListRoute = listRoute({
  list: bankList,
  params: noParams,
  Screen: BankList,
});
const { loader, component } = list;

export const Route = createFileRoute('/dashboard/banks')({
  staticData: { title: 'Banks', permission: 'banks.read' },
  validateSearch: listSearchOf,
  loader,
  component,
});
