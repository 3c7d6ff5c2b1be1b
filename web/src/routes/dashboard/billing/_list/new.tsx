import { createFileRoute } from '@tanstack/react-router';
import { PayoutNew } from '#features/billing/billing-forms.tsx';
import { requireMerchant } from '#platform/session/guard.ts';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

function NewPayout() {
  const close = useBackTo('/dashboard/billing');
  const rights = useMerchantRights('billing.write');
  return rights && <PayoutNew rights={rights} onClose={close} />;
}

export const Route = createFileRoute('/dashboard/billing/_list/new')({
  staticData: { overlay: true },
  beforeLoad: () => void requireMerchant(['billing.write']),
  onEnter: () => flashMessage(null),
  component: NewPayout,
});
