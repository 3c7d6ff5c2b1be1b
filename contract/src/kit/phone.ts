import { plainText } from './text.ts';

export const PHONE_PREFIX = '+256';

/** A number that is valid, for messages: 'Enter a valid Uganda Number e.g …'. */
export const PHONE_EXAMPLE = '772123456';

/** The phone as the API takes it: +256 followed by the number. */
export function identifierOf(subscriber: number): string {
  return `${PHONE_PREFIX}${subscriber}`;
}

/** A number as people read it, `+256 772 123456`. */
export function showPhone(subscriber: number): string {
  const digits = String(subscriber);
  return `${PHONE_PREFIX} ${digits.slice(0, 3)} ${digits.slice(3)}`;
}

/** What a number may be used for: codes go to mobiles only, a business may name any number. */
export type PhoneUse = 'mobile' | 'any';

// How the nine digits after +256 begin. A test compares these rules with libphonenumber-js.
const MOBILE = [/^7[014-8]/, /^72[01467]/, /^7280/, /^73[0-267]/, /^7340/, /^79[0-589]/];
const OTHERS = [
  // Fixed lines: 31 and 41 to 49 in towns, 20 of some operators.
  /^[34]/,
  /^20([017]|2[5-9]|3[1-4]|5[0-4]|6[15-9])/,
  /^20(24[09]|30[67]|600[0-2]|630[0-4])/,
  // Toll-free and premium-rate numbers.
  /^800[1-3]/,
  /^90[1-3]/,
];

const beginsWith = (digits: string, rules: readonly RegExp[]) =>
  rules.some((rule) => rule.test(digits));

/**
 * The digits after +256, 00256, 256 or 0, or all digits; null for text that can not be a phone number.
 * Behind the country code a 0 is left out: people write +256 (0) 772 123 456.
 */
function nationalDigits(text: string): string | null {
  const plain = plainText(text);
  if (!/^\+?[\d\s().\p{Pd}]+$/u.test(plain)) return null;
  const digits = plain.replaceAll(/\D/g, '');
  const withCode = /^(00)?2560?(\d{9})$/.exec(digits);
  if (plain.startsWith('+')) return withCode && !withCode[1] ? (withCode[2] ?? null) : null;
  if (withCode) return withCode[2] ?? null;
  return digits.startsWith('0') ? digits.slice(1) : digits;
}

/**
 * The nine digits after +256 of a Ugandan number as people write it (0772…, 772…, +256 772…,
 * 00256 772…, +256 (0) 772…, blanks), or null when it is not one.
 */
export function subscriberOf(text: string, use: PhoneUse): number | null {
  const digits = nationalDigits(text);
  if (digits?.length !== 9) return null;
  if (beginsWith(digits, MOBILE)) return Number(digits);
  return use === 'any' && beginsWith(digits, OTHERS) ? Number(digits) : null;
}
