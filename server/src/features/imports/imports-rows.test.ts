import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CUSTOMER_IMPORT } from '@tegeka/contract/customers/customer-imports.ts';
import { customerInputShape } from '@tegeka/contract/customers/customer-commands.ts';
import { columnNamesOf, mappingErrors } from '@tegeka/contract/imports/import-kind.ts';
import * as fc from 'fast-check';
import { customersImport, judgeCustomer } from '#features/customers/customers-import.ts';
import { separatorOf } from '#platform/spreadsheets/spreadsheet-csv.ts';
import { matchColumns } from './imports-columns.ts';
import { plainNumber } from './imports-kind.ts';
import { nameCells } from './imports-rows.ts';

type Cells = Parameters<typeof judgeCustomer>[0];

const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));
const names = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'Grace',
    'Ève',
    'Nakato ',
    "O'Brien",
    '李',
    'x'.repeat(60),
    'x'.repeat(61),
  ),
  fc.string({ maxLength: 70 }),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const phones = fc.oneof(
  fc.constantFrom(
    '',
    '0772123456',
    '+256 772 123456',
    '256772123456',
    '0200123456',
    '12345',
    '2.56772E+11',
  ),
  digits(8).map((rest) => `07${rest}`),
  digits(8).map((rest) => `7${rest}`),
  digits(8).map((rest) => `+2567${rest}`),
  fc.string({ maxLength: 22 }),
);
const emails = fc.oneof(
  fc.constantFrom('', 'a@b.co', 'A@B.CO', 'a@b', ' a@b.co', `${'x'.repeat(250)}@b.co`, 'ı@b.co'),
  fc.emailAddress(),
  fc.string({ maxLength: 20 }),
);
const row: fc.Arbitrary<Cells> = fc.record({
  firstName: names,
  middleName: names,
  lastName: names,
  phoneNumber: phones,
  email: emails,
  customerReferenceNumber: names,
});

test('a row is a customer when the shape says so, and else has a reason for each wrong column', () => {
  fc.assert(
    fc.property(row, (named) => {
      const parsed = customerInputShape.safeParse(named);
      const { input, errors } = judgeCustomer(named);
      assert.deepEqual(input, parsed.success ? parsed.data : null);
      const columns = new Set(parsed.error?.issues.map(({ path }) => String(path[0])));
      assert.equal(errors.length, columns.size);
    }),
    { numRuns: 5000 },
  );
});

const grace: Cells = {
  firstName: 'Grace',
  middleName: '',
  lastName: 'Nakato',
  phoneNumber: '0772123456',
  email: '',
  customerReferenceNumber: 'A-1',
};

for (const [column, value, code] of [
  ['firstName', '', 'MISSING'],
  ['lastName', 'x'.repeat(61), 'TOO_LONG'],
  ['middleName', 'a\u0000b', 'TEXT_INVALID'],
  ['phoneNumber', '0733123456', 'PHONE_INVALID'],
  ['phoneNumber', '1'.repeat(30), 'PHONE_INVALID'],
  ['phoneNumber', '2.56772E+11', 'DIGITS_LOST'],
  ['phoneNumber', '7,72E+08', 'DIGITS_LOST'],
  ['phoneNumber', '2.5677212345678E+11', 'PHONE_INVALID'],
  ['email', 'grace at home', 'EMAIL_INVALID'],
  ['email', `${'x'.repeat(255)}@b.co`, 'TOO_LONG'],
  ['customerReferenceNumber', '', 'MISSING'],
  ['customerReferenceNumber', '1.23457E+11', 'DIGITS_LOST'],
] as const) {
  test(`${column} "${value.slice(0, 20)}" is refused as ${code}`, () => {
    assert.deepEqual(judgeCustomer({ ...grace, [column]: value }).errors, [{ column, code }]);
  });
}

for (const reference of ['1E11', '5E+10', '1.5E2', 'A1.5E+10', '1.234567E+11', '123456789012']) {
  test(`the reference ${reference} is taken as it is`, () => {
    const { input } = judgeCustomer({ ...grace, customerReferenceNumber: reference });
    assert.equal(input?.customerReferenceNumber, reference);
  });
}

test('a row without phone and email is refused as a whole', () => {
  const errors = [{ column: null, code: 'NOT_REACHABLE' }];
  assert.deepEqual(judgeCustomer({ ...grace, phoneNumber: '' }).errors, errors);
});

test('numbers are read as they were typed, and not where digits are lost', () => {
  const phoneOf = (text: string) =>
    plainNumber(nameCells(['phone'], [text], { phone: 0 })['phone'] ?? '');
  assert.equal(phoneOf('772123456.0'), '772123456');
  assert.equal(phoneOf('2.56772123456E+11'), '256772123456');
  assert.equal(phoneOf('2,56772123456E+11'), '256772123456');
  assert.equal(phoneOf('2.56772E+11'), '2.56772E+11');
  assert.equal(phoneOf("'+256772123456"), '+256772123456');
  assert.equal(phoneOf(' 0772 123456 '), '0772 123456');
  assert.equal(phoneOf('7.5'), '7.5');
});

test('columns are known by many names, whatever their case, spaces and signs', () => {
  const named = matchColumns(customersImport, [
    'SURNAME',
    'first_name*',
    'Tel.',
    'E-Mail',
    'Account Ref',
    'Balance',
  ]);
  assert.deepEqual(named, {
    lastName: 0,
    firstName: 1,
    phoneNumber: 2,
    email: 3,
    customerReferenceNumber: 4,
  });
  assert.deepEqual(mappingErrors(CUSTOMER_IMPORT, named), {});
  const template = Object.values(CUSTOMER_IMPORT.columns).map(({ label }) => label);
  const matched = matchColumns(customersImport, template);
  assert.deepEqual(Object.keys(matched), columnNamesOf(CUSTOMER_IMPORT));
  assert.deepEqual(Object.values(matched), [0, 1, 2, 3, 4, 5]);
  const poor = matchColumns(customersImport, ['Name', 'Ref']);
  assert.deepEqual(Object.keys(mappingErrors(CUSTOMER_IMPORT, poor)), [
    'firstName',
    'lastName',
    'phoneNumber',
  ]);
});

test('an account number is not taken for the reference of a customer', () => {
  for (const column of ['Account Number', 'Account No.', 'Account ID'])
    assert.deepEqual(matchColumns(customersImport, ['Surname', column]), { lastName: 0 });
});

test('the separator is the one by which most rows are as wide as the header, or that names columns, or is announced', () => {
  const score = (cells: readonly string[]) =>
    Object.keys(matchColumns(customersImport, cells)).length;
  const of = (head: string) => separatorOf(head, score).separator;
  assert.equal(of('a;b;"c,d,e,f"\n1,2,3;4;5'), ';');
  assert.equal(of('a\tb\n'), '\t');
  assert.equal(of('\n\na|b|c\n'), '|');
  assert.equal(of('a'), ',');
  assert.equal(of(' \nTitle\n\na;b\n1,2;3,4,5'), ';');
  assert.equal(of('Nile Traders, Jinja\nTerm I, 2026\na;b;c\n1;2;3\n4;5;6'), ';');
  assert.equal(of('a;b\n"1,5\n2,5";x\n"3,5";y'), ';', 'a line break in quotes ends no row');
  // Two titles with a comma, and one row of customers.
  assert.equal(of('A, b\nC, d\nSurname;Tel;Ref\n1;2;3'), ';', 'names of columns count most');
  assert.deepEqual(separatorOf('sep=;\r\na,b;c\r\n', score), { separator: ';', announced: true });
});
