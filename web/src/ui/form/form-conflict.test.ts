import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CUSTOMER_FIELDS } from '@tegeka/contract/customers/customer-commands.ts';
import { disputed, firstChoices, merged, undisputed, valuesOf } from './form-values.ts';

const base = {
  ...valuesOf(CUSTOMER_FIELDS),
  firstName: 'Grace',
  lastName: 'Atim',
  customerReferenceNumber: 'C-1',
  phoneNumber: '772123456',
};
const mine = { ...base, firstName: 'Gracie', email: 'grace@example.com' };
const theirs = { ...base, firstName: 'Gloria', lastName: 'Okello' };
const versions = { base, mine, theirs };

test('only what the other person has changed has to be chosen', () => {
  assert.deepEqual(disputed(CUSTOMER_FIELDS, versions), ['firstName', 'lastName']);
  assert.deepEqual(undisputed(CUSTOMER_FIELDS, versions), ['email']);
});

test('a field that was not touched takes what the other saved; one that both changed is asked', () => {
  assert.deepEqual(firstChoices(CUSTOMER_FIELDS, versions), { lastName: 'theirs' });
});

test('what is saved is the form with what was chosen of the other', () => {
  const chosen = merged(CUSTOMER_FIELDS, versions, { firstName: 'mine', lastName: 'theirs' });
  assert.equal(chosen['firstName'], 'Gracie');
  assert.equal(chosen['lastName'], 'Okello');
  assert.equal(chosen['email'], 'grace@example.com');
  const others = merged(CUSTOMER_FIELDS, versions, { firstName: 'theirs', lastName: 'mine' });
  assert.equal(others['firstName'], 'Gloria');
  assert.equal(others['lastName'], 'Atim');
});

test('the same thing written otherwise is no conflict', () => {
  const same = {
    base,
    mine: { ...base, phoneNumber: '0772 123 456', firstName: ' Gloria ' },
    theirs: { ...base, firstName: 'Gloria' },
  };
  assert.deepEqual(disputed(CUSTOMER_FIELDS, same), []);
  assert.deepEqual(undisputed(CUSTOMER_FIELDS, same), []);
});
