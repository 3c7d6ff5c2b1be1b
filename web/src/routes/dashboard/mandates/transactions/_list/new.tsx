import { createFileRoute } from '@tanstack/react-router';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { TransactionNew } from '#features/transactions/transaction-form.tsx';
import { LIST_PLACE } from '#features/transactions/transaction-words.ts';
import { requireMerchant } from '#platform/session/guard.ts';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

function NewTransaction() {
  const close = useBackTo('/dashboard/mandates/transactions');
  const rights = useMerchantRights('transactions.write');
  const { mandateId } = Route.useSearch();
  if (!rights) return null;
  return (
    <TransactionNew
      rights={rights}
      {...(typeof mandateId === 'string' && { mandateId })}
      onDone={({ reference, amount, customerName, collectionDay }) => {
        const words = `${reference}: ${showMoney(amount)} from ${customerName} on ${showDay(collectionDay)}. The payer is told before.`;
        flashMessage({ place: LIST_PLACE, words });
        close();
      }}
      onClose={close}
    />
  );
}

export const Route = createFileRoute('/dashboard/mandates/transactions/_list/new')({
  staticData: { overlay: true },
  beforeLoad: () => void requireMerchant(['transactions.write']),
  onEnter: () => flashMessage(null),
  component: NewTransaction,
});
