import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CUSTOMER_FIELDS,
  customerInputShape,
} from '@tegeka/contract/customers/customer-commands.ts';
import { fields } from '@tegeka/contract/kit/fields.ts';
import { TERMS_FIELDS, termsOf } from '@tegeka/contract/mandates/terms-fields.ts';
import { termsShapes } from '@tegeka/contract/products.ts';
import * as z from 'zod/mini';
import {
  bodyOf,
  differing,
  errorsOf,
  filesOf,
  type FormValues,
  keptValues,
  refusedFields,
  valuesOf,
} from './form-values.ts';

const EMPTY = valuesOf(CUSTOMER_FIELDS);
const good = {
  ...EMPTY,
  firstName: 'Grace',
  lastName: 'Atim',
  customerReferenceNumber: 'C-1',
  phoneNumber: '0772 123456',
};

const check = (values: FormValues) =>
  errorsOf(CUSTOMER_FIELDS, customerInputShape, bodyOf(CUSTOMER_FIELDS, values), values);

test('a form with what is needed is fine', () => {
  assert.deepEqual(check(good), {});
  assert.deepEqual(check({ ...good, phoneNumber: '', email: 'Grace@Example.com ' }), {});
});

test('every field says what is wrong with it, in plain words, all at once', () => {
  assert.deepEqual(check(EMPTY), {
    firstName: 'First name is missing',
    lastName: 'Last name is missing',
    customerReferenceNumber: 'Reference number is missing',
    phoneNumber: 'Enter a phone number or an email',
  });
  assert.deepEqual(check({ ...good, phoneNumber: '0733 000', email: 'grace@' }), {
    phoneNumber: 'Enter a valid Uganda Number e.g 772123456',
    email: 'Enter an email address, such as name@example.com',
  });
  assert.deepEqual(
    check({ ...good, firstName: 'a'.repeat(61), middleName: 'b'.repeat(61), lastName: 'a\u0007b' }),
    {
      firstName: 'Enter at most 60 characters',
      middleName: 'Enter at most 60 characters',
      lastName: 'Enter plain text on one line',
    },
  );
});

test('an error in a part of a schedule is shown at the input of that part', () => {
  const terms = { amountKind: 'FIXED', amount: '5,000', noticeDays: '2', retries: '1' };
  const errors = (typed: FormValues) => {
    const values = { ...valuesOf(TERMS_FIELDS), ...terms, ...typed };
    const body = termsOf(bodyOf(TERMS_FIELDS, values));
    return errorsOf(TERMS_FIELDS, z.object(termsShapes), body, values);
  };
  assert.deepEqual(errors({ schedule: 'YEARLY' }), {});
  assert.deepEqual(errors({ schedule: 'WEEKLY' }), { weekday: 'Weekday is missing' });
  assert.deepEqual(errors({ schedule: 'MONTHLY' }), { day: 'Day of the month is missing' });
  const instalments = (amounts: string) =>
    errors({ schedule: 'INSTALMENTS', every: 'WEEK', amounts });
  const wrong = { amounts: 'Enter two amounts or more, one a line, such as 100,000' };
  assert.deepEqual(instalments('100,000'), wrong);
  assert.deepEqual(instalments('100,000 dollars\n100,000 dollars'), wrong);
  assert.deepEqual(instalments('100000,00\n100000,00'), wrong);
  assert.deepEqual(instalments('UGX 100,000\n\n100 000/='), {});
  assert.deepEqual(errors({ schedule: 'INSTALMENTS', amounts: '1\n2' }), {
    every: 'Time between instalments is missing',
  });
  assert.deepEqual(errors({ schedule: 'YEARLY', noticeDays: '31' }), {
    noticeDays: 'Enter a number from 1 to 30',
  });
});

test('what the server says of fields stands at the fields of the form', () => {
  const errors = [
    { field: 'email', message: 'No.' },
    { field: 'version', message: 'Old.' },
  ];
  assert.deepEqual(refusedFields(CUSTOMER_FIELDS, errors), { email: 'No.' });
  const parts = [
    { field: 'schedule.amounts.1', message: 'Too much.' },
    { field: 'schedule.day', message: 'No day.' },
    { field: 'schedule.kind', message: 'No kind.' },
  ];
  assert.deepEqual(refusedFields(TERMS_FIELDS, parts), {
    amounts: 'Too much.',
    day: 'No day.',
    schedule: 'No kind.',
  });
});

test('an entity fills the form, a phone without +256 and nothing as an empty text', () => {
  const values = valuesOf(CUSTOMER_FIELDS, { phoneNumber: '+256772123456', middleName: null });
  assert.equal(values['phoneNumber'], '772123456');
  assert.equal(values['middleName'], '');
});

test('the same thing written otherwise is no difference', () => {
  const other = { ...good, phoneNumber: '+256772123456', firstName: ' Grace ', email: '' };
  assert.deepEqual(differing(CUSTOMER_FIELDS, good, other), []);
  assert.deepEqual(differing(CUSTOMER_FIELDS, good, { ...good, email: 'a@b.ug' }), ['email']);
});

test('what was kept for a reload comes back only where it is of this form', () => {
  assert.deepEqual(keptValues(CUSTOMER_FIELDS, { ...good, more: 'x' }), good);
  assert.equal(keptValues(CUSTOMER_FIELDS, { firstName: 'Grace' }), null);
  assert.equal(keptValues(CUSTOMER_FIELDS, null), null);
});

test('amounts, days, ticks and files reach the endpoint as it takes them', () => {
  const bank = fields({
    cap: { label: 'Cap', kind: 'money', schema: z.int() },
    from: { label: 'Active from', kind: 'date', schema: z.nullable(z.iso.date()) },
    takesDebits: { label: 'Takes direct debits', kind: 'checkbox', schema: z.boolean() },
    logo: { label: 'Logo', kind: 'file', schema: z.any() },
  });
  const logo = new File(['x'], 'logo.png');
  const values = { cap: '1,500,000', from: '', takesDebits: true, logo };
  assert.deepEqual(bodyOf(bank, values), { cap: 1_500_000, from: null, takesDebits: true });
  assert.deepEqual(filesOf(bank, values), { logo });
  assert.equal(valuesOf(bank, { cap: 1_500_000 })['cap'], '1,500,000');
  const shape = z.object({ cap: bank.cap.schema });
  for (const cap of ['much', '150000,00', '1,5', '1,500.50']) {
    const wrong = { ...values, cap };
    assert.deepEqual(errorsOf(bank, shape, bodyOf(bank, wrong), wrong), {
      cap: 'Enter a whole amount, such as 1,500,000',
    });
  }
});
