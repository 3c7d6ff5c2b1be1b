import { createFileRoute } from '@tanstack/react-router';
import { BankNew } from '#features/banks/bank-forms.tsx';
import { createDrawer } from '#ui/detail/drawer-routes.tsx';

export const Route = createFileRoute('/dashboard/banks/new')({
  staticData: { overlay: true, permission: 'banks.write' },
  component: createDrawer('/dashboard/banks', BankNew),
});
