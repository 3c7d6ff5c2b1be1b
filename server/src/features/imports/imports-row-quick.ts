import type { CustomerInput } from '@tegeka/contract/customer-writing.ts';
import type { ImportColumn } from '@tegeka/contract/customer-import-rules.ts';
import { subscriberOf } from '@tegeka/contract/kit/phone.ts';
import { identifierOf } from '@tegeka/contract/kit/phone-text.ts';
import * as z from 'zod/mini';

const EMAIL = z.regexes.email;
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;
const SPACE_AROUND = /^\s|\s$/;
const MOBILE = /^(?:\+256|0)?(7\d{8})$/;

/** Whether numbers that begin with these four digits are valid: nothing further right decides it. */
const prefixes = new Map<string, boolean>();

function isMobile(subscriber: string): boolean {
  const prefix = subscriber.slice(0, 4);
  const known = prefixes.get(prefix);
  if (known !== undefined) return known;
  const valid = subscriberOf(subscriber, 'any') === Number(subscriber);
  prefixes.set(prefix, valid);
  return valid;
}

const isLine = (text: string) =>
  text !== '' && text.length <= 60 && !CONTROL.test(text) && !SPACE_AROUND.test(text);

/** +256 and nine digits, null for none, or undefined for what has to be looked at closely. */
function quickPhone(text: string): string | null | undefined {
  if (text === '') return null;
  const subscriber = MOBILE.exec(text)?.[1];
  return subscriber && isMobile(subscriber) ? identifierOf(Number(subscriber)) : undefined;
}

function quickEmail(text: string): string | null | undefined {
  if (text === '') return null;
  const lower = text.toLowerCase();
  return lower.length <= 254 && EMAIL.test(lower) ? lower : undefined;
}

/**
 * What the shape of a customer makes of a row without anything unusual in it, ten times as fast: of
 * 100,000 rows it takes seconds away. Null says nothing: the shape decides. A test holds both
 * against each other.
 */
export function quickInput(named: Record<ImportColumn, string>): CustomerInput | null {
  const { firstName, middleName, lastName, customerReferenceNumber } = named;
  if (!isLine(firstName) || !isLine(lastName) || !isLine(customerReferenceNumber)) return null;
  if (middleName !== '' && !isLine(middleName)) return null;
  const phoneNumber = quickPhone(named.phoneNumber);
  const email = quickEmail(named.email);
  if (phoneNumber === undefined || email === undefined || (phoneNumber ?? email) === null)
    return null;
  return {
    ...{ firstName, middleName: middleName || null, lastName, phoneNumber, email },
    customerReferenceNumber,
  };
}
