import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { customerShape } from './customers.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { fields, objectOf } from '../kit/fields.ts';
import { anyPhoneText } from '../kit/phone-shapes.ts';
import { emailShape, line, maybe, nameText } from '../kit/text.ts';

// Not in customers.ts, so that pages without a phone field do not load the shapes of phone numbers.

/** The fields of a customer. {@link reachable} checks that there is a phone or an email. */
export const CUSTOMER_FIELDS = fields({
  firstName: {
    label: 'First name',
    kind: 'text',
    schema: described('First name.', nameText(60)),
  },
  middleName: {
    label: 'Middle name',
    kind: 'text',
    schema: described('Middle name.', maybe(nameText(60))),
    hint: 'If they have one',
    optional: true,
  },
  lastName: {
    label: 'Last name',
    kind: 'text',
    schema: described('Last name.', nameText(60)),
  },
  /** The merchant's own name for the customer, unique among the merchant's customers. */
  customerReferenceNumber: {
    label: 'Reference number',
    kind: 'text',
    schema: described(
      'Your own number or code for the customer, unique among your customers.',
      line(1, 60),
    ),
    hint: 'Your own number or code for them, a different one for each customer',
  },
  /** A Ugandan number as people write it; kept as +256 and nine digits. */
  phoneNumber: {
    label: 'Phone number',
    kind: 'phone',
    schema: described(
      'A phone number; one of Uganda as people write it. Payers are asked for consent by SMS, so mandates by page or SMS need a mobile number.',
      maybe(anyPhoneText),
    ),
    hint: 'A phone number or an email is needed',
    optional: true,
  },
  email: {
    label: 'Email',
    kind: 'email',
    schema: described('An email address. A customer has an email or a phone.', maybe(emailShape)),
    placeholder: 'name@example.com',
    optional: true,
  },
});

/** Checked also where other fields are invalid, so that a form shows all errors at once. */
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
 * The customer as read, with the changes. With a version, here or in `If-Match`, locking is optimistic;
 * without one the last write wins. Other properties of a customer, such as its status, are ignored.
 */
export const customerUpdateShape = z
  .extend(customerObject, {
    id: z.optional(z.uuid()),
    version: described(
      'The version that the change was made from: with it the change is refused when somebody was faster.',
      z.optional(z.int32().check(z.minimum(1))),
    ),
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
