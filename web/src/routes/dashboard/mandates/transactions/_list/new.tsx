import { createFileRoute } from '@tanstack/react-router';
import { DebitNew } from '#features/debits/debit-form.tsx';
import { requireMerchant } from '#platform/session/guard.ts';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

function NewTransaction() {
  const close = useBackTo('/dashboard/mandates/transactions');
  const rights = useMerchantRights('transactions.write');
  const { mandateId } = Route.useSearch();
  if (!rights) return null;
  const chosen = typeof mandateId === 'string' && { mandateId };
  return <DebitNew rights={rights} {...chosen} onClose={close} />;
}

export const Route = createFileRoute('/dashboard/mandates/transactions/_list/new')({
  staticData: { overlay: true },
  beforeLoad: () => void requireMerchant(['transactions.write']),
  onEnter: () => flashMessage(null),
  component: NewTransaction,
});
