import * as z from 'zod/mini';
import { customerShape } from './customers.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { fields, objectOf } from '../kit/fields.ts';
import { anyPhoneText } from '../kit/phone-shapes.ts';
import { emailShape, line, maybe, nameText } from '../kit/text.ts';

// Apart from customers.ts, so that pages without a phone field load no shapes of phone numbers.

/** What a merchant says of a customer, without the rule that binds phone and email. */
export const CUSTOMER_FIELDS = fields({
  firstName: {
    label: 'First name',
    kind: 'text',
    schema: nameText(60),
  },
  middleName: {
    label: 'Middle name',
    kind: 'text',
    schema: maybe(nameText(60)),
    hint: 'If they have one',
    optional: true,
  },
  lastName: {
    label: 'Last name',
    kind: 'text',
    schema: nameText(60),
  },
  /** The merchant's own name for the customer, unique among the merchant's customers. */
  customerReferenceNumber: {
    label: 'Reference number',
    kind: 'text',
    schema: line(1, 60),
    hint: 'Your own number or code for them, a different one for each customer',
  },
  /** A Ugandan number as people write it; kept as +256 and nine digits. */
  phoneNumber: {
    label: 'Phone number',
    kind: 'phone',
    schema: maybe(anyPhoneText),
    hint: 'A phone number or an email is needed',
    optional: true,
  },
  email: {
    label: 'Email',
    kind: 'email',
    schema: maybe(emailShape),
    placeholder: 'name@example.com',
    optional: true,
  },
});

/** Also told where other fields are wrong, so that a form says everything at once. */
const reachable = <C extends { phoneNumber: string | null; email: string | null }>() =>
  z.refine<C>((customer) => customer.phoneNumber !== null || customer.email !== null, {
    message: 'Enter a phone number or an email',
    path: ['phoneNumber'],
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

const customerObject = objectOf(CUSTOMER_FIELDS);

export const customerInputShape = customerObject.check(reachable());
export type CustomerInput = z.infer<typeof customerInputShape>;

/**
 * The customer as read, with what is to change. With a version, here or in `If-Match`, nobody's change
 * is overwritten unseen; without one the last word counts. What else is read of it, such as its status, is not changed here.
 */
export const customerUpdateShape = z
  .extend(customerObject, {
    id: z.optional(z.uuid()),
    version: z.optional(z.int32().check(z.minimum(1))),
  })
  .check(reachable());

const writer = signedIn(['MERCHANT'], 'customers.write');

export const createCustomer = endpoint({
  name: 'createCustomer',
  summary: 'Add a customer.',
  method: 'POST',
  path: '/api/v1/merchants/{merchantId}/customers',
  admission: writer,
  active: true,
  takes: customerInputShape,
  answers: customerShape,
  status: 201,
  errors: ['REFERENCE_TAKEN'],
});

export const updateCustomer = endpoint({
  name: 'updateCustomer',
  summary: 'Change a customer; with its version, only if nobody else did since.',
  method: 'PUT',
  path: '/api/v1/merchants/{merchantId}/customers/{customerId}',
  admission: writer,
  active: true,
  ifMatch: true,
  takes: customerUpdateShape,
  answers: customerShape,
  errors: ['REFERENCE_TAKEN', 'CUSTOMER_CHANGED'],
});
