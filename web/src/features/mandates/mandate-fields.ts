import { inputsBelow } from '@tegeka/contract/kit/fields.ts';
import type { Mandate } from '@tegeka/contract/mandates/mandates.ts';
import {
  showsTerm,
  TERMS_FIELDS,
  termsOf,
  typedTerms,
} from '@tegeka/contract/mandates/terms-fields.ts';
import { largestAmount } from '@tegeka/contract/products.ts';
import { WAY_LABELS } from './mandate-labels.ts';
import type { FormValues } from '#ui/form/form-values.ts';

/** The value of `productId` for terms without a product. */
export const OWN_TERMS = 'OWN';

/** The inputs of a mandate that replaces another one. */
export const REPLACE_FIELDS = {
  ...inputsBelow('Who pays for what', { productId: { label: 'Product', kind: 'select' } }),
  ...TERMS_FIELDS,
  ...inputsBelow('Limits', {
    start: { label: 'First day', kind: 'date' },
    end: {
      label: 'Last day',
      kind: 'date',
      hint: 'Leave empty for no end date',
      optional: true,
    },
    maxPerDebit: {
      label: 'Maximum per debit',
      kind: 'money',
      hint: 'Leave empty to use the amount due',
      optional: true,
    },
    maxPerPeriod: {
      label: 'Maximum per period',
      kind: 'money',
      optional: true,
    },
    period: {
      label: 'Period',
      kind: 'select',
      options: [
        { value: 'DAY', label: 'Day' },
        { value: 'WEEK', label: 'Week' },
        { value: 'MONTH', label: 'Month' },
        { value: 'YEAR', label: 'Year' },
      ],
      optional: true,
    },
    maxCount: {
      label: 'Number of debits',
      kind: 'text',
      numeric: true,
      invalid: 'Enter a number, such as 12',
      optional: true,
    },
    maxTotal: {
      label: 'Total maximum',
      kind: 'money',
      optional: true,
    },
  }),
  ...inputsBelow('Consent', {
    consentWay: {
      label: 'How the customer agrees',
      kind: 'select',
      options: Object.entries(WAY_LABELS).map(([value, label]) => ({ value, label })),
    },
    bankId: { label: "Payer's bank", kind: 'select' },
    accountName: { label: 'Name on the account', kind: 'text' },
    accountNumber: {
      label: 'Account number',
      kind: 'accountNumber',
      hint: '9 to 18 digits',
    },
  }),
};

export const MANDATE_FIELDS = {
  ...inputsBelow('Who pays for what', {
    customerId: { label: 'Customer', kind: 'text', invalid: 'Choose a customer from the list' },
  }),
  ...REPLACE_FIELDS,
};

/**
 * The initial values of the form that replaces a mandate. The account is empty: it is entered only if
 * it changes.
 */
export function typedMandate(mandate: Mandate) {
  const { product, nextDueDay, maxPerDebit, maxCount } = mandate;
  return {
    ...mandate,
    ...typedTerms(mandate),
    productId: product?.id ?? OWN_TERMS,
    start: nextDueDay ?? '',
    maxPerDebit: maxPerDebit === largestAmount(mandate) ? null : maxPerDebit,
    maxCount: maxCount === null ? '' : String(maxCount),
    consentWay: 'PAGE',
  };
}

const isOwn = (values: Readonly<Record<string, unknown>>) => values['productId'] === OWN_TERMS;

/** Whether an input is needed for the values so far. */
export function shows(key: string, values: FormValues): boolean {
  if (key in TERMS_FIELDS) return isOwn(values) && showsTerm(key, values);
  if (key === 'period') return values['maxPerPeriod'] !== '';
  if (['bankId', 'accountName', 'accountNumber'].includes(key))
    return values['consentWay'] !== 'PAGE';
  return true;
}

const orNull = (value: unknown) => (value === '' || value === undefined ? null : value);

/** The mandate as the API takes it. */
export function toBody(values: Record<string, unknown>): Record<string, unknown> {
  const { customerId, productId, start, end, maxPerDebit, maxPerPeriod, period } = values;
  const { maxCount, maxTotal, consentWay, bankId, accountName, accountNumber } = values;
  const named = consentWay !== 'PAGE';
  return {
    customerId,
    productId: isOwn(values) ? null : productId,
    ...(isOwn(values) && termsOf(values)),
    start: start ?? '',
    end: orNull(end),
    ...(maxPerDebit !== null && { maxPerDebit }),
    maxPerPeriod: orNull(maxPerPeriod),
    period: maxPerPeriod === null ? null : orNull(period),
    maxCount: orNull(maxCount) === null ? null : Number(maxCount),
    maxTotal: orNull(maxTotal),
    consentWay,
    bankId: named ? orNull(bankId) : null,
    accountName: named ? orNull(accountName) : null,
    accountNumber: named ? orNull(accountNumber) : null,
  };
}
