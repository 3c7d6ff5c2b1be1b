import {
  CUSTOMER_FIELDS,
  type CustomerInput,
  customerInputShape,
} from '@tegeka/contract/customers/customer-writing.ts';
import { CUSTOMER_IMPORT, CUSTOMER_IMPORTS } from '@tegeka/contract/customers/customer-imports.ts';
import { sql } from 'kysely';
import type { $ZodIssue } from 'zod/v4/core';
import {
  fileImport,
  isShortened,
  type NamedCells,
  plainNumber,
  type RowError,
} from '#features/imports/imports-kind.ts';
import { tellingOf } from '#platform/http/input-messages.ts';
import { customerReferences, insertCustomerRows, writeSource } from './customers-store.ts';

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

function codeOf(column: Column, leaf: $ZodIssue, text: string): Code {
  if (column === 'phoneNumber') return isShortened(text) ? 'DIGITS_LOST' : 'PHONE_INVALID';
  if (leaf.code === 'too_small') return 'MISSING';
  if (leaf.code === 'too_big') return 'TOO_LONG';
  return column === 'email' ? 'EMAIL_INVALID' : 'TEXT_INVALID';
}

const isColumn = (name: PropertyKey | undefined): name is Column =>
  name !== undefined && Object.hasOwn(CUSTOMER_IMPORT.columns, name);

function errorOf(issue: $ZodIssue, cells: NamedCells<Column>): RowError {
  const [column] = issue.path;
  // The one rule that binds two fields is a check of the whole.
  if (!isColumn(column) || issue.code === 'custom') return { column: null, code: 'NOT_REACHABLE' };
  return { column, code: codeOf(column, tellingOf(issue), cells[column]) };
}

/** What is wrong with a reference; nobody could tell a customer by one without its digits. */
export function judgeReference(text: string): RowError[] {
  const column = 'customerReferenceNumber';
  if (isShortened(text)) return [{ column, code: 'DIGITS_LOST' }];
  const issue = CUSTOMER_FIELDS[column].schema.safeParse(text).error?.issues[0];
  return issue ? [{ column, code: codeOf(column, tellingOf(issue), text) }] : [];
}

export function judgeCustomer(row: NamedCells<Column>): {
  input: CustomerInput | null;
  errors: RowError[];
} {
  const cells = { ...row, phoneNumber: plainNumber(row.phoneNumber) };
  const parsed = customerInputShape.safeParse(cells);
  const errors = parsed.error?.issues.map((issue) => errorOf(issue, cells)) ?? [];
  // A text like any other to the shape.
  if (isShortened(cells.customerReferenceNumber))
    errors.push(...judgeReference(cells.customerReferenceNumber));
  const seen = new Set<string | null>();
  const first = errors.filter(({ column }) => !seen.has(column) && seen.add(column));
  return { input: parsed.success && first.length === 0 ? parsed.data : null, errors: first };
}

export const customersImport = fileImport({
  kind: CUSTOMER_IMPORT,
  endpoints: CUSTOMER_IMPORTS,
  synonyms: {
    ...CUSTOMER_SYNONYMS,
    customerReferenceNumber: `${CUSTOMER_SYNONYMS.customerReferenceNumber} accountnumber accountno accountid`,
  },
  keyColumn: 'customerReferenceNumber',
  open: async () => (cells) => {
    const { input, errors } = judgeCustomer(cells);
    const isKeyed = !errors.some(({ column }) => column === 'customerReferenceNumber');
    return { key: isKeyed ? cells.customerReferenceNumber : null, value: input, errors };
  },
  marks: async (_tx, { organizationId }) => [
    {
      where: sql`r.key in (${customerReferences(organizationId)})`,
      errors: [{ column: 'customerReferenceNumber', code: 'TAKEN' }],
    },
  ],
  begin: writeSource,
  write: (_ctx, tx, { rows, source }) =>
    insertCustomerRows(tx, sql`select row_number, value as customer from (${rows}) r`, source),
});
