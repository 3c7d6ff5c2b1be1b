import {
  CUSTOMER_FIELDS,
  type CustomerInput,
  customerInputShape,
} from '@tegeka/contract/customers/customer-commands.ts';
import { CUSTOMER_IMPORT, CUSTOMER_IMPORTS } from '@tegeka/contract/customers/customer-imports.ts';
import { keysOf } from '@tegeka/contract/kit/fields.ts';
import { sql } from 'kysely';
import type { $ZodIssue } from 'zod/v4/core';
import {
  fileImport,
  isShortened,
  type NamedCells,
  plainNumber,
  type RowError,
} from '#features/imports/imports-kind.ts';
import { mostUsefulIssue } from '#platform/http/input-messages.ts';
import { customersOf, insertCustomerRows } from './customers-store.ts';

type Column = keyof typeof CUSTOMER_IMPORT.columns;
type Code = keyof typeof CUSTOMER_IMPORT.refusals;

/** Header words that name a column of a customer. */
export const CUSTOMER_SYNONYMS: Readonly<Record<Column, string>> = {
  firstName: 'givenname givennames forename christianname fname',
  middleName: 'middlenames othername othernames secondname mname',
  lastName: 'surname familyname lname sname',
  phoneNumber: `phone phoneno telephone telephonenumber telephoneno tel telno telnumber mobile
    mobilenumber mobileno mobilephone mobiletel cell cellphone cellnumber contact contactnumber
    contactno msisdn customerphone customermobile customerphonenumber momonumber`,
  email: 'emailaddress emailid mail mailaddress customeremail contactemail',
  customerReferenceNumber: `customerreference customerreferenceno customerref customerrefno
    customerrefnumber reference referencenumber referenceno ref refno refnumber accountref
    accountreference customerid customernumber customerno customercode clientid clientref
    clientreference clientnumber clientno membernumber memberno memberid policynumber policyno
    studentnumber studentno studentid`,
};

const NUMBERS: readonly Column[] = ['phoneNumber', 'customerReferenceNumber'];

/** What is wrong with a cell. A number without its last digits identifies nobody. */
export function judgeCell(column: Column, text: string): RowError[] {
  if (NUMBERS.includes(column) && isShortened(text)) return [{ column, code: 'DIGITS_LOST' }];
  const [issue] = CUSTOMER_FIELDS[column].schema.safeParse(text).error?.issues ?? [];
  return issue ? [{ column, code: codeOf(column, mostUsefulIssue(issue)) }] : [];
}

function codeOf(column: Column, { code }: $ZodIssue): Code {
  if (column === 'phoneNumber') return 'PHONE_INVALID';
  if (code === 'too_small') return 'MISSING';
  if (code === 'too_big') return 'TOO_LONG';
  return column === 'email' ? 'EMAIL_INVALID' : 'TEXT_INVALID';
}

export function judgeCustomer(row: NamedCells<Column>): {
  input: CustomerInput | null;
  errors: RowError[];
} {
  const cells = { ...row, phoneNumber: plainNumber(row.phoneNumber) };
  const { data: input } = customerInputShape.safeParse(cells);
  // The shape accepts a shortened reference: it is valid text.
  if (input && !isShortened(cells.customerReferenceNumber)) return { input, errors: [] };
  const errors = keysOf(CUSTOMER_FIELDS).flatMap((column) => judgeCell(column, cells[column]));
  if (cells.phoneNumber === '' && cells.email === '')
    errors.push({ column: null, code: 'NOT_REACHABLE' });
  return { input: null, errors };
}

export const customersImport = fileImport({
  kind: CUSTOMER_IMPORT,
  endpoints: CUSTOMER_IMPORTS,
  synonyms: CUSTOMER_SYNONYMS,
  keyColumn: 'customerReferenceNumber',
  open: async () => (cells) => {
    const { input, errors } = judgeCustomer(cells);
    const isKeyed = !errors.some(({ column }) => column === 'customerReferenceNumber');
    return { key: isKeyed ? cells.customerReferenceNumber : null, value: input, errors };
  },
  rules: async (_tx, { organizationId }) => [
    {
      where: sql`r.key in (select reference from (${customersOf(organizationId)}) c)`,
      errors: [{ column: 'customerReferenceNumber', code: 'TAKEN' }],
    },
  ],
  write: (_ctx, tx, { rows, source }) =>
    insertCustomerRows(tx, sql`select row_number, value as customer from (${rows}) r`, source),
});
