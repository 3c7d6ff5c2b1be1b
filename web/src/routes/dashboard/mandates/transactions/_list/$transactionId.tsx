import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { DebitDetail, debitQuery } from '#features/debits/debit-detail.tsx';
import { debitViewQuery, DebitViewDetail } from '#features/debits/debit-views.tsx';
import { cache } from '#platform/call/cache.ts';
import { config } from '#platform/config/config.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { requireMerchant, requireSession } from '#platform/session/guard.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

const isMerchant = () => config().domain === 'MERCHANT';

function OwnDebits({ rights }: { rights: MerchantRights }) {
  const query = debitQuery(rights.merchantId, Route.useParams().transactionId);
  const { data } = useQuery(query, cache);
  return data && <DebitDetail key={data.id} debit={data} rights={rights} />;
}

function TransactionView() {
  const { data } = useQuery(debitViewQuery(Route.useParams().transactionId), cache);
  return data && <DebitViewDetail key={data.id} debit={data} />;
}

function OneTransaction() {
  const rights = useMerchantRights('transactions.write');
  if (!isMerchant()) return <TransactionView />;
  return rights && <OwnDebits rights={rights} />;
}

export const Route = createFileRoute('/dashboard/mandates/transactions/_list/$transactionId')({
  staticData: { overlay: true },
  loader: async ({ params: { transactionId } }) => {
    if (isMerchant()) {
      const merchantId = requireMerchant(['transactions.read']);
      await foundOr404(cache.fetchQuery(debitQuery(merchantId, transactionId)));
    } else {
      requireSession(['transactions.read']);
      await foundOr404(cache.fetchQuery(debitViewQuery(transactionId)));
    }
  },
  pendingComponent: () => <DetailSkeleton list="/dashboard/mandates/transactions" />,
  component: OneTransaction,
});
