import { importEndpoints } from '../imports/import-endpoints.ts';
import { importKind, ROW_REFUSALS } from '../imports/import-kind.ts';

/** Files of transactions: each row collects once by a mandate. */
export const DEBIT_IMPORT = importKind({
  name: 'transactions',
  one: 'transaction',
  many: 'transactions',
  columns: {
    mandateReference: { label: 'Mandate', example: 'TGK7QXM4RBDW3', required: true },
    reference: {
      label: 'Your Reference',
      example: 'INV-2030-001',
      required: true,
      identifier: true,
    },
    amount: { label: 'Amount', example: '250,000' },
    dueDay: { label: 'Day', example: '05/02/2030' },
  },
  oneOf: { columns: ['mandateReference'], message: 'Choose the column that has the mandate.' },
  refusals: {
    ...ROW_REFUSALS,
    TOO_LONG: {
      message: 'This has more than 35 characters.',
      remedy: 'Shorten it: the bank takes no more.',
    },
    AMOUNT_INVALID: {
      message: 'This is not an amount in whole shillings.',
      remedy: 'Write it like 250,000, without a fraction or points.',
    },
    AMOUNT_NEEDED: {
      message: 'The mandate has no usual amount.',
      remedy: 'Fill in how much is to be collected.',
    },
    DAY_INVALID: {
      message: 'This is not a day from 1900 to 2199.',
      remedy: 'Write it like 05/02/2030.',
    },
    TOO_EARLY: {
      message: 'The payer can not be told in time for this day.',
      remedy: 'Choose a later day, or leave it empty for the earliest one.',
    },
    TOO_FAR: {
      message: 'This is more than a year ahead.',
      remedy: 'Choose an earlier day.',
    },
    OUTSIDE: {
      message: 'The mandate does not hold on this day.',
      remedy: 'Choose a day from its first to its last one.',
    },
    MANDATE_UNKNOWN: {
      message: 'You have no mandate with this reference.',
      remedy: 'Write it as your list of mandates has it, such as TGK7QXM4RBDW3.',
    },
    MANDATE_NOT_ACTIVE: {
      message: 'This mandate is not active.',
      remedy: 'Leave the row out until it is.',
    },
    CUSTOMER_DISABLED: {
      message: 'This customer is disabled.',
      remedy: 'Enable them, or leave the row out.',
    },
    ABOVE_LIMIT: {
      message: 'This is more than the mandate allows, or has left.',
      remedy: 'Collect less, or change the terms of the mandate: the payer agrees to more.',
    },
    ABOVE_CAP: {
      message: 'This is more than one debit may be.',
      remedy: 'Collect it in parts.',
    },
    BELOW_CHARGE: {
      message: 'The charge and its duty would be more than the amount.',
      remedy: 'Collect it together with what is due later.',
    },
    TWICE_IN_FILE: {
      message: 'This reference is in the file more than once for the mandate.',
      remedy: 'Keep one of the rows, or give each one a reference of its own.',
    },
    TAKEN: {
      message: 'This reference was used for the mandate before.',
      remedy: 'Leave the row out if it was collected already, or give it another reference.',
    },
  },
});

export const DEBIT_IMPORTS = importEndpoints(DEBIT_IMPORT, {
  path: '/api/v1/merchants/{merchantId}/transactions/uploads',
  permission: 'transactions.write',
  noun: 'Transaction',
});
