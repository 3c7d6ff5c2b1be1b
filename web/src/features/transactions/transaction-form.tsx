import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { createCollection } from '@tegeka/contract/collections/collection-writing.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { fields } from '@tegeka/contract/kit/fields.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { getMandate } from '@tegeka/contract/mandates/mandate-detail.ts';
import * as z from 'zod/mini';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { type MerchantRights, useSession } from '#platform/session/session.ts';
import { TextLink } from '#ui/detail/shown-value.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { type CustomInput, FormDrawer } from '#ui/form/form-drawer.tsx';
import { LookupField } from '#ui/form/lookup-field.tsx';
import { mandatesOf } from '#ui/form/merchant-lookups.ts';
import { refreshTransactions } from './transaction-detail.tsx';
import { LIST_PLACE } from './transaction-words.ts';

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
    hint: 'Such as the number of the invoice; used once for each mandate',
    invalid: 'Enter your reference, 35 characters at most',
  },
  amount: {
    label: 'Amount',
    kind: 'money',
    schema: anything,
    hint: 'Leave empty for the amount of the mandate',
    optional: true,
  },
  dueDay: {
    label: 'Day',
    kind: 'date',
    schema: anything,
    hint: 'Leave empty for the earliest possible day',
    optional: true,
  },
});

const toBody = ({ mandateId, reference, amount, dueDay }: Record<string, unknown>) => ({
  mandateId,
  reference,
  ...(typeof amount === 'number' && { amount }),
  ...(typeof dueDay === 'string' && dueDay !== '' && { dueDay }),
});

const mandateInput = (merchantId: string, mayAsk: boolean) => (input: CustomInput) => (
  <LookupField
    {...input}
    required
    name="mandateId"
    label="Mandate"
    hint={
      <>
        Active ones only; search by customer or reference.{' '}
        {mayAsk && (
          <TextLink link={linkOptions({ to: '/dashboard/mandates/new' })}>New mandate</TextLink>
        )}
      </>
    }
    lookup={mandatesOf(merchantId, 'ACTIVE')}
  />
);

/** The limit, notice and usual amount of the chosen mandate. */
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
  /** Preselected when the form is opened from a mandate. */
  mandateId?: string;
  onClose: () => void;
}

/** The form that collects once from a payer, over the list. */
export function TransactionNew({ rights, mandateId = '', onClose }: TransactionNewProps) {
  const { merchantId, blocked } = rights;
  const mayAsk = useSession()?.user.roles.includes('mandates.write') ?? false;
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
      inputs={{ mandateId: mandateInput(merchantId, mayAsk) }}
      renderPreview={(values) => (
        <Allowed
          merchantId={merchantId}
          mandateId={typeof values['mandateId'] === 'string' ? values['mandateId'] : ''}
        />
      )}
      blocked={blocked}
      onSaved={refreshTransactions}
      done={{
        place: LIST_PLACE,
        words: ({ reference, amount, customerName, collectionDay }) =>
          `${reference}: ${showMoney(amount)} from ${customerName} on ${showDay(collectionDay)}. The payer is told before.`,
      }}
      onClose={onClose}
    />
  );
}
