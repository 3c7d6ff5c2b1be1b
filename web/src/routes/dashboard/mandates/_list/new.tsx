import { merchantQuery, requireMerchant } from '#platform/session/guard.ts';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { MandateNew } from '#features/mandates/mandate-form.tsx';
import { cache } from '#platform/call/cache.ts';
import { useSession } from '#platform/session/session.ts';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import type { ListSearch } from '#ui/list/list-search.ts';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

function NewMandate() {
  const navigate = Route.useNavigate();
  const close = useBackTo('/dashboard/mandates');
  const rights = useMerchantRights('mandates.write');
  const organizationId = useSession()?.user.organizationId ?? '';
  const merchant = useQuery(merchantQuery(organizationId), cache).data;
  const { customerId, added } = Route.useSearch();
  if (!rights || !merchant) return null;
  return (
    <MandateNew
      rights={rights}
      merchantName={merchant.businessName}
      {...(typeof customerId === 'string' && { customerId })}
      {...(typeof added === 'string' && { added })}
      onDone={({ id, consentWay, customer }) => {
        const next =
          consentWay === 'FORM'
            ? 'Print the form and have it signed.'
            : `Request sent to ${customer.name}.`;
        flashMessage({ place: id, message: next });
        const to = '/dashboard/mandates/$mandateId';
        const search = (before: ListSearch) => ({ ...before, added: undefined });
        void navigate({ to, params: { mandateId: id }, search, replace: true });
      }}
      onClose={close}
    />
  );
}

export const Route = createFileRoute('/dashboard/mandates/_list/new')({
  staticData: { overlay: true },
  beforeLoad: () => void requireMerchant(['mandates.write']),
  onEnter: () => flashMessage(null),
  component: NewMandate,
});
