import { createFileRoute } from '@tanstack/react-router';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { PayoutNew } from '#features/billing/billing-forms.tsx';
import { createDrawer } from '#ui/detail/drawer-routes.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

const NewPayout = withRights<{ onClose: () => void }>('billing.write', (props) => {
  const navigate = Route.useNavigate();
  return (
    <PayoutNew
      {...props}
      onDone={({ id, amount }) => {
        // Its detail says when it goes to the bank, or what it waits for.
        flashMessage({ place: id, message: `The payout of ${showMoney(amount)} is requested.` });
        const to = '/dashboard/billing/$payoutId';
        void navigate({ to, params: { payoutId: id }, search: true, replace: true });
      }}
    />
  );
});

export const Route = createFileRoute('/dashboard/billing/_list/new')({
  staticData: { overlay: true, domains: ['MERCHANT'], permission: 'billing.write' },
  component: createDrawer('/dashboard/billing', NewPayout),
});
