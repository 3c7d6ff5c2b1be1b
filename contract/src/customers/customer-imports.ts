import { importEndpoints } from '../imports/import-endpoints.ts';
import { importKind, ROW_REFUSALS } from '../imports/import-kind.ts';

export const CUSTOMER_IMPORT = importKind({
  name: 'customers',
  one: 'customer',
  many: 'customers',
  columns: {
    firstName: { label: 'First Name', example: 'Grace', required: true },
    middleName: { label: 'Middle Name', example: 'Nakato' },
    lastName: { label: 'Last Name', example: 'Okello', required: true },
    phoneNumber: { label: 'Phone Number', example: '0772 123 456', identifier: true },
    email: { label: 'Email', example: 'grace@customer.example' },
    customerReferenceNumber: {
      label: 'Customer Reference Number',
      example: 'CUS-0017',
      required: true,
      identifier: true,
    },
  },
  oneOf: {
    columns: ['phoneNumber', 'email'],
    message: 'Choose a column for the phone number, the email, or both: each customer needs one.',
  },
  refusals: {
    ...ROW_REFUSALS,
    TOO_LONG: {
      message: 'This is too long.',
      remedy: 'Shorten it: 60 characters at most, an email 254.',
    },
    PHONE_INVALID: {
      message: 'This is not a Ugandan phone number.',
      remedy: 'Write it like 0772 123 456 or +256 772 123 456.',
    },
    EMAIL_INVALID: {
      message: 'This is not an email address.',
      remedy: 'Write it like name@business.com.',
    },
    NOT_REACHABLE: {
      message: 'A phone number or an email is needed.',
      remedy: 'Fill in one of the two.',
    },
    TWICE_IN_FILE: {
      message: 'This reference is in the file more than once.',
      remedy: 'Keep one of the rows, or give each customer a reference of their own.',
    },
    TAKEN: {
      message: 'You already have a customer with this reference.',
      remedy: 'Leave the row out, or change that customer in your list.',
    },
  },
});

export const CUSTOMER_IMPORTS = importEndpoints(CUSTOMER_IMPORT, {
  path: '/api/v1/merchants/{merchantId}/customers/bulk',
  permission: 'customers.write',
  noun: 'Customer',
});
