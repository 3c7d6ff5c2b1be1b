import { createFileRoute } from '@tanstack/react-router';
import { BANK_FIELDS } from '@tegeka/contract/bank-fields.ts';
import { createBank } from '@tegeka/contract/bank-records.ts';
import { ASKED, refreshBanks, organizationChoices } from '#features/banks/bank-detail.tsx';
import { LIST_PLACE } from '#features/banks/bank-list.tsx';
import { requireSession } from '#platform/session/guard.ts';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { FormDrawer } from '#ui/form/form-drawer.tsx';

function NewBank() {
  const close = useBackTo('/dashboard/banks');
  return (
    <FormDrawer
      draft="bank new"
      heading="Add bank"
      action="Ask for approval"
      fields={BANK_FIELDS}
      endpoint={createBank}
      params={undefined}
      start={{ confirmsBy: 'OFFICERS', answerDays: 5 }}
      choices={{ organizationId: organizationChoices }}
      onSaved={refreshBanks}
      done={{ place: LIST_PLACE, message: () => `The new bank is requested. ${ASKED}` }}
      onClose={close}
    />
  );
}

export const Route = createFileRoute('/dashboard/banks/new')({
  staticData: { overlay: true },
  beforeLoad: () => requireSession(['banks.write']),
  onEnter: () => flashMessage(null),
  component: NewBank,
});
