import { createFileRoute } from '@tanstack/react-router';
import { bankQuery } from '#features/banks/bank-detail.tsx';
import { BankEdit } from '#features/banks/bank-forms.tsx';
import { LOADED_ONCE } from '#platform/router/route-data.ts';
import { editRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';

const drawer: DrawerRoute<'bankId'> = editRoute({
  back: '/dashboard/banks/$bankId',
  query: ({ bankId }) => bankQuery(bankId),
  Edit: ({ entity, onClose }) => <BankEdit bank={entity} onClose={onClose} />,
});
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/banks/$bankId/edit')({
  staticData: { overlay: true, permission: 'banks.write' },
  ...LOADED_ONCE,
  loader,
  pendingComponent,
  component,
});
