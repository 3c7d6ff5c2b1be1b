import { createFileRoute } from '@tanstack/react-router';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { BILLING_PLACE } from '#features/billing/billing-balance.tsx';
import { PayoutNew } from '#features/billing/billing-forms.tsx';
import { requireMerchant } from '#platform/session/guard.ts';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

function NewPayout() {
  const close = useBackTo('/dashboard/billing');
  const rights = useMerchantRights('billing.write');
  if (!rights) return null;
  return (
    <PayoutNew
      rights={rights}
      onDone={({ amount, isWaiting }) => {
        const next = isWaiting ? 'is released by an operator first' : 'goes with the next file';
        flashMessage({
          place: BILLING_PLACE,
          words: `The payout of ${showMoney(amount)} ${next}.`,
        });
        close();
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
