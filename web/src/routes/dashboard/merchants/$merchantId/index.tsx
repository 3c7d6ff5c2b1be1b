import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { merchantQuery } from '#features/merchants/merchants-calls.ts';
import { MerchantDetail } from '#features/merchants/merchants-detail.tsx';
import { cache } from '#platform/call/cache.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { redirectTo } from '#platform/router/route-data.ts';
import { requireSession } from '#platform/session/guard.ts';
import { useSession } from '#platform/session/session.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';

function useClose(): () => void {
  const search = Route.useSearch();
  const navigate = useNavigate();
  return () => void navigate({ to: '/dashboard/merchants', search });
}

async function load(merchantId: string) {
  requireSession(['merchants.read']);
  const query = merchantQuery(merchantId);
  try {
    await cache.fetchQuery(query);
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) redirectTo('/auth/404');
    throw error;
  }
  return { query };
}

function OneMerchant() {
  const { query } = Route.useLoaderData();
  const { data: merchant } = useQuery(query, cache);
  const mayWrite = useSession()?.user.roles.includes('merchants.write') ?? false;
  const close = useClose();
  if (!merchant) return null;
  return (
    <MerchantDetail
      key={merchant.merchantId}
      merchant={merchant}
      mayWrite={mayWrite}
      onClose={close}
    />
  );
}

function Loading() {
  return <DetailSkeleton onClose={useClose()} />;
}

export const Route = createFileRoute('/dashboard/merchants/$merchantId/')({
  staticData: { overlay: true },
  loader: ({ params }) => load(params.merchantId),
  pendingMs: 200,
  pendingComponent: Loading,
  component: OneMerchant,
});
