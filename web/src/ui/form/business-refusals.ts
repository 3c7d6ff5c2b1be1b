import type { Problem } from '@tegeka/contract/kit/errors.ts';
import { type FileField, isMerchantField, type TextField } from '#ui/form/business-draft.ts';
import type { FieldErrors } from '#ui/form/business-rules.ts';

const ASKED_AS: Partial<Record<string, TextField>> = { bankId: 'bank', countryCode: 'country' };

/** The field of the form that a word of a reviewer or of the server speaks of. */
function askedFieldOf(field: string): TextField | FileField | null {
  const asked = ASKED_AS[field];
  if (asked) return asked;
  return isMerchantField(field) && field !== 'countryCode' ? field : null;
}

/** The form's field that a path of the submission names (`bankAccounts.0.bankId` → bank). */
function fieldOfPath(path: string): TextField | FileField | null {
  if (path.startsWith('userInfo.')) return null;
  const [first, ...rest] = path.split('.').filter((part) => !/^\d+$/.test(part));
  if (first === 'phoneNumber') return 'phoneNumber';
  return askedFieldOf(rest.at(-1) ?? first ?? '');
}

/** What the server said about single fields, at the fields of the form that it speaks of. */
export function fieldErrorsOf(problem: Problem | undefined): FieldErrors {
  const errors: FieldErrors = {};
  for (const error of problem?.fields ?? []) {
    const field = fieldOfPath(error.field);
    if (field) errors[field] = error.message;
  }
  if (problem?.code === 'BANK_UNKNOWN' && !errors.bank) errors.bank = problem.title;
  return errors;
}

/** A reviewer's comments at the fields of the form; a code's comment stands at its country. */
export function commentsOf(
  corrections: readonly { field: string; comment: string }[],
): FieldErrors {
  const comments: FieldErrors = {};
  for (const { field, comment } of corrections) {
    const asked = askedFieldOf(field);
    if (asked) comments[asked] = comments[asked] ? `${comments[asked]} ${comment}` : comment;
  }
  return comments;
}
