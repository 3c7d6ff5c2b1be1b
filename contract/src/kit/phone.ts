import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import { UGANDA } from './phone-uganda.ts';

/** What a number may be used for: codes go to mobiles only, a business may name any number. */
export type PhoneUse = 'mobile' | 'any';

/**
 * The nine digits after +256 of a Ugandan number as people write it (0772…, 772…, +256 772…,
 * spaces), or null when it is not one.
 */
export function subscriberOf(text: string, use: PhoneUse): number | null {
  const trimmed = text.trim();
  const national = /^[2347]\d{2}/.test(trimmed) && !trimmed.startsWith('256');
  const found = parsePhoneNumberFromString(
    national ? `0${trimmed}` : trimmed,
    {
      defaultCountry: 'UG',
      extract: false,
    },
    UGANDA,
  );
  if (!found?.isValid() || found.country !== 'UG') return null;
  if (use === 'mobile' && found.getType() !== 'MOBILE') return null;
  return Number(found.nationalNumber);
}
