import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { identifierOf, PHONE_EXAMPLE, showPhone, type PhoneUse, subscriberOf } from './phone.ts';
import { phoneShape } from './phone-shapes.ts';

/** What libphonenumber says of the nine digits after +256. */
function byLibrary(digits: string, use: PhoneUse): number | null {
  const found = parsePhoneNumberFromString(`+256${digits}`, { extract: false });
  if (!found?.isValid() || found.country !== 'UG') return null;
  if (use === 'mobile' && found.getType() !== 'MOBILE') return null;
  return Number(found.nationalNumber);
}

const USES: readonly PhoneUse[] = ['mobile', 'any'];

test('every beginning of a number is judged as libphonenumber judges it', () => {
  // Six digits decide in the metadata of Uganda; the last three are any.
  for (let beginning = 0; beginning < 1_000_000; beginning += 31) {
    const digits = `${String(beginning).padStart(6, '0')}${String(beginning % 1000).padStart(3, '0')}`;
    if (digits.startsWith('0')) continue;
    for (const use of USES)
      assert.equal(subscriberOf(`+256${digits}`, use), byLibrary(digits, use), `${use} ${digits}`);
  }
});

test('the beginnings in which single digits decide are judged as libphonenumber judges them', () => {
  const beginnings = [
    ...Array.from({ length: 10_000 }, (_, at) => `20${String(at).padStart(4, '0')}`),
    ...Array.from({ length: 3_000 }, (_, at) => `${7000 + at}00`),
  ];
  for (const beginning of beginnings) {
    for (const use of USES)
      assert.equal(subscriberOf(`${beginning}123`, use), byLibrary(`${beginning}123`, use));
  }
});

const written = fc
  .tuple(
    fc.constantFrom('', '0', '256', '+256', '+256 '),
    fc.stringMatching(/^[2-9]\d{6,9}$/),
    fc.constantFrom('', ' ', '-'),
  )
  .map(([prefix, digits, gap]) => `${prefix}${digits.slice(0, 3)}${gap}${digits.slice(3)}`);

test('numbers are read however they are written, as libphonenumber reads them', () => {
  fc.assert(
    fc.property(written, (text) => {
      const digits = text.replaceAll(/\D/g, '');
      const national = /^[2-9]/.test(text) && digits.length === 9;
      const found = parsePhoneNumberFromString(national ? `0${text}` : text, {
        defaultCountry: 'UG',
        extract: false,
      });
      const valid = found?.isValid() === true && found.country === 'UG';
      assert.equal(subscriberOf(text, 'any'), valid ? Number(found.nationalNumber) : null);
    }),
    { numRuns: 2_000 },
  );
});

const WRITTEN = ['0772123456', '772123456', '772 123 456', '+256772123456', '256772123456'];
const PASTED = ['00256772123456', '+256 (0) 772 123 456', '2560772123456', '00256 (0)772-123456'];
const MARKED = ['\u202a+256 772 123456\u202c', '0772\u200b123456', '0772\u00a0123\u2011456'];

for (const text of [...WRITTEN, ...PASTED, ...MARKED]) {
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
  '+00256772123456',
  '000256772123456',
  '25600772123456',
  '00254722000000',
  '0772123456/0752123456',
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

test('a number in parts has nine digits without a sign', () => {
  const phone = (subscriberNumber: number) =>
    phoneShape.safeParse({ countryCode: '256', region: 'UG', subscriberNumber }).success;
  assert.ok(phone(772_123_456) && phone(312_123_456));
  for (const wrong of [-772_123_456, 772_123_456.5, 77_212_345]) assert.ok(!phone(wrong));
});

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
