import { textOf } from '@tegeka/contract/faults.ts';
import {
  accountNumberShape,
  bankAccountShape,
  businessAddressShape,
  INDUSTRIES,
  merchantSubmissionShape,
  postalCodeShape,
  registrationNumberShape,
  taxNumberShape,
} from '@tegeka/contract/merchants.ts';
import { subscriberOf } from '@tegeka/contract/phone.ts';
import type { Bank } from '@tegeka/contract/banks.ts';
import {
  type Draft,
  FILE_FIELDS,
  type FileField,
  type FormStep,
  isCountry,
  STEP_FIELDS,
  type TextField,
} from '#features/registration/registration-draft.ts';
import { FORM_LABELS } from '#features/registration/registration-labels.ts';
import { PHONE_INVALID } from '#ui/phone-words.ts';

/** What is wrong with each field, in words for the person who typed it. */
export type FieldFaults = Partial<Record<TextField | FileField, string>>;

/** What a step says when something is missing (specification, section 5). */
const MISSING: Record<FormStep, string> = {
  BUSINESS_INFO: 'Sorry, please enter all fields to proceed.',
  BUSINESS_ADDRESS: 'Please fill all required to proceed',
  BUSINESS_BANK: 'Please fill all required to proceed',
};

/** A step's faults, and what it says above its button; null where nothing is wrong. */
export interface StepFaults {
  message: string;
  fields: FieldFaults;
}

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
  businessName: merchantSubmissionShape.shape.businessName,
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

function faultOfText(field: TextField, text: string, banks: readonly Bank[] | null): string | null {
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

function isFile(field: TextField | FileField): field is FileField {
  return FILE_FIELDS.some((known) => known === field);
}

/** The faults without that of a field that has just been changed. */
export function withoutFault(faults: FieldFaults, field: TextField | FileField): FieldFaults {
  const { ...others } = faults;
  delete others[field];
  return others;
}

/** Looks through a step. `banks` is null while the list is not loaded: then it is not judged. */
export function faultsOfStep(
  step: FormStep,
  draft: Draft,
  banks: readonly Bank[] | null,
): StepFaults | null {
  const fields: FieldFaults = {};
  let missing = false;
  for (const field of STEP_FIELDS[step]) {
    const empty = isFile(field) ? draft.files[field] === null : draft.texts[field].trim() === '';
    if (empty) fields[field] = `${FORM_LABELS[field]} is missing`;
    const fault = empty || isFile(field) ? null : faultOfText(field, draft.texts[field], banks);
    if (fault) fields[field] = fault;
    missing ||= empty;
  }
  if (Object.keys(fields).length === 0) return null;
  return { message: missing ? MISSING[step] : 'Please correct the marked fields.', fields };
}

/** The first step that is not finished yet, or REVIEW: how far somebody may jump. */
export function furthestStep(draft: Draft): FormStep | 'REVIEW' {
  const steps = ['BUSINESS_INFO', 'BUSINESS_ADDRESS', 'BUSINESS_BANK'] as const;
  return steps.find((step) => faultsOfStep(step, draft, null) !== null) ?? 'REVIEW';
}
