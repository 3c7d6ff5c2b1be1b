import { useQuery } from '@tanstack/react-query';
import { mandateMessage } from '@tegeka/contract/mandates/mandate-words.ts';
import { createMandate, replaceMandate } from '@tegeka/contract/mandates/mandate-writing.ts';
import { getMandate, listMandates, type Mandate } from '@tegeka/contract/mandates/mandates.ts';
import { scheduleShape } from '@tegeka/contract/mandates/schedule.ts';
import { termsOf } from '@tegeka/contract/mandates/terms-fields.ts';
import { largestAmount, listProducts, type Product } from '@tegeka/contract/products.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { type CustomInput, FormDrawer } from '#ui/form/form-drawer.tsx';
import type { FormValues } from '#ui/form/form-values.ts';
import type { Choices } from '#ui/form/lookup-choice.ts';
import { LookupField } from '#ui/form/lookup-field.tsx';
import { bankChoices, customersOf } from '#ui/form/merchant-lookups.ts';
import { MandateWayField } from './mandate-way-field.tsx';
import {
  MANDATE_FIELDS,
  OWN_TERMS,
  REPLACE_FIELDS,
  shows,
  toBody,
  typedMandate,
} from './mandate-fields.ts';

const amountOf = (value: unknown) => {
  const digits = typeof value === 'string' ? value.replaceAll(/[,\s]/g, '') : '';
  return /^[1-9]\d{0,9}$/.test(digits) ? Number(digits) : null;
};

/** The sentence that the payer reads, once enough is typed in for one. */
function Preview({
  values,
  products,
  merchantName,
}: {
  values: FormValues;
  products: readonly Product[];
  merchantName: string;
}) {
  const product = products.find(({ id }) => id === values['productId']);
  const typed = termsOf(values);
  const schedule = product?.schedule ?? scheduleShape.safeParse(typed.schedule).data;
  if (!schedule) return null;
  const amount = product ? product.amount : amountOf(values['amount']);
  const maxPerDebit = amountOf(values['maxPerDebit']) ?? largestAmount({ amount, schedule });
  if (maxPerDebit === 0) return null;
  const end = typeof values['end'] === 'string' && values['end'] !== '' ? values['end'] : null;
  const sentence = mandateMessage(merchantName, {
    paysFor: product?.name ?? null,
    schedule,
    maxPerDebit,
    maxPerPeriod: null,
    period: null,
    maxCount: null,
    maxTotal: null,
    start: '',
    end,
    noticeDays: 2,
  });
  return (
    <NoteBox tone="good" title="The payer reads">
      {sentence}
    </NoteBox>
  );
}

const customerInput = (merchantId: string) => (input: CustomInput) => (
  <LookupField
    {...input}
    required
    name="customerId"
    label="Customer"
    hint="Search by name, reference, phone or email"
    lookup={customersOf(merchantId, 'ACTIVE')}
  />
);

const wayInput =
  (merchantId: string, customerOf: (values: FormValues) => unknown) =>
  (input: CustomInput, values: FormValues) => {
    const customerId = customerOf(values);
    return (
      <MandateWayField
        {...input}
        merchantId={merchantId}
        customerId={typeof customerId === 'string' ? customerId : ''}
      />
    );
  };

/** What both forms of a mandate have: choices, and the sentence that the payer reads. */
function useMandateForm(merchantId: string, merchantName: string) {
  const query = { state: 'ACTIVE', size: 100 } as const;
  const offeredQuery = endpointQuery(listProducts, { params: { merchantId }, query });
  const offered = useQuery(offeredQuery, cache).data?.content;
  const productChoices: Choices = {
    what: 'listOfferedProducts',
    all: async () => [
      ...(await cache.fetchQuery(offeredQuery)).content.map(({ id, name }) => ({
        value: id,
        label: name,
      })),
      { value: OWN_TERMS, label: 'No product: enter the terms' },
    ],
  };
  return {
    toBody,
    shows,
    choices: { productId: productChoices, bankId: bankChoices },
    renderPreview: (values: FormValues) => (
      <Preview values={values} products={offered ?? []} merchantName={merchantName} />
    ),
    onSaved: () => {
      for (const { name } of [getMandate, listMandates])
        void cache.invalidateQueries({ queryKey: [name] });
    },
  };
}

const FIELD_OF_ERROR = { PRODUCT_DISABLED: 'productId', BANK_UNKNOWN: 'bankId' };

interface MandateFormProps {
  rights: MerchantRights;
  merchantName: string;
  onDone: (mandate: Mandate) => void;
  onClose: () => void;
}

/** The form for a new mandate, over the list. */
export function MandateNew(
  props: MandateFormProps & {
    /** Chosen already where somebody comes from a customer. */
    customerId?: string;
  },
) {
  const { rights, merchantName, customerId = '', onDone, onClose } = props;
  const { merchantId, blocked } = rights;
  return (
    <FormDrawer
      {...useMandateForm(merchantId, merchantName)}
      draft={customerId === '' ? 'mandate new' : `mandate new ${customerId}`}
      heading="New mandate"
      action="Ask the payer"
      fields={MANDATE_FIELDS}
      start={{
        customerId,
        consentWay: 'PAGE',
        amountKind: 'FIXED',
        schedule: 'MONTHLY',
        day: '1',
        noticeDays: '2',
        retries: '1',
      }}
      endpoint={createMandate}
      params={{ merchantId }}
      inputs={{
        customerId: customerInput(merchantId),
        consentWay: wayInput(merchantId, ({ customerId: chosen }) => chosen),
      }}
      fieldOfError={{ ...FIELD_OF_ERROR, CUSTOMER_DISABLED: 'customerId' }}
      blocked={blocked}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** The form for a mandate that takes another one's place. */
export function MandateReplace(props: MandateFormProps & { mandate: Mandate }) {
  const { mandate, rights, merchantName, onDone, onClose } = props;
  const { merchantId, blocked } = rights;
  const { renderPreview, ...form } = useMandateForm(merchantId, merchantName);
  return (
    <FormDrawer
      {...form}
      draft={`mandate ${mandate.id}`}
      heading={`Change ${mandate.reference}`}
      action="Change the mandate"
      fields={REPLACE_FIELDS}
      start={typedMandate(mandate)}
      inputs={{ consentWay: wayInput(merchantId, () => mandate.customer.id) }}
      endpoint={replaceMandate}
      params={{ merchantId, mandateId: mandate.id }}
      renderPreview={(values) => (
        <>
          <NoteBox tone="good" title={`It replaces ${mandate.reference}`}>
            The payer agrees anew where more is taken, at other times, with less notice, for
            something else or from another account. Until the new mandate is active the present one
            goes on.
          </NoteBox>
          {renderPreview(values)}
        </>
      )}
      fieldOfError={FIELD_OF_ERROR}
      blocked={blocked}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
