import {
  IMPORT_COLUMN_NAMES,
  IMPORT_COLUMNS,
  type ImportColumn,
} from '@tegeka/contract/customer-import-rules.ts';

/** What each column holds, by example. */
export const COLUMN_EXAMPLES: Record<ImportColumn, string> = {
  firstName: 'Grace',
  middleName: 'Nakato',
  lastName: 'Okello',
  phoneNumber: '0772 123 456',
  email: 'grace@customer.example',
  customerReferenceNumber: 'CUS-0017',
};

/** The examples of the template say in a column that everybody reads what is to be done with them. */
const EXAMPLES: readonly Record<ImportColumn, string>[] = [
  {
    ...COLUMN_EXAMPLES,
    lastName: 'EXAMPLE - please delete this row',
    customerReferenceNumber: 'EXAMPLE-1',
  },
  {
    firstName: 'Moses',
    middleName: '',
    lastName: 'EXAMPLE - please delete this row',
    phoneNumber: '+256 752 123 456',
    email: '',
    customerReferenceNumber: 'EXAMPLE-2',
  },
];

/** The names of the columns and two rows that are clearly examples. */
export const TEMPLATE_ROWS: readonly (readonly string[])[] = [
  IMPORT_COLUMN_NAMES.map((name) => IMPORT_COLUMNS[name].label),
  ...EXAMPLES.map((example) => IMPORT_COLUMN_NAMES.map((name) => example[name])),
];

/** The template as CSV. The mark at its start lets spreadsheets read names with accents rightly. */
export function templateCsv(): string {
  const lines = TEMPLATE_ROWS.map((cells) => `${cells.join(',')}\r\n`);
  return `\ufeff${lines.join('')}`;
}
