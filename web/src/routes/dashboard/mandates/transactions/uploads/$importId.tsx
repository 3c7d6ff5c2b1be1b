import { createFileRoute } from '@tanstack/react-router';
import { transactionImport } from '#features/transactions/transaction-import.tsx';
import { cache } from '#platform/call/cache.ts';
import { requireMerchant } from '#platform/session/guard.ts';
import { uploadQuery } from '#ui/imports/import-calls.ts';
import { ImportPage } from '#ui/imports/import-page.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

function Upload() {
  const ids = Route.useLoaderData();
  return <ImportPage key={ids.importId} screens={transactionImport} ids={ids} />;
}

export const Route = createFileRoute('/dashboard/mandates/transactions/uploads/$importId')({
  staticData: { title: 'Upload', roles: ['transactions.write'] },
  validateSearch: (address: Record<string, unknown>) => listSearchOf(address, ['columns']),
  loader: async ({ params: { importId } }) => {
    const ids = { merchantId: requireMerchant([]), importId };
    await cache.fetchQuery({ ...uploadQuery(transactionImport, ids), staleTime: 0 });
    return ids;
  },
  pendingMs: 200,
  component: Upload,
});
