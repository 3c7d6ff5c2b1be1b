import { createFileRoute } from '@tanstack/react-router';
import { AdjustmentNew } from '#features/billing/billing-ledger.tsx';
import { requireSession } from '#platform/session/guard.ts';
import { useBackTo } from '#ui/detail/drawer.tsx';

export const Route = createFileRoute('/dashboard/billing/ledger/new')({
  staticData: { overlay: true },
  beforeLoad: () => requireSession(['billing.write']),
  component: function NewAdjustment() {
    return <AdjustmentNew onClose={useBackTo('/dashboard/billing/ledger')} />;
  },
});
