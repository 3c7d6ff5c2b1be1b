import type { Problem } from '@tegeka/contract/faults.ts';
import type { CustomerFaults } from '#features/customers/customer-draft.ts';
import { CUSTOMER_FIELDS } from '#features/customers/customer-words.ts';

/** What the server said about single fields, at the fields of the form. */
export function refusedFields(problem: Problem | undefined): CustomerFaults {
  const faults: CustomerFaults = {};
  for (const { field, message } of problem?.fields ?? []) {
    const known = CUSTOMER_FIELDS.find((name) => name === field);
    if (known) faults[known] = message;
  }
  if (problem?.code === 'REFERENCE_TAKEN') faults.customerReferenceNumber = problem.title;
  return faults;
}
