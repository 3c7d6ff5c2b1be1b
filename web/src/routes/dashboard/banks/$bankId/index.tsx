import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { BankDetail, bankQuery } from '#features/banks/bank-detail.tsx';
import { cache } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';

function OneBank() {
  const { data: bank } = useQuery(bankQuery(Route.useParams().bankId), cache);
  return bank && <BankDetail key={bank.id} bank={bank} />;
}

export const Route = createFileRoute('/dashboard/banks/$bankId/')({
  staticData: { overlay: true },
  loader: async ({ params }) => {
    await foundOr404(cache.fetchQuery(bankQuery(params.bankId)));
  },
  pendingComponent: () => <DetailSkeleton list="/dashboard/banks" />,
  component: OneBank,
});
