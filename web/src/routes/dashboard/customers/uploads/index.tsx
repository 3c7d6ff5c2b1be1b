import { createFileRoute } from '@tanstack/react-router';
import { uploadsQuery } from '#features/imports/import-calls.ts';
import { ImportHome } from '#features/imports/import-home.tsx';
import { cache } from '#platform/call/cache.ts';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';
import { requireMerchant } from '#platform/session/guard.ts';
import { listSearchOf } from '#ui/list/list-search.ts';

function Uploads() {
  const { merchantId } = Route.useLoaderData();
  const { page = 0 } = Route.useSearch();
  const blocked = useMerchantRights('customers.write')?.blocked ?? null;
  return <ImportHome merchantId={merchantId} page={page} blocked={blocked} />;
}

export const Route = createFileRoute('/dashboard/customers/uploads/')({
  staticData: { title: 'Uploads', roles: ['customers.write'] },
  validateSearch: (address: Record<string, unknown>) => listSearchOf(address),
  loaderDeps: ({ search: { page = 0 } }) => ({ page }),
  loader: async ({ deps: { page } }) => {
    const merchantId = requireMerchant([]);
    await cache.fetchQuery(uploadsQuery(merchantId, page));
    return { merchantId };
  },
  pendingMs: 200,
  component: Uploads,
});
