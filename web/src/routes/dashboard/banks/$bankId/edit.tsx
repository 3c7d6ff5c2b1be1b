import { createFileRoute } from '@tanstack/react-router';
import { BANK_FIELDS } from '@tegeka/contract/bank-fields.ts';
import { updateBank } from '@tegeka/contract/bank-records.ts';
import {
  ASKED,
  bankQuery,
  editedBank,
  fetchLatestBank,
  organizationChoices,
  refreshBanks,
} from '#features/banks/bank-detail.tsx';
import { cache } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { requireSession } from '#platform/session/guard.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { FormDrawer } from '#ui/form/form-drawer.tsx';

/** Returns to the detail of the bank. */
function useBack(): () => void {
  const navigate = Route.useNavigate();
  return () => void navigate({ to: '/dashboard/banks/$bankId', search: true, replace: true });
}

function EditBank() {
  const bank = Route.useLoaderData();
  const back = useBack();
  return (
    <FormDrawer
      key={bank.id}
      draft={`bank ${bank.id}`}
      heading={`Edit ${bank.name}`}
      action="Ask for approval"
      fields={BANK_FIELDS}
      endpoint={updateBank}
      params={{ bankId: bank.id }}
      edit={{
        entity: editedBank(bank),
        what: 'bank',
        changedCode: 'ENTITY_CHANGED',
        latest: () => fetchLatestBank(bank.id),
      }}
      choices={{ organizationId: organizationChoices }}
      stored={{ logo: bank.logo }}
      onSaved={refreshBanks}
      done={{
        place: bank.id,
        message: ({ requestId }) =>
          requestId === ''
            ? 'Somebody else has made the same change already.'
            : `The change is requested. ${ASKED}`,
      }}
      onClose={back}
    />
  );
}

export const Route = createFileRoute('/dashboard/banks/$bankId/edit')({
  staticData: { overlay: true },
  beforeLoad: () => requireSession(['banks.write']),
  // The form starts from the current bank, not from a cached one.
  loader: ({ params }) =>
    foundOr404(cache.fetchQuery({ ...bankQuery(params.bankId), staleTime: 0 })),
  // Not loaded again: from here on the form has the input.
  staleTime: Infinity,
  gcTime: 0,
  pendingComponent: function Loading() {
    return <DetailSkeleton onClose={useBack()} />;
  },
  component: EditBank,
});
