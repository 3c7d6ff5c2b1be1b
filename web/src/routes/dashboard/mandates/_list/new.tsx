import { createFileRoute } from '@tanstack/react-router';
import { MandateNew, nextStepText } from '#features/mandates/mandate-form.tsx';
import { createDrawer } from '#ui/detail/drawer-routes.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import type { ListSearch } from '#ui/list/list-search.ts';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

const NewMandate = withRights<{ onClose: () => void }>('mandates.write', (props) => {
  const navigate = Route.useNavigate();
  const { customerId, added } = Route.useSearch();
  return (
    <MandateNew
      {...props}
      {...(typeof customerId === 'string' && { customerId })}
      {...(typeof added === 'string' && { added })}
      onDone={(mandate) => {
        flashMessage({ place: mandate.id, message: nextStepText(mandate) });
        const to = '/dashboard/mandates/$mandateId';
        const search = (before: ListSearch) => ({ ...before, added: undefined });
        void navigate({ to, params: { mandateId: mandate.id }, search, replace: true });
      }}
    />
  );
});

export const Route = createFileRoute('/dashboard/mandates/_list/new')({
  staticData: { overlay: true, domains: ['MERCHANT'], permission: 'mandates.write' },
  component: createDrawer('/dashboard/mandates', NewMandate),
});
