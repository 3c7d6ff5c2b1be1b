import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subscriberOf } from './phone.ts';
import { identifierOf, PHONE_EXAMPLE, showPhone } from './phone-text.ts';

const WRITTEN = ['0772123456', '772123456', '772 123 456', '+256772123456', '256772123456'];

for (const text of WRITTEN) {
  test(`${text} is read as a mobile number`, () => {
    assert.equal(subscriberOf(text, 'mobile'), 772_123_456);
  });
}

for (const text of [
  '0733123456',
  'x',
  '',
  '07721234567',
  '77212345',
  '+254722000000',
  '1772123456',
]) {
  test(`'${text}' is no Ugandan number`, () => {
    assert.equal(subscriberOf(text, 'any'), null);
  });
}

for (const text of ['0312123456', '0414123456']) {
  test(`${text} is a fixed line: good for a business, not for codes`, () => {
    assert.equal(subscriberOf(text, 'mobile'), null);
    assert.equal(subscriberOf(text, 'any'), Number(text.slice(1)));
  });
}

test('MTN, Airtel and UTL prefixes are mobile', () => {
  for (const prefix of [76, 77, 78, 70, 74, 75, 71]) {
    assert.equal(subscriberOf(`0${prefix}0123456`, 'mobile'), prefix * 10_000_000 + 123_456);
  }
});

test('the example in messages is a valid mobile number', () => {
  assert.notEqual(subscriberOf(PHONE_EXAMPLE, 'mobile'), null);
});

test('a number is named and shown with the prefix of the country', () => {
  assert.equal(identifierOf(772_123_456), '+256772123456');
  assert.equal(showPhone(772_123_456), '+256 772 123456');
});
