import { createFileRoute } from '@tanstack/react-router';
import { BankDetail, bankQuery } from '#features/banks/bank-detail.tsx';
import { detailRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';

const drawer: DrawerRoute<'bankId'> = detailRoute({
  back: '/dashboard/banks',
  query: ({ bankId }) => bankQuery(bankId),
  Detail: ({ entity }) => <BankDetail bank={entity} />,
});
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/banks/$bankId/')({
  staticData: { overlay: true },
  loader,
  pendingComponent,
  component,
});
