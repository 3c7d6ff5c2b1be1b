import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import {
  listMandates,
  MANDATE,
  type Mandate,
  MANDATE_STATE_LABELS,
} from '@tegeka/contract/mandates/mandates.ts';
import { describeSchedule } from '@tegeka/contract/mandates/schedule-texts.ts';
import { listMandateBanks } from '@tegeka/contract/mandates/mandate-commands.ts';
import { getProduct } from '@tegeka/contract/products.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { mandateLink } from '#platform/router/entity-links.ts';
import { useOwnMerchant } from '#platform/session/guard.ts';
import { TextLink } from '#ui/detail/shown-value.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import type { CustomInput } from '#ui/form/form-drawer.tsx';
import type { FormValues } from '#ui/form/form-values.ts';
import { ChoiceControl } from '#ui/form/form-control.tsx';
import { type Choices, type Lookup, useChoices } from '#ui/form/lookup-choice.ts';
import { LookupField } from '#ui/form/lookup-field.tsx';
import { customersOf, productsOf } from '#ui/form/merchant-lookups.ts';
import { OWN_TERMS, REPLACE_FIELDS } from './mandate-fields.ts';
import { payerText, retryNote } from './mandate-preview.ts';
import { MandateWayField } from './mandate-way-field.tsx';

/** The banks whose accounts a mandate can name; for signed forms only those that accept them. */
const mandateBanks = (merchantId: string, { signed = false } = {}): Choices => ({
  what: `${listMandateBanks.name} ${merchantId}${signed ? ' of forms' : ''}`,
  all: async () => {
    const banks = await cache.ensureQueryData(
      endpointQuery(listMandateBanks, { params: { merchantId } }),
    );
    return banks
      .filter(({ takesForms }) => takesForms || !signed)
      .map(({ id, name }) => ({ value: id, label: name }));
  },
});

/** The bank of a mandate, by the way in which the customer agrees. */
export const bankInput = (merchantId: string) => (input: CustomInput, values: FormValues) => {
  const signed = values['consentWay'] === 'FORM';
  return (
    <ChoiceControl
      {...input}
      name="bankId"
      field={
        signed
          ? { ...REPLACE_FIELDS.bankId, hint: 'Only banks that accept signed forms' }
          : REPLACE_FIELDS.bankId
      }
      choices={mandateBanks(merchantId, { signed })}
    />
  );
};

/** The chosen id; empty for none or for terms without a product. */
const chosenId = (value: unknown) =>
  typeof value === 'string' && value !== OWN_TERMS ? value : '';

interface PreviewProps {
  values: FormValues;
  merchantId: string;
  /** The mandate that is replaced. */
  replaced?: Mandate | undefined;
}

/** The text that the payer reads, once the input is sufficient. */
export function MandatePreview({ values, merchantId, replaced }: PreviewProps) {
  const productId = chosenId(values['productId']);
  const product = useQuery(
    {
      ...endpointQuery(getProduct, { params: { merchantId, productId } }),
      enabled: productId !== '',
    },
    cache,
  ).data;
  const banks = useChoices(mandateBanks(merchantId)).options;
  const merchantName = useOwnMerchant()?.businessName;
  if (merchantName === undefined) return null;
  if (productId !== '' && !product) return null;
  const bankName = banks?.find(({ value }) => value === values['bankId'])?.label ?? null;
  const known = { merchantName, product: product ?? null, bankName, replaced };
  const text = payerText(values, known);
  const note = retryNote(values, product ?? null);
  if (text === null) return null;
  return (
    <>
      <NoteBox tone="good" title="The payer reads">
        {text}
      </NoteBox>
      {note !== null && (
        <NoteBox tone="warning" title="Retries">
          {note}
        </NoteBox>
      )}
    </>
  );
}

/**
 * The customer of a mandate. `openedFor` is the customer that the form was opened for, which is empty for none;
 * null where no customer may be added.
 */
export const customerInput =
  (merchantId: string, openedFor: string | null) => (input: CustomInput) => (
    <>
      <LookupField
        {...input}
        required
        name="customerId"
        label="Customer"
        hint={
          <>
            Search by name, reference, phone or email.{' '}
            {openedFor !== null && (
              <TextLink
                link={linkOptions({
                  to: '/dashboard/customers/new',
                  search: { forMandate: openedFor || 'new' },
                })}
              >
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
  const { key, find, one } = productsOf(merchantId, 'ACTIVE');
  return {
    key: [...key, OWN_TERMS],
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

const OPEN = MANDATE.states.filter((state) => !MANDATE.final.includes(state));

/** The mandates of a customer that have not ended, by state: a list is narrowed to one state. */
function useOpenMandates(merchantId: string, customerId: string): Mandate[] {
  const { data = [] } = useQuery(
    {
      queryKey: [listMandates.name, { merchantId, customerId, states: OPEN }],
      queryFn: async ({ signal }) => {
        const params = { merchantId };
        const answers = await Promise.all(
          OPEN.map((state) => call(listMandates, { params, query: { customerId, state }, signal })),
        );
        return answers.flatMap(({ content }) => content);
      },
      enabled: customerId !== '',
    },
    cache,
  );
  return data;
}

/** Warns if the customer has open mandates: a new one is debited in addition. */
function OpenMandates({ merchantId, customerId }: { merchantId: string; customerId: string }) {
  const open = useOpenMandates(merchantId, customerId);
  if (open.length === 0) return null;
  return (
    <NoteBox tone="warning" title="This customer has open mandates">
      <p>What you ask for here is debited beside them.</p>
      {open.map(({ id, reference, product, maxPerDebit, schedule, state }) => (
        <p key={id}>
          <TextLink link={mandateLink(id)}>{reference}</TextLink>
          {`: ${product ? `${product.name}, ` : ''}${showMoney(maxPerDebit)} ${describeSchedule(schedule)}, ${MANDATE_STATE_LABELS[state].toLowerCase()}`}
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
