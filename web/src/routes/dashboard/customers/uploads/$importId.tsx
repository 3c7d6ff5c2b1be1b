import { createFileRoute } from '@tanstack/react-router';
import { uploadQuery } from '#features/imports/import-calls.ts';
import { ImportPage } from '#features/imports/import-page.tsx';
import { cache } from '#platform/call/cache.ts';
import { requireMerchant } from '#platform/session/guard.ts';
import { listSearchOf } from '#ui/list/list-search.ts';

function Upload() {
  const ids = Route.useLoaderData();
  return <ImportPage key={ids.importId} ids={ids} />;
}

export const Route = createFileRoute('/dashboard/customers/uploads/$importId')({
  staticData: { title: 'Upload', roles: ['customers.write'] },
  validateSearch: (address: Record<string, unknown>) => listSearchOf(address, ['columns']),
  loader: async ({ params: { importId } }) => {
    const ids = { merchantId: requireMerchant([]), importId };
    await cache.fetchQuery({ ...uploadQuery(ids), staleTime: 0 });
    return ids;
  },
  pendingMs: 200,
  component: Upload,
});
