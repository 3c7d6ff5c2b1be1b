import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { bankQuery } from '#features/banks/bank-calls.ts';
import { BankDetail } from '#features/banks/bank-detail.tsx';
import { cache } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';

function useClose(): () => void {
  const search = Route.useSearch();
  const navigate = useNavigate();
  return () => void navigate({ to: '/dashboard/banks', search });
}

function OneBank() {
  const search = Route.useSearch();
  const { data: bank } = useQuery(bankQuery(Route.useParams().bankId), cache);
  const close = useClose();
  return bank && <BankDetail key={bank.id} bank={bank} search={search} onClose={close} />;
}

function Loading() {
  return <DetailSkeleton onClose={useClose()} />;
}

export const Route = createFileRoute('/dashboard/banks/$bankId/')({
  staticData: { overlay: true },
  loader: async ({ params }) => {
    await foundOr404(cache.fetchQuery(bankQuery(params.bankId)));
  },
  pendingMs: 200,
  pendingComponent: Loading,
  component: OneBank,
});
