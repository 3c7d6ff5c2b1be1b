import type { Customer } from '@tegeka/contract/customers.ts';
import { subscriberOf } from '@tegeka/contract/kit/phone.ts';
import { identifierOf, PHONE_PREFIX } from '@tegeka/contract/kit/phone-text.ts';
import { CUSTOMER_FIELDS, type CustomerField } from '#features/customers/customer-words.ts';

/** What stands in the fields of the form. The phone is what follows +256. */
export type CustomerTexts = Record<CustomerField, string>;

/** What is wrong with each field, in words for the person who typed it. */
export type CustomerErrors = Partial<Record<CustomerField, string>>;

export const EMPTY_TEXTS: CustomerTexts = {
  firstName: '',
  middleName: '',
  lastName: '',
  customerReferenceNumber: '',
  phoneNumber: '',
  email: '',
};

/** A customer as the form shows it. */
export function textsOf(customer: Customer): CustomerTexts {
  return {
    firstName: customer.firstName,
    middleName: customer.middleName ?? '',
    lastName: customer.lastName,
    customerReferenceNumber: customer.customerReferenceNumber,
    phoneNumber: customer.phoneNumber?.slice(PHONE_PREFIX.length) ?? '',
    email: customer.email ?? '',
  };
}

/** What a text means, however it was typed: two that mean the same are no change. */
function meant(field: CustomerField, text: string): string {
  const trimmed = text.trim();
  if (field === 'email') return trimmed.toLowerCase();
  const subscriber = field === 'phoneNumber' ? subscriberOf(trimmed, 'any') : null;
  return subscriber === null ? trimmed : identifierOf(subscriber);
}

/** The fields in which two customers differ. */
export function differing(a: CustomerTexts, b: CustomerTexts): CustomerField[] {
  return CUSTOMER_FIELDS.filter((field) => meant(field, a[field]) !== meant(field, b[field]));
}

/** Takes kept texts apart again: only known fields, only text. Null where it is none of ours. */
export function keptTexts(kept: unknown): CustomerTexts | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const given = new Map(Object.entries(kept));
  const texts = { ...EMPTY_TEXTS };
  for (const field of CUSTOMER_FIELDS) {
    const text = given.get(field);
    if (typeof text !== 'string') return null;
    texts[field] = text;
  }
  return texts;
}
