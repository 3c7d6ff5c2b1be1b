import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { TransactionDetail, transactionQuery } from '#features/transactions/transaction-detail.tsx';
import {
  transactionViewQuery,
  TransactionViewDetail,
} from '#features/transactions/transaction-views.tsx';
import { cache } from '#platform/call/cache.ts';
import { config } from '#platform/config/config.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { requireMerchant, requireSession } from '#platform/session/guard.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

const isMerchant = () => config().domain === 'MERCHANT';

function OwnTransaction({ rights }: { rights: MerchantRights }) {
  const query = transactionQuery(rights.merchantId, Route.useParams().transactionId);
  const { data } = useQuery(query, cache);
  return data && <TransactionDetail key={data.id} transaction={data} rights={rights} />;
}

function TransactionView() {
  const { data } = useQuery(transactionViewQuery(Route.useParams().transactionId), cache);
  return data && <TransactionViewDetail key={data.id} transaction={data} />;
}

function OneTransaction() {
  const rights = useMerchantRights('transactions.write');
  if (!isMerchant()) return <TransactionView />;
  return rights && <OwnTransaction rights={rights} />;
}

export const Route = createFileRoute('/dashboard/mandates/transactions/_list/$transactionId')({
  staticData: { overlay: true },
  loader: async ({ params: { transactionId } }) => {
    if (isMerchant()) {
      const merchantId = requireMerchant(['transactions.read']);
      await foundOr404(cache.fetchQuery(transactionQuery(merchantId, transactionId)));
    } else {
      requireSession(['transactions.read']);
      await foundOr404(cache.fetchQuery(transactionViewQuery(transactionId)));
    }
  },
  pendingComponent: () => <DetailSkeleton list="/dashboard/mandates/transactions" />,
  component: OneTransaction,
});
