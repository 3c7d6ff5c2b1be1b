import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_TEXTS } from './customer-draft.ts';
import { differencesOf, firstChoices, merged, onlyMine } from './customer-merge.ts';

const base = {
  ...EMPTY_TEXTS,
  firstName: 'Grace',
  lastName: 'Atim',
  customerReferenceNumber: 'C-1',
  phoneNumber: '772123456',
};

test('only what the other has changed has to be chosen', () => {
  const mine = { ...base, firstName: 'Gracie', email: 'grace@example.com' };
  const theirs = { ...base, firstName: 'Gloria', lastName: 'Okello' };
  const readings = { base, mine, theirs };
  assert.deepEqual(
    differencesOf(readings).map(({ field, before, mine: my, theirs: their }) => [
      ...[field, before, my, their],
    ]),
    [
      ['firstName', 'Grace', 'Gracie', 'Gloria'],
      ['lastName', 'Atim', 'Atim', 'Okello'],
    ],
  );
  assert.deepEqual(onlyMine(readings), ['email']);
});

test('a field that was not touched takes what the other saved; one that both changed is asked', () => {
  const readings = {
    base,
    mine: { ...base, firstName: 'Gracie' },
    theirs: { ...base, firstName: 'Gloria', lastName: 'Okello' },
  };
  assert.deepEqual(firstChoices(readings), { lastName: 'theirs' });
});

test('what is saved is the form with what was chosen of the other', () => {
  const readings = {
    base,
    mine: { ...base, firstName: 'Gracie', email: 'grace@example.com' },
    theirs: { ...base, firstName: 'Gloria', lastName: 'Okello' },
  };
  const mine = merged(readings, { firstName: 'mine', lastName: 'theirs' });
  assert.equal(mine.firstName, 'Gracie');
  assert.equal(mine.lastName, 'Okello');
  assert.equal(mine.email, 'grace@example.com');
  const theirs = merged(readings, { firstName: 'theirs', lastName: 'mine' });
  assert.equal(theirs.firstName, 'Gloria');
  assert.equal(theirs.lastName, 'Atim');
});

test('the same thing written otherwise is no difference', () => {
  const readings = {
    base,
    mine: { ...base, phoneNumber: '0772 123 456', firstName: ' Gloria ' },
    theirs: { ...base, firstName: 'Gloria' },
  };
  assert.deepEqual(differencesOf(readings), []);
  assert.deepEqual(onlyMine(readings), []);
});
