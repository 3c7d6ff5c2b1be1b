import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { mandateMessage } from '@tegeka/contract/mandates/mandate-words.ts';
import { listMandates, MANDATE, MANDATE_STATE_WORDS } from '@tegeka/contract/mandates/mandates.ts';
import { scheduleShape } from '@tegeka/contract/mandates/schedule.ts';
import { describeSchedule } from '@tegeka/contract/mandates/schedule-words.ts';
import { termsOf } from '@tegeka/contract/mandates/terms-fields.ts';
import { getProduct, largestAmount } from '@tegeka/contract/products.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { TextLink } from '#ui/detail/shown-value.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import type { CustomInput } from '#ui/form/form-drawer.tsx';
import type { FormValues } from '#ui/form/form-values.ts';
import type { Lookup } from '#ui/form/lookup-choice.ts';
import { LookupField } from '#ui/form/lookup-field.tsx';
import { customersOf, productsOf } from '#ui/form/merchant-lookups.ts';
import { OWN_TERMS, REPLACE_FIELDS } from './mandate-fields.ts';
import { MandateWayField } from './mandate-way-field.tsx';

/** The chosen id; empty for none or for terms without a product. */
const chosenId = (value: unknown) =>
  typeof value === 'string' && value !== OWN_TERMS ? value : '';

const amountOf = (value: unknown) => {
  const digits = typeof value === 'string' ? value.replaceAll(/[,\s]/g, '') : '';
  return /^[1-9]\d{0,9}$/.test(digits) ? Number(digits) : null;
};

interface PreviewProps {
  values: FormValues;
  merchantId: string;
  merchantName: string;
}

/** The sentence that the payer reads, once the input is sufficient. */
export function MandatePreview({ values, merchantId, merchantName }: PreviewProps) {
  const productId = chosenId(values['productId']);
  const product = useQuery(
    {
      ...endpointQuery(getProduct, { params: { merchantId, productId } }),
      enabled: productId !== '',
    },
    cache,
  ).data;
  if (productId !== '' && !product) return null;
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
    retries: 0,
  });
  return (
    <NoteBox tone="good" title="The payer reads">
      {sentence}
    </NoteBox>
  );
}

export const customerInput = (merchantId: string, mayAdd: boolean) => (input: CustomInput) => (
  <>
    <LookupField
      {...input}
      required
      name="customerId"
      label="Customer"
      hint={
        <>
          Search by name, reference, phone or email.{' '}
          {mayAdd && (
            <TextLink link={linkOptions({ to: '/dashboard/customers/new' })}>
              Add a customer
            </TextLink>
          )}
        </>
      }
      lookup={customersOf(merchantId, 'ACTIVE')}
    />
    <OpenMandates merchantId={merchantId} customerId={input.value} />
  </>
);

const OWN_OPTION = { value: OWN_TERMS, label: 'No product: enter the terms' };

/** The active products of a business, and the choice of none. */
function productLookup(merchantId: string): Lookup {
  const { find, one } = productsOf(merchantId, 'ACTIVE');
  return {
    what: 'products of a mandate',
    find: async (text, signal) => [...(await find(text, signal)), OWN_OPTION],
    one: async (value, signal) => (value === OWN_TERMS ? OWN_OPTION : one(value, signal)),
  };
}

export const productInput = (merchantId: string) => (input: CustomInput) => (
  <LookupField
    {...input}
    required
    name="productId"
    label={REPLACE_FIELDS.productId.label}
    hint="Search by name or code"
    lookup={productLookup(merchantId)}
  />
);

/** How many of the newest mandates of a customer are searched for open ones. */
const NEWEST = 20;

/** Warns if the customer has open mandates: a new one is debited in addition. */
function OpenMandates({ merchantId, customerId }: { merchantId: string; customerId: string }) {
  const query = { customerId, size: NEWEST };
  const { data } = useQuery(
    {
      ...endpointQuery(listMandates, { params: { merchantId }, query }),
      enabled: customerId !== '',
    },
    cache,
  );
  const open = data?.content.filter(({ state }) => !MANDATE.final.includes(state)) ?? [];
  if (open.length === 0) return null;
  return (
    <NoteBox tone="warning" title="This customer has open mandates">
      <p>What you ask for here is debited beside them.</p>
      {open.map(({ id, reference, product, maxPerDebit, schedule, state }) => (
        <p key={id}>
          <TextLink
            link={linkOptions({ to: '/dashboard/mandates/$mandateId', params: { mandateId: id } })}
          >
            {reference}
          </TextLink>
          {`: ${product ? `${product.name}, ` : ''}${showMoney(maxPerDebit)} ${describeSchedule(schedule)}, ${MANDATE_STATE_WORDS[state].toLowerCase()}`}
        </p>
      ))}
    </NoteBox>
  );
}

export const wayInput =
  (merchantId: string, customerOf: (values: FormValues) => unknown) =>
  (input: CustomInput, values: FormValues) => (
    <MandateWayField {...input} merchantId={merchantId} customerId={chosenId(customerOf(values))} />
  );
