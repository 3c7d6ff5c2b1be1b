import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeReference, parseReference, referencePattern } from './reference.ts';

const anyReference = fc
  .array(fc.integer({ min: 0, max: 31 }), { minLength: 9, maxLength: 9 })
  .map((random) => makeReference('TGK', random));

test('a reference is read as people type it', () => {
  fc.assert(
    fc.property(anyReference, (reference) => {
      assert.match(reference, referencePattern('TGK'));
      assert.equal(parseReference('TGP', reference), null);
      const typed = `${reference.slice(0, 3).toLowerCase()} ${reference.slice(3, 8)}-${reference.slice(8)}`;
      assert.equal(parseReference('TGK', typed), reference);
    }),
  );
});

test('a reference with one wrong sign is no reference', () => {
  fc.assert(
    fc.property(
      anyReference,
      anyReference,
      fc.integer({ min: 3, max: 12 }),
      (one, other, place) => {
        const wrong = one.slice(0, place) + other.charAt(place) + one.slice(place + 1);
        assert.equal(parseReference('TGK', wrong), wrong === one ? one : null);
      },
    ),
  );
});
