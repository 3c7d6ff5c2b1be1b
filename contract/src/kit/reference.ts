import { plainText } from './text.ts';

/** Letters and digits that people can not mistake for one another: no 0, O, 1, I. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const BODY_LENGTH = 9;

/** What a reference begins with: mandates, debits, payouts, and what a business names when it repays. */
export type ReferencePrefix = 'TGK' | 'TGD' | 'TGP' | 'TGB';

/** References of a kind: its prefix and ten signs, of which the last is the check digit. */
export function referencePattern(prefix: ReferencePrefix): RegExp {
  return new RegExp(`^${prefix}[${SIGNS}]{${BODY_LENGTH + 1}}$`);
}

/** The check digit of some characters (Luhn mod N): detects one wrong character, and most swaps of two. */
function checkDigit(signs: string): string {
  const sum = signs
    .split('')
    .toReversed()
    .reduce((total, sign, place) => {
      const value = SIGNS.indexOf(sign) * (place % 2 === 0 ? 2 : 1);
      return total + Math.floor(value / SIGNS.length) + (value % SIGNS.length);
    }, 0);
  return SIGNS.charAt((SIGNS.length - (sum % SIGNS.length)) % SIGNS.length);
}

/** A reference made of nine random numbers from 0 to 31. */
export function makeReference(prefix: ReferencePrefix, random: readonly number[]): string {
  const body = Array.from({ length: BODY_LENGTH }, (_, n) => SIGNS.charAt((random[n] ?? 0) % 32));
  return `${prefix}${body.join('')}${checkDigit(body.join(''))}`;
}

/** A reference as people type it, in capitals without spaces and dashes. */
export const plainReference = (typed: string): string =>
  plainText(typed)
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase();

/** Parses a reference as people type it; null where its form or its check digit is wrong. */
export function parseReference(prefix: ReferencePrefix, text: string): string | null {
  const reference = plainReference(text);
  if (!referencePattern(prefix).test(reference)) return null;
  return checkDigit(reference.slice(3, -1)) === reference.at(-1) ? reference : null;
}

/**
 * The only reference of a kind in a free text, such as the purpose of a transfer: in any case, with or without spaces
 * and dashes. Null where there is none, or several.
 */
export function findReference(prefix: ReferencePrefix, text: string): string | null {
  const plain = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  // Each beginning is looked at: one reference can overlap with what only looks like one.
  const found = [
    ...plain.matchAll(new RegExp(`(?=(${prefix}[${SIGNS}]{${BODY_LENGTH + 1}}))`, 'g')),
  ]
    .map(([, candidate]) => parseReference(prefix, candidate ?? ''))
    .filter((reference) => reference !== null);
  const [only, another] = new Set(found);
  return only === undefined || another !== undefined ? null : only;
}
