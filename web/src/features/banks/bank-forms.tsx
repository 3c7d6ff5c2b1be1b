import { BANK_FIELDS } from '@tegeka/contract/bank-fields.ts';
import { type BankRecord, createBank, updateBank } from '@tegeka/contract/bank-records.ts';
import { fetchFresh } from '#platform/call/cache.ts';
import { FormDrawer } from '#ui/form/form-drawer.tsx';
import {
  ASKED,
  bankEventsQuery,
  bankQuery,
  organizationChoices,
  refreshBanks,
} from './bank-detail.tsx';
import { LIST_PLACE } from './bank-list.tsx';

interface BankFormProps {
  onClose: () => void;
}

export function BankNew({ onClose }: BankFormProps) {
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
      onClose={onClose}
    />
  );
}

/** The bank as its form edits it. The endpoint answers with a request; this one stands for none. */
const editedBank = (bank: BankRecord) => ({ ...bank, requestId: '' });

export function BankEdit({ bank, onClose }: BankFormProps & { bank: BankRecord }) {
  return (
    <FormDrawer
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
        latest: async () => editedBank(await fetchFresh(bankQuery(bank.id))),
        history: bankEventsQuery(bank.id),
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
      onClose={onClose}
    />
  );
}
