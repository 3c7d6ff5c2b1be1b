import type { Problem } from '@tegeka/contract/kit/errors.ts';
import type { Field } from '@tegeka/contract/kit/fields.ts';
import {
  CONTACT_FIELDS,
  isMerchantField,
  MERCHANT_KEYS,
  type MerchantField,
  merchantField,
} from '@tegeka/contract/merchants/merchant-fields.ts';
import { countryCodeOf } from '@tegeka/contract/merchants/merchant-options.ts';
import type { MerchantTexts } from '@tegeka/contract/merchants/merchant-payload.ts';
import { showPhone } from '@tegeka/contract/kit/phone.ts';
import type { Draft } from '#ui/form/draft/field-draft.ts';
import { type FieldErrors, phoneOf } from '#ui/form/draft/field-errors.ts';

/** What a section asks for after its other fields (specification, 2.5). */
const ASKED_LAST: readonly MerchantField[] = [
  'certificateOfIncorporation',
  'logo',
  'street',
  'buildingName',
  'postalCode',
];

/** The fields that a form asks for in a section, in its order; without those of `but`. */
export function askedFields(section: string, but: object = {}): Record<string, Field> {
  const asked = MERCHANT_KEYS.filter(
    (key) =>
      merchantField(key).section === section && key !== 'countryCode' && !Object.hasOwn(but, key),
  );
  const sorted = asked.toSorted((a, b) => ASKED_LAST.indexOf(a) - ASKED_LAST.indexOf(b));
  return Object.fromEntries(sorted.map((key) => [key, merchantField(key)]));
}

/** The texts of a draft; the country code follows the country and is never asked for. */
export function textsOfDraft({ texts }: Draft): MerchantTexts {
  return { ...texts, countryCode: countryCodeOf(texts['country'] ?? '') };
}

/** A field of a draft as people read it; empty where nothing was entered. */
export function wordOf(key: MerchantField, draft: Draft): string {
  const { kind, options } = merchantField(key);
  const file = draft.files[key];
  if (kind === 'file') return (file?.kind === 'chosen' ? file.file : file?.stored)?.name ?? '';
  const text = textsOfDraft(draft)[key]?.trim() ?? '';
  if (kind === 'phone') {
    const { subscriberNumber } = phoneOf(text);
    return subscriberNumber === null ? text : showPhone(subscriberNumber);
  }
  return options?.find(({ value }) => value === text)?.label ?? draft.chosen[key] ?? text;
}

const ASKED_AS: Readonly<Record<string, string>> = { bankId: 'bank', countryCode: 'country' };

/** The form's field for a field name of a review or of the server. Null if it has none. */
function askedFieldOf(word: string): string | null {
  const key = (Object.hasOwn(ASKED_AS, word) ? ASKED_AS[word] : word) ?? word;
  return isMerchantField(key) || Object.hasOwn(CONTACT_FIELDS, key) ? key : null;
}

/** The form's field that a path of a payload names (`bankAccounts.0.bankId` → bank). */
function fieldOfPath(path: string): string | null {
  if (path.startsWith('userInfo.')) return null;
  const parts = path.split('.');
  return askedFieldOf(parts.at(-1) ?? '') ?? askedFieldOf(parts[0] ?? '');
}

/** The server's errors about single fields, by field of the form. */
export function fieldErrorsOf(problem: Problem | undefined): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { field, message } of problem?.fields ?? []) {
    const key = fieldOfPath(field);
    if (key) errors[key] = message;
  }
  if (problem?.code === 'BANK_UNKNOWN') errors['bank'] ??= problem.title;
  return errors;
}

/** A reviewer's comments by field of the form. A comment on a country code goes to the country. */
export function commentsOf(
  corrections: readonly { field: string; comment: string }[],
): FieldErrors {
  const comments: Record<string, string> = {};
  for (const { field, comment } of corrections) {
    const key = askedFieldOf(field);
    if (key) comments[key] = comments[key] ? `${comments[key]} ${comment}` : comment;
  }
  return comments;
}
