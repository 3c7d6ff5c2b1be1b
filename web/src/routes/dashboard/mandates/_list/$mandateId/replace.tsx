import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { mandateQuery } from '#features/mandates/mandate-detail.tsx';
import { MandateReplace } from '#features/mandates/mandate-form.tsx';
import { cache } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { merchantQuery, requireMerchant } from '#platform/session/guard.ts';
import { useSession } from '#platform/session/session.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

/** Opens a mandate: the new one, or by default the replaced one. */
function useLead(): (mandateId?: string) => void {
  const navigate = Route.useNavigate();
  const { mandateId: own } = Route.useParams();
  return (mandateId = own) => {
    const to = '/dashboard/mandates/$mandateId';
    void navigate({ to, params: { mandateId }, search: true, replace: true });
  };
}

function ReplaceMandate() {
  const mandate = Route.useLoaderData();
  const rights = useMerchantRights('mandates.write');
  const organizationId = useSession()?.user.organizationId ?? '';
  const merchant = useQuery(merchantQuery(organizationId), cache).data;
  const lead = useLead();
  if (!rights || !merchant) return null;
  return (
    <MandateReplace
      key={mandate.id}
      mandate={mandate}
      rights={rights}
      merchantName={merchant.businessName}
      onDone={({ id, state, consentWay, customer }) => {
        const asked =
          consentWay === 'FORM'
            ? 'Print the form and have it signed.'
            : `Request sent to ${customer.name}.`;
        const next = state === 'PENDING_APPROVAL' ? "The payer's bank confirms it next." : asked;
        const message = `${next} ${mandate.reference} continues until it is active.`;
        flashMessage({ place: id, message });
        lead(id);
      }}
      onClose={() => lead()}
    />
  );
}

export const Route = createFileRoute('/dashboard/mandates/_list/$mandateId/replace')({
  staticData: { overlay: true },
  // The form starts from the current mandate, not from a cached one.
  loader: ({ params }) => {
    const query = mandateQuery(requireMerchant(['mandates.write']), params.mandateId);
    return foundOr404(cache.fetchQuery({ ...query, staleTime: 0 }));
  },
  // Not loaded again: from here on the form has the input.
  staleTime: Infinity,
  gcTime: 0,
  pendingComponent: function Loading() {
    const lead = useLead();
    return <DetailSkeleton onClose={() => lead()} />;
  },
  component: ReplaceMandate,
});
