import { createFileRoute } from '@tanstack/react-router';
import { DebitNew } from '#features/debits/debit-form.tsx';
import { createDrawer } from '#ui/detail/drawer-routes.tsx';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

const NewDebit = withRights<{ onClose: () => void }>('transactions.write', (props) => {
  const { mandateId } = Route.useSearch();
  return <DebitNew {...props} {...(typeof mandateId === 'string' && { mandateId })} />;
});

export const Route = createFileRoute('/dashboard/mandates/transactions/_list/new')({
  staticData: { overlay: true, domains: ['MERCHANT'], permission: 'transactions.write' },
  component: createDrawer('/dashboard/mandates/transactions', NewDebit),
});
