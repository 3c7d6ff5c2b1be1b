import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { uploadsQuery } from '#features/imports/import-calls.ts';
import { ImportHome } from '#features/imports/import-home.tsx';
import { cache } from '#platform/call/cache.ts';
import { requireMerchant, useCustomerRights } from '#routes/dashboard/customers/_book/-rights.ts';
import { listSearchOf } from '#ui/list/list-search.ts';

function Uploads() {
  const loaded = Route.useLoaderData();
  const { page = 0 } = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/customers/uploads/' });
  const router = useRouter();
  const blocked = useCustomerRights()?.blocked ?? null;
  return (
    <ImportHome
      {...loaded}
      blocked={blocked}
      page={page}
      onPage={(next) => void navigate({ search: { page: next || undefined } })}
      isHere={() => router.state.matches.some(({ routeId }) => routeId === Route.id)}
      onOpen={(importId) =>
        void navigate({ to: '/dashboard/customers/uploads/$importId', params: { importId } })
      }
    />
  );
}

export const Route = createFileRoute('/dashboard/customers/uploads/')({
  staticData: { title: 'Uploads', roles: ['customers.write'] },
  validateSearch: (address: Record<string, unknown>) => listSearchOf(address),
  loaderDeps: ({ search: { page = 0 } }) => ({ page }),
  loader: async ({ deps: { page } }) => {
    const merchantId = requireMerchant([]);
    return { merchantId, first: await cache.fetchQuery(uploadsQuery(merchantId, page)) };
  },
  pendingMs: 200,
  component: Uploads,
});
