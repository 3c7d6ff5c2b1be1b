import { CUSTOMER_IMPORT } from '../customers/customer-imports.ts';
import { importEndpoints } from '../imports/import-endpoints.ts';
import { importKind, ROW_REFUSALS } from '../imports/import-kind.ts';
import { accountNumberShape } from './mandate-commands.ts';

const { firstName, middleName, lastName, phoneNumber, email, customerReferenceNumber } =
  CUSTOMER_IMPORT.columns;
const { TOO_LONG, PHONE_INVALID, EMAIL_INVALID, NOT_REACHABLE } = CUSTOMER_IMPORT.refusals;

/** Files of mandates. Customers are found by their reference, or made from the other customer columns. */
export const MANDATE_IMPORT = importKind({
  name: 'mandates',
  one: 'mandate',
  many: 'mandates',
  columns: {
    customerReferenceNumber,
    firstName: { label: firstName.label, example: firstName.example },
    middleName,
    lastName: { label: lastName.label, example: lastName.example },
    phoneNumber,
    email,
    productCode: { label: 'Product Code', example: 'FEES', identifier: true },
    amount: { label: 'Amount', example: '250,000' },
    schedule: { label: 'When', example: 'monthly on the 5th' },
    start: { label: 'First Day', example: '01/02/2030', required: true },
    end: { label: 'Last Day', example: '31/12/2030' },
    maxPerDebit: { label: 'Maximum Per Debit', example: '300,000' },
    maxPerPeriod: { label: 'Maximum Per Period', example: '600,000' },
    period: { label: 'Period', example: 'month' },
    maxCount: { label: 'Number Of Debits', example: '12' },
    maxTotal: { label: 'Total Maximum', example: '3,000,000' },
    consentWay: { label: 'How They Agree', example: 'page, SMS or form' },
    bank: { label: 'Bank', example: 'SBICUGKX' },
    accountName: { label: 'Account Name', example: 'Grace Okello' },
    accountNumber: {
      label: 'Account Number',
      example: '9030 0012 3456',
      identifier: true,
      secret: accountNumberShape,
    },
  },
  oneOf: {
    columns: ['productCode', 'schedule'],
    message: 'Choose a column for the product code, or for when debits are due.',
  },
  refusals: {
    ...ROW_REFUSALS,
    TOO_LONG,
    PHONE_INVALID,
    EMAIL_INVALID,
    NOT_REACHABLE,
    CUSTOMER_UNKNOWN: {
      message: 'You have no customer with this reference.',
      remedy: 'Correct it, or add their first and last name and a phone number or email.',
    },
    CUSTOMER_FORBIDDEN: {
      message: 'You have no customer with this reference, and you may not add customers.',
      remedy: 'Correct it, or ask somebody who adds customers to upload the file.',
    },
    CUSTOMER_DISABLED: {
      message: 'This customer is disabled.',
      remedy: 'Enable them in your list of customers, or leave the row out.',
    },
    PRODUCT_UNKNOWN: {
      message: 'You have no product with this code.',
      remedy: 'Write the code as your list of products has it.',
    },
    PRODUCT_DISABLED: {
      message: 'This product is disabled.',
      remedy: 'Enable it in your list of products, or choose another one.',
    },
    TERMS_TWICE: {
      message: 'The product says this already.',
      remedy: 'Leave this cell empty, or leave the product code out.',
    },
    AMOUNT_INVALID: {
      message: 'This is not an amount in whole shillings.',
      remedy:
        'Write it like 250,000, without a fraction or points; of instalments all amounts, with semicolons between them.',
    },
    COUNT_INVALID: {
      message: 'This is not a number from 1 to 10,000.',
      remedy: 'Write it like 12, or leave it empty.',
    },
    SCHEDULE_INVALID: {
      message: 'We do not know when this is.',
      remedy:
        'Write once, weekly on Monday, monthly on the 5th, monthly on the last day, quarterly, yearly, monthly instalments, weekly instalments, or on demand.',
    },
    DAY_INVALID: {
      message: 'This is not a day from 1900 to 2199.',
      remedy: 'Write it like 05/02/2030.',
    },
    PERIOD_INVALID: {
      message: 'This is not a period.',
      remedy: 'Write day, week, month or year.',
    },
    WAY_INVALID: {
      message: 'This is not a way to agree.',
      remedy: 'Write page, SMS or form; empty is page.',
    },
    NO_PHONE: {
      message: 'This customer has no phone number.',
      remedy: 'Add it to the customer, or choose another way.',
    },
    FORM_UNSEEN: {
      message: 'This bank does not accept signed forms.',
      remedy: 'Choose page or SMS.',
    },
    BANK_UNKNOWN: {
      message: 'No bank with this name or BIC confirms mandates.',
      remedy: 'Write its name as your list of banks has it, or its BIC, such as SBICUGKX.',
    },
    ACCOUNT_INVALID: {
      message: 'This is not an account number.',
      remedy: 'Write 9 to 18 digits, in a column that is formatted as text.',
    },
    ACCOUNT_NEEDED: {
      message: "For SMS and form the payer's account is needed.",
      remedy: 'Fill it in, or let them agree on the page, where they give it themselves.',
    },
    RULE: { message: 'This contradicts the rest of the row.', remedy: 'Correct the row.' },
    TWICE_IN_FILE: {
      message: 'This customer is in the file more than once for the same.',
      remedy: 'Keep one of the rows.',
    },
    TAKEN: {
      message: 'This customer has an open mandate for the same.',
      remedy:
        'Leave the row out, or cancel that mandate in your list first: the payer then agrees again.',
    },
  },
});

export const MANDATE_IMPORTS = importEndpoints(MANDATE_IMPORT, {
  path: '/api/v1/merchants/{merchantId}/mandates/bulk',
  permission: 'mandates.write',
  noun: 'Mandate',
});
