import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { uploadQuery } from '#features/imports/import-calls.ts';
import { ImportPage, type ImportView } from '#features/imports/import-page.tsx';
import { importSearchOf } from '#features/imports/import-search.ts';
import { cache } from '#platform/call/cache.ts';
import { requireMerchant } from '#routes/dashboard/customers/_book/-rights.ts';

function Upload() {
  const { ids, loaded } = Route.useLoaderData();
  const { page = 0, columns = false } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const show = (view: ImportView) =>
    void navigate({ search: { page: view.page || undefined, columns: view.columns || undefined } });
  return (
    <ImportPage
      key={ids.importId}
      ids={ids}
      loaded={loaded}
      view={{ page, columns }}
      onView={show}
    />
  );
}

export const Route = createFileRoute('/dashboard/customers/uploads/$importId')({
  staticData: { title: 'Upload', roles: ['customers.write'] },
  validateSearch: importSearchOf,
  loader: async ({ params: { importId } }) => {
    const ids = { merchantId: requireMerchant([]), importId };
    return { ids, loaded: await cache.fetchQuery({ ...uploadQuery(ids), staleTime: 0 }) };
  },
  pendingMs: 200,
  component: Upload,
});
