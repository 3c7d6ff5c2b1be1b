import { createFileRoute } from '@tanstack/react-router';
import { transactionImport } from '#features/transactions/transaction-import.tsx';
import { cache } from '#platform/call/cache.ts';
import { requireMerchant } from '#platform/session/guard.ts';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';
import { uploadsQuery } from '#ui/imports/import-calls.ts';
import { ImportHome } from '#ui/imports/import-home.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

function Uploads() {
  const { merchantId } = Route.useLoaderData();
  const { page = 0 } = Route.useSearch();
  const blocked = useMerchantRights('transactions.write')?.blocked ?? null;
  const place = { merchantId, page, blocked };
  return <ImportHome screens={transactionImport} {...place} />;
}

export const Route = createFileRoute('/dashboard/mandates/transactions/uploads/')({
  staticData: { title: 'Uploads', roles: ['transactions.write'] },
  validateSearch: (address: Record<string, unknown>) => listSearchOf(address),
  loaderDeps: ({ search: { page = 0 } }) => ({ page }),
  loader: async ({ deps: { page } }) => {
    const merchantId = requireMerchant([]);
    await cache.fetchQuery(uploadsQuery(transactionImport, merchantId, page));
    return { merchantId };
  },
  pendingMs: 200,
  component: Uploads,
});
