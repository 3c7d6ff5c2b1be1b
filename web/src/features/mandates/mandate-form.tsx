import { useQuery } from '@tanstack/react-query';
import { listBanks } from '@tegeka/contract/banks.ts';
import { mandateSentence } from '@tegeka/contract/mandates/mandate-words.ts';
import { createMandate, largestAmount } from '@tegeka/contract/mandates/mandate-writing.ts';
import { listMandates, type Mandate } from '@tegeka/contract/mandates/mandates.ts';
import { scheduleShape } from '@tegeka/contract/mandates/schedule.ts';
import { termsOf } from '@tegeka/contract/mandates/terms-fields.ts';
import { listProducts, type Product } from '@tegeka/contract/products.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { type CustomInput, FormDrawer } from '#ui/form/form-drawer.tsx';
import type { FormValues } from '#ui/form/form-values.ts';
import { LookupField } from '#ui/form/lookup-field.tsx';
import { customersOf } from '#ui/form/merchant-lookups.ts';
import { MANDATE_FIELDS, OWN_TERMS, shows, toBody } from './mandate-fields.ts';

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
  const sentence = mandateSentence(merchantName, {
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

interface MandateNewProps {
  rights: MerchantRights;
  merchantName: string;
  /** Chosen already where somebody comes from a customer. */
  customerId?: string;
  onDone: (mandate: Mandate) => void;
  onClose: () => void;
}

/** The form for a new mandate, over the list. */
export function MandateNew(props: MandateNewProps) {
  const { rights, merchantName, customerId = '', onDone, onClose } = props;
  const { merchantId, blocked } = rights;
  const banks = useQuery(endpointQuery(listBanks, {}), cache).data;
  const offered = useQuery(
    endpointQuery(listProducts, {
      params: { merchantId },
      query: { state: 'ACTIVE', size: 100 },
    }),
    cache,
  ).data?.content;
  const productOptions = offered && [
    ...offered.map(({ id, name }) => ({ value: id, label: name })),
    { value: OWN_TERMS, label: 'No product: enter the terms' },
  ];
  return (
    <FormDrawer
      draft={customerId === '' ? 'mandate new' : `mandate new ${customerId}`}
      heading="New mandate"
      action="Ask the payer"
      fields={MANDATE_FIELDS}
      start={{
        customerId,
        consentWay: 'PAGE',
        amountKind: 'FIXED',
        schedule: 'MONTHLY',
        monthDay: '1',
        noticeDays: '2',
        retries: '1',
      }}
      endpoint={createMandate}
      params={{ merchantId }}
      toBody={toBody}
      shows={shows}
      inputs={{
        customerId: customerInput(merchantId),
      }}
      options={{
        productId: productOptions ?? null,
        bankId: banks?.map(({ id, name }) => ({ value: id, label: name })) ?? null,
      }}
      renderPreview={(values) => (
        <Preview values={values} products={offered ?? []} merchantName={merchantName} />
      )}
      blame={{
        CUSTOMER_DISABLED: 'customerId',
        PRODUCT_DISABLED: 'productId',
        BANK_UNKNOWN: 'bankId',
      }}
      blocked={blocked}
      onSaved={() => void cache.invalidateQueries({ queryKey: [listMandates.name] })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
