import {
  BANK_FIELDS,
  type BankRecord,
  createBank,
  updateBank,
} from '@tegeka/contract/bank-records.ts';
import { refreshBank, useOrganizations } from '#features/banks/bank-calls.ts';
import { FormDrawer } from '#ui/form/form-drawer.tsx';

interface BankFormProps {
  onAsked: () => void;
  onClose: () => void;
}

/** The form that asks for a new bank, over the list. */
export function BankNew({ onAsked, onClose }: BankFormProps) {
  return (
    <FormDrawer
      draft="bank new"
      heading="Add bank"
      action="Ask for approval"
      fields={BANK_FIELDS}
      endpoint={createBank}
      params={undefined}
      options={{ organizationId: useOrganizations() }}
      onSaved={() => refreshBank(null)}
      onDone={onAsked}
      onClose={onClose}
    />
  );
}

/** The form that asks for a change of a bank, over the list. */
export function BankEdit({ bank, onAsked, onClose }: BankFormProps & { bank: BankRecord }) {
  return (
    <FormDrawer
      draft={`bank ${bank.id}`}
      heading={`Edit ${bank.name}`}
      action="Ask for approval"
      fields={BANK_FIELDS}
      endpoint={updateBank}
      params={{ bankId: bank.id }}
      start={bank}
      options={{ organizationId: useOrganizations() }}
      stored={{ logo: bank.logo }}
      onSaved={() => refreshBank(bank.id)}
      onDone={onAsked}
      onClose={onClose}
    />
  );
}
