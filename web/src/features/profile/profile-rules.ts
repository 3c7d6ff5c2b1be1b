import type { Bank } from '@tegeka/contract/banks.ts';
import type { ProfileData } from '#features/profile/profile-calls.ts';
import { correctedOf } from '#features/profile/profile-draft.ts';
import type { ChangePart } from '#features/profile/profile-search.ts';
import type { Draft, FileField, TextField } from '#ui/form/business-draft.ts';
import { FORM_LABELS } from '#ui/form/business-labels.ts';
import { errorOfText, type FieldErrors } from '#ui/form/business-rules.ts';

/** A set of fields of the form, and the part of its address that leads there. */
interface ChangeSet {
  part: ChangePart;
  title: string;
  fields: readonly (TextField | FileField)[];
}

/** The fields of the form, set by set. */
export const CHANGE_SETS: readonly ChangeSet[] = [
  {
    part: 'info',
    title: 'Business Info',
    fields: [
      ...(['businessName', 'industry', 'registrationNumber', 'taxNumber'] as const),
      'certificateOfIncorporation',
    ],
  },
  {
    part: 'address',
    title: 'Business Address',
    fields: ['country', 'region', 'city', 'street', 'buildingName', 'postalCode'],
  },
  {
    part: 'account',
    title: 'Bank Account',
    fields: ['bank', 'accountName', 'accountNumber', 'accountType', 'branch', 'branchCode'],
  },
];

/** True for the one document that a change can bring. */
export function isFile(field: TextField | FileField): field is FileField {
  return field === 'certificateOfIncorporation' || field === 'logo';
}

/** A number without its bank is the number of somebody else's account: another bank needs one. */
function errorOfNumber({ texts }: Draft, data: ProfileData): string | null {
  if (texts.accountNumber.trim() !== '')
    return errorOfText('accountNumber', texts.accountNumber, null);
  const corrected = correctedOf(data);
  const sent = corrected?.fields.some(({ key }) => key === 'accountNumber') ?? false;
  const known = sent ? corrected?.content.bankAccount?.bankId : data.profile.bankAccount.bankId;
  return texts.bank === known ? null : 'Enter the account number at this bank';
}

/** Looks through the form. `banks` is null while the list is not loaded: then it is not judged. */
export function errorsOfChange(
  draft: Draft,
  data: ProfileData,
  banks: readonly Bank[] | null,
): FieldErrors {
  const { texts } = draft;
  const errors: FieldErrors = {};
  const errorOf = (field: TextField): string | null => {
    if (field === 'accountNumber') return errorOfNumber(draft, data);
    if (texts[field].trim() === '') return `${FORM_LABELS[field]} is missing`;
    // A bank that stays may have left the list since.
    const stays = field === 'bank' && texts.bank === data.profile.bankAccount.bankId;
    return stays ? null : errorOfText(field, texts[field], banks);
  };
  for (const field of CHANGE_SETS.flatMap(({ fields }) => fields)) {
    const error = isFile(field) ? null : errorOf(field);
    if (error) errors[field] = error;
  }
  return errors;
}
