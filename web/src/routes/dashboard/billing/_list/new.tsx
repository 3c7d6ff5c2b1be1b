import { createFileRoute } from '@tanstack/react-router';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { PayoutNew } from '#features/billing/billing-forms.tsx';
import { requireMerchant } from '#platform/session/guard.ts';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

function NewPayout() {
  const navigate = Route.useNavigate();
  const close = useBackTo('/dashboard/billing');
  const rights = useMerchantRights('billing.write');
  if (!rights) return null;
  return (
    <PayoutNew
      rights={rights}
      onDone={({ id, amount }) => {
        // Its detail says when it goes to the bank, or what it waits for.
        flashMessage({ place: id, message: `The payout of ${showMoney(amount)} is requested.` });
        const to = '/dashboard/billing/$payoutId';
        void navigate({ to, params: { payoutId: id }, search: true, replace: true });
      }}
      onClose={close}
    />
  );
}

export const Route = createFileRoute('/dashboard/billing/_list/new')({
  staticData: { overlay: true },
  beforeLoad: () => void requireMerchant(['billing.write']),
  onEnter: () => flashMessage(null),
  component: NewPayout,
});
