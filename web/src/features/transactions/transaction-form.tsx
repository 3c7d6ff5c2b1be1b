import { useQuery } from '@tanstack/react-query';
import { createCollection } from '@tegeka/contract/collections/collection-writing.ts';
import type { Collection } from '@tegeka/contract/collections/collections.ts';
import { fields } from '@tegeka/contract/kit/fields.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { getMandate } from '@tegeka/contract/mandates/mandates.ts';
import * as z from 'zod/mini';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { type CustomInput, FormDrawer } from '#ui/form/form-drawer.tsx';
import { LookupField } from '#ui/form/lookup-field.tsx';
import { mandatesOf } from '#ui/form/merchant-lookups.ts';
import { refreshTransactions } from './transaction-detail.tsx';

const anything = z.unknown();

const COLLECT_FIELDS = fields({
  mandateId: {
    label: 'Mandate',
    kind: 'text',
    schema: anything,
    invalid: 'Choose a mandate from the list',
  },
  reference: {
    label: 'Your reference',
    kind: 'text',
    schema: anything,
    hint: 'Such as the number of the invoice; for a mandate each is used once',
    invalid: 'Enter your reference, 35 characters at most',
  },
  amount: {
    label: 'Amount',
    kind: 'money',
    schema: anything,
    hint: 'Empty for the amount of the mandate',
    optional: true,
  },
  dueDay: {
    label: 'Day',
    kind: 'date',
    schema: anything,
    hint: 'Empty for the earliest day that the notice allows',
    optional: true,
  },
});

const toBody = ({ mandateId, reference, amount, dueDay }: Record<string, unknown>) => ({
  mandateId,
  reference,
  ...(typeof amount === 'number' && { amount }),
  ...(typeof dueDay === 'string' && dueDay !== '' && { dueDay }),
});

const mandateInput = (merchantId: string) => (input: CustomInput) => (
  <LookupField
    {...input}
    required
    name="mandateId"
    label="Mandate"
    hint="Search by customer or reference"
    lookup={mandatesOf(merchantId, 'ACTIVE')}
  />
);

/** What the chosen mandate allows. */
function Allowed({ merchantId, mandateId }: { merchantId: string; mandateId: string }) {
  const query = endpointQuery(getMandate, { params: { merchantId, mandateId } });
  const { data } = useQuery({ ...query, enabled: mandateId !== '' }, cache);
  if (!data) return null;
  const { customer, maxPerDebit, noticeDays, amount } = data;
  const usual = amount === null ? '' : ` The usual amount is ${showMoney(amount)}.`;
  return (
    <NoteBox tone="good" title={`Up to ${showMoney(maxPerDebit)} from ${customer.name}`}>
      {`They are told ${noticeDays} ${noticeDays === 1 ? 'day' : 'days'} before.${usual}`}
    </NoteBox>
  );
}

interface TransactionNewProps {
  rights: MerchantRights;
  /** Chosen already where somebody comes from a mandate. */
  mandateId?: string;
  onDone: (transaction: Collection) => void;
  onClose: () => void;
}

/** The form that collects once from a payer, over the list. */
export function TransactionNew({ rights, mandateId = '', onDone, onClose }: TransactionNewProps) {
  const { merchantId, blocked } = rights;
  return (
    <FormDrawer
      draft={mandateId === '' ? 'transaction new' : `transaction new ${mandateId}`}
      heading="Collect"
      action="Collect"
      fields={COLLECT_FIELDS}
      start={{ mandateId }}
      endpoint={createCollection}
      params={{ merchantId }}
      toBody={toBody}
      inputs={{ mandateId: mandateInput(merchantId) }}
      renderPreview={(values) => (
        <Allowed
          merchantId={merchantId}
          mandateId={typeof values['mandateId'] === 'string' ? values['mandateId'] : ''}
        />
      )}
      blocked={blocked}
      onSaved={refreshTransactions}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
