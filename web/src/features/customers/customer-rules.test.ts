import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_TEXTS, keptTexts, textsOf } from './customer-draft.ts';
import { refusedFields } from './customer-refusals.ts';
import { errorsOf } from './customer-rules.ts';
import { fullName, valueWords } from './customer-words.ts';

const good = {
  ...EMPTY_TEXTS,
  firstName: 'Grace',
  lastName: 'Atim',
  customerReferenceNumber: 'C-1',
  phoneNumber: '0772 123456',
};

test('a form with names, a reference and a phone or an email is fine', () => {
  assert.deepEqual(errorsOf(good), {});
  assert.deepEqual(errorsOf({ ...good, phoneNumber: '', email: 'Grace@Example.com ' }), {});
});

test('every field says what is wrong with it, in plain words', () => {
  assert.deepEqual(errorsOf(EMPTY_TEXTS), {
    firstName: 'First name is missing',
    lastName: 'Last name is missing',
    customerReferenceNumber: 'Reference number is missing',
    phoneNumber: 'Enter a phone number or an email',
  });
  assert.deepEqual(errorsOf({ ...good, phoneNumber: '0733 000', email: 'grace@' }), {
    phoneNumber: 'Enter a valid Uganda Number e.g 772123456',
    email: 'Enter an email address, such as name@example.com',
  });
  assert.deepEqual(errorsOf({ ...good, firstName: 'a'.repeat(61), lastName: 'a\u0007b' }), {
    firstName: 'Enter at most 60 characters',
    lastName: 'Enter plain text on one line',
  });
});

test('a refusal of the server stands at the field that it speaks of', () => {
  const problem = { type: 'about:blank', title: 'Taken.', status: 409, requestId: 'r' };
  assert.deepEqual(refusedFields({ ...problem, code: 'REFERENCE_TAKEN' }), {
    customerReferenceNumber: 'Taken.',
  });
  const fields = [
    { field: 'email', message: 'No.' },
    { field: 'version', message: 'Old.' },
  ];
  assert.deepEqual(refusedFields({ ...problem, code: 'INPUT_INVALID', fields }), { email: 'No.' });
});

test('a customer fills the form without +256, and reads well', () => {
  const texts = textsOf({
    id: 'x',
    firstName: 'Grace',
    middleName: null,
    lastName: 'Atim',
    phoneNumber: '+256772123456',
    email: null,
    customerReferenceNumber: 'C-1',
    status: 'ACTIVE',
    version: 1,
    createdAt: '2026-11-21T08:00:00Z',
    updatedAt: '2026-11-21T08:00:00Z',
  });
  assert.equal(texts.phoneNumber, '772123456');
  assert.equal(texts.middleName, '');
  assert.equal(
    fullName({ firstName: 'Grace', middleName: 'A.', lastName: 'Atim' }),
    'Grace A. Atim',
  );
  assert.equal(valueWords('phoneNumber', '+256772123456'), '+256 772 123456');
  assert.equal(valueWords('email', null), null);
});

test('what was kept for a reload comes back only where it is ours', () => {
  assert.deepEqual(keptTexts({ ...good, more: 'x' }), good);
  assert.equal(keptTexts({ ...good, email: 5 }), null);
  assert.equal(keptTexts(null), null);
});
