import { createFileRoute } from '@tanstack/react-router';
import { AdjustmentNew } from '#features/billing/billing-ledger.tsx';
import { createDrawer } from '#ui/detail/drawer-routes.tsx';

export const Route = createFileRoute('/dashboard/billing/ledger/new')({
  staticData: { overlay: true, permission: 'billing.write' },
  component: createDrawer('/dashboard/billing/ledger', AdjustmentNew),
});
