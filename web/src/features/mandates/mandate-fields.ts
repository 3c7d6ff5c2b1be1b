import { fields } from '@tegeka/contract/kit/fields.ts';
import type { Mandate } from '@tegeka/contract/mandates/mandates.ts';
import {
  showsTerm,
  TERMS_FIELDS,
  termsOf,
  typedTerms,
} from '@tegeka/contract/mandates/terms-fields.ts';
import { largestAmount } from '@tegeka/contract/products.ts';
import * as z from 'zod/mini';
import { WAY_WORDS } from './mandate-texts.ts';
import type { FormValues } from '#ui/form/form-values.ts';

const anything = z.unknown();
/** Stands for terms that are typed in. */
export const OWN_TERMS = 'OWN';

/** The inputs of a mandate that takes another one's place. */
export const REPLACE_FIELDS = fields({
  productId: { label: 'Product', kind: 'select', schema: anything, section: 'Who pays for what' },
  ...TERMS_FIELDS,
  start: { label: 'First day', kind: 'date', schema: anything, section: 'Limits' },
  end: {
    label: 'Last day',
    kind: 'date',
    schema: anything,
    section: 'Limits',
    hint: 'Empty where it goes on until it is stopped',
    optional: true,
  },
  maxPerDebit: {
    label: 'Most per debit',
    kind: 'money',
    schema: anything,
    section: 'Limits',
    hint: 'Empty where it is what is due',
    optional: true,
  },
  maxPerPeriod: {
    label: 'Most per period',
    kind: 'money',
    schema: anything,
    section: 'Limits',
    optional: true,
  },
  period: {
    label: 'Period',
    kind: 'select',
    schema: anything,
    section: 'Limits',
    options: [
      { value: 'DAY', label: 'Day' },
      { value: 'WEEK', label: 'Week' },
      { value: 'MONTH', label: 'Month' },
      { value: 'YEAR', label: 'Year' },
    ],
    optional: true,
  },
  maxCount: {
    label: 'Most debits',
    kind: 'text',
    schema: anything,
    section: 'Limits',
    numeric: true,
    invalid: 'Enter a number, such as 12',
    optional: true,
  },
  maxTotal: {
    label: 'Most in all',
    kind: 'money',
    schema: anything,
    section: 'Limits',
    optional: true,
  },
  consentWay: {
    label: 'How the payer agrees',
    kind: 'select',
    schema: anything,
    section: 'Consent',
    options: Object.entries(WAY_WORDS).map(([value, label]) => ({ value, label })),
  },
  bankId: { label: "Payer's bank", kind: 'select', schema: anything, section: 'Consent' },
  accountName: { label: 'Name on the account', kind: 'text', schema: anything, section: 'Consent' },
  accountNumber: {
    label: 'Account number',
    kind: 'accountNumber',
    schema: anything,
    section: 'Consent',
    hint: '9 to 18 digits',
  },
});

export const MANDATE_FIELDS = fields({
  customerId: {
    label: 'Customer',
    kind: 'text',
    schema: anything,
    section: 'Who pays for what',
    invalid: 'Choose a customer from the list',
  },
  ...REPLACE_FIELDS,
});

/** A mandate as the form shows it that takes its place; an account is named only where it is another one. */
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

/** True of the inputs that are needed for what is chosen so far. */
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
