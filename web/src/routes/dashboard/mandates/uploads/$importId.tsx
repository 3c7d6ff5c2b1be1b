import { createFileRoute } from '@tanstack/react-router';
import { mandateImport } from '#features/mandates/mandate-import.tsx';
import { cache } from '#platform/call/cache.ts';
import { requireMerchant } from '#platform/session/guard.ts';
import { uploadQuery } from '#ui/imports/import-calls.ts';
import { ImportPage } from '#ui/imports/import-page.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

function Upload() {
  const ids = Route.useLoaderData();
  return <ImportPage key={ids.importId} screens={mandateImport} ids={ids} />;
}

export const Route = createFileRoute('/dashboard/mandates/uploads/$importId')({
  staticData: { title: 'Upload', roles: ['mandates.write'] },
  validateSearch: (address: Record<string, unknown>) => listSearchOf(address, ['columns']),
  loader: async ({ params: { importId } }) => {
    const ids = { merchantId: requireMerchant([]), importId };
    await cache.fetchQuery({ ...uploadQuery(mandateImport, ids), staleTime: 0 });
    return ids;
  },
  pendingMs: 200,
  component: Upload,
});
