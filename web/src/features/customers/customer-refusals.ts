import type { Problem } from '@tegeka/contract/kit/errors.ts';
import type { CustomerErrors } from '#features/customers/customer-draft.ts';
import { CUSTOMER_FIELDS } from '#features/customers/customer-words.ts';

/** What the server said about single fields, at the fields of the form. */
export function refusedFields(problem: Problem | undefined): CustomerErrors {
  const errors: CustomerErrors = {};
  for (const { field, message } of problem?.fields ?? []) {
    const known = CUSTOMER_FIELDS.find((name) => name === field);
    if (known) errors[known] = message;
  }
  if (problem?.code === 'REFERENCE_TAKEN') errors.customerReferenceNumber = problem.title;
  return errors;
}
