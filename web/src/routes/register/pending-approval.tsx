import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Navigate } from '@tanstack/react-router';
import { MerchantState } from '#features/merchant/merchant-state.tsx';
import { cache } from '#platform/call/cache.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { config } from '#platform/config/config.ts';
import { merchantQuery, requireSession } from '#platform/session/guard.ts';
import { redirectTo } from '#platform/router/route-data.ts';
import { session } from '#platform/session/session.ts';

/** Polling interval in milliseconds, to notice the end of the review. */
const REFRESH_MS = 60_000;

async function load() {
  const user = session.current()?.user;
  const organizationId = user?.organizationId ?? user?.registration?.organizationId;
  if (!organizationId) return redirectTo('/auth/logout');
  const query = merchantQuery(organizationId);
  try {
    await cache.fetchQuery({ ...query, staleTime: 0 });
  } catch (error) {
    const unregistered = error instanceof CallFailed && error.status === 404;
    if (unregistered) redirectTo('/register/business');
    throw error;
  }
  return { query };
}

function PendingApproval() {
  const { query } = Route.useLoaderData();
  const looking = { refetchInterval: REFRESH_MS, refetchOnWindowFocus: 'always' } as const;
  const { data, error, refetch } = useQuery({ ...query, ...looking }, cache);
  // A 404 of the first load leads to the registration; a later one means that the business is gone.
  if (error instanceof CallFailed && error.status === 404)
    return <Navigate to="/auth/404" replace />;
  if (!data) return null;
  // A new sign-in, without a page of the provider, stores the merchant and its logo.
  if (data.merchantState === 'ACTIVE') return <Navigate to="/auth/login" replace />;
  return <MerchantState profile={data} onChanged={() => void refetch()} />;
}

export const Route = createFileRoute('/register/pending-approval')({
  staticData: { title: 'Pending Approval' },
  beforeLoad: () => {
    requireSession();
    if (config().domain !== 'MERCHANT') redirectTo('/auth/404');
  },
  loader: load,
  component: PendingApproval,
});
