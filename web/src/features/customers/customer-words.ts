import type { Customer, CustomerEvent } from '@tegeka/contract/customers.ts';
import { showPhone } from '@tegeka/contract/kit/phone-text.ts';
import { PHONE_PREFIX } from '@tegeka/contract/kit/phone-text.ts';

/** What a customer is made of, as forms and lists name it. */
export const CUSTOMER_LABELS = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  customerReferenceNumber: 'Reference number',
  phoneNumber: 'Phone number',
  email: 'Email',
} as const;
export type CustomerField = keyof typeof CUSTOMER_LABELS;

/** In the order in which people are asked for them. */
export const CUSTOMER_FIELDS = [
  'firstName',
  'middleName',
  'lastName',
  'customerReferenceNumber',
  'phoneNumber',
  'email',
] as const satisfies CustomerField[];

/** All the names of a customer. */
export function fullName({
  firstName,
  middleName,
  lastName,
}: Pick<Customer, 'firstName' | 'middleName' | 'lastName'>): string {
  return [firstName, middleName, lastName].filter(Boolean).join(' ');
}

/** A kept phone number as people read it; nothing stays nothing. */
export function phoneWords(phone: string | null): string {
  return phone ? showPhone(Number(phone.slice(PHONE_PREFIX.length))) : '';
}

/** What happened to a customer, in words. */
export const EVENT_WORDS: Record<CustomerEvent['kind'], string> = {
  CREATED: 'Added',
  IMPORTED: 'Imported from a file',
  CHANGED: 'Changed',
  DISABLED: 'Disabled',
  ENABLED: 'Enabled',
};

/** The label of a field that an event speaks of. */
export function fieldLabel(field: string): string {
  const known = CUSTOMER_FIELDS.find((name) => name === field);
  return known ? CUSTOMER_LABELS[known] : field;
}

/** A field's value as people read it; null where there is none. */
export function valueWords(field: string, value: string | null): string | null {
  return field === 'phoneNumber' && value?.startsWith(PHONE_PREFIX) ? phoneWords(value) : value;
}
