import { createCustomer, updateCustomer } from '@tegeka/contract/customer-writing.ts';
import type { Customer } from '@tegeka/contract/customers.ts';
import { outcomeOf } from '#features/customers/customer-calls.ts';
import type { CustomerTexts } from '#features/customers/customer-draft.ts';
import { call } from '#platform/call/call.ts';

/** Adds a customer. The same key sent again, such as after a lost answer, adds nobody twice. */
export const addCustomer = (merchantId: string, texts: CustomerTexts, idempotencyKey: string) =>
  outcomeOf(
    merchantId,
    call(createCustomer, { params: { merchantId }, body: texts, idempotencyKey }),
  );

/** Saves a customer on the version that the texts were made from. */
export const saveCustomer = (
  merchantId: string,
  { id, version }: Pick<Customer, 'id' | 'version'>,
  texts: CustomerTexts,
) =>
  outcomeOf(
    merchantId,
    call(updateCustomer, {
      params: { merchantId, customerId: id },
      body: { ...texts, version },
    }),
  );
