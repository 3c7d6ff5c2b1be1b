import type { Bank } from '@tegeka/contract/banks.ts';
import { textOf } from '@tegeka/contract/kit/errors.ts';
import {
  accountNumberShape,
  bankAccountShape,
  businessAddressShape,
  businessNameShape,
  INDUSTRIES,
  postalCodeShape,
  registrationNumberShape,
  taxNumberShape,
} from '@tegeka/contract/merchants.ts';
import { subscriberOf } from '@tegeka/contract/kit/phone.ts';
import { type FileField, isCountry, type TextField } from '#ui/form/business-draft.ts';
import { PHONE_INVALID } from '#ui/form/phone-words.ts';

/** What is wrong with each field, in words for the person who typed it. */
export type FieldErrors = Partial<Record<TextField | FileField, string>>;

interface Rule {
  safeParse(text: string): { success: boolean; error?: { issues: readonly Issue[] } };
}

interface Issue {
  code?: string | undefined;
  message: string;
  minimum?: unknown;
  maximum?: unknown;
}

const address = businessAddressShape.shape;
const account = bankAccountShape.shape;

const RULES: Partial<Record<TextField, Rule>> = {
  businessName: businessNameShape,
  registrationNumber: registrationNumberShape,
  taxNumber: taxNumberShape,
  region: address.region,
  city: address.city,
  street: address.street,
  buildingName: address.buildingName,
  postalCode: postalCodeShape,
  accountName: account.accountName,
  accountNumber: accountNumberShape,
  branch: account.branch,
  branchCode: account.branchCode,
};

/** An issue of a shape in plain words; shapes with a sentence of their own keep it. */
function sentenceOf(issue: Issue): string {
  if (issue.code === 'too_small') return `Enter at least ${String(issue.minimum)} characters`;
  if (issue.code === 'too_big') return `Enter at most ${String(issue.maximum)} characters`;
  return issue.message === 'Invalid input' ? 'Enter plain text on one line' : issue.message;
}

/** What is wrong with a text, or null. `banks` is null while the list is not loaded: then it is not judged. */
export function errorOfText(
  field: TextField,
  text: string,
  banks: readonly Bank[] | null,
): string | null {
  const known = {
    industry: () => INDUSTRIES.some((industry) => industry === text),
    country: () => isCountry(text),
    accountType: () => text === 'CURRENT' || text === 'SAVINGS',
  };
  if (field === 'industry' || field === 'country' || field === 'accountType') {
    return known[field]() ? null : 'Choose one from the list';
  }
  if (field === 'phoneNumber') return subscriberOf(text, 'any') === null ? PHONE_INVALID : null;
  if (field === 'bank') {
    return !banks || banks.some((bank) => bank.id === text) ? null : textOf('BANK_UNKNOWN');
  }
  const issue = RULES[field]?.safeParse(text).error?.issues[0];
  return issue ? sentenceOf(issue) : null;
}

/** The faults without that of a field that has just been changed. */
export function withoutError(errors: FieldErrors, field: TextField | FileField): FieldErrors {
  const { ...others } = errors;
  delete others[field];
  return others;
}
