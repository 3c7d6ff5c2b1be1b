import { customerFields } from '@tegeka/contract/customer-writing.ts';
import type { CustomerErrors, CustomerTexts } from '#features/customers/customer-draft.ts';
import {
  CUSTOMER_FIELDS,
  CUSTOMER_LABELS,
  type CustomerField,
} from '#features/customers/customer-words.ts';
import { PHONE_INVALID } from '#ui/form/phone-words.ts';

const NEEDED: readonly CustomerField[] = ['firstName', 'lastName', 'customerReferenceNumber'];

/** Said where neither is given: see `customerInputShape` in the contract. */
const UNREACHABLE = 'Enter a phone number or an email';

/** What a field says of a text that its shape does not take. */
function refusedText(field: CustomerField, code: string | undefined, most: unknown): string {
  if (field === 'phoneNumber') return PHONE_INVALID;
  if (code === 'too_big') return `Enter at most ${String(most)} characters`;
  if (field === 'email') return 'Enter an email address, such as name@example.com';
  return 'Enter plain text on one line';
}

function errorOf(field: CustomerField, text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') {
    return NEEDED.includes(field) ? `${CUSTOMER_LABELS[field]} is missing` : null;
  }
  const issue = customerFields[field].safeParse(trimmed).error?.issues[0];
  if (!issue) return null;
  return refusedText(field, issue.code, 'maximum' in issue ? issue.maximum : null);
}

/** Looks through the form; empty where nothing is wrong. */
export function errorsOf(texts: CustomerTexts): CustomerErrors {
  const errors: CustomerErrors = {};
  for (const field of CUSTOMER_FIELDS) {
    const error = errorOf(field, texts[field]);
    if (error) errors[field] = error;
  }
  const reachable = texts.phoneNumber.trim() !== '' || texts.email.trim() !== '';
  return reachable ? errors : { ...errors, phoneNumber: UNREACHABLE };
}
