import type { Bank } from '@tegeka/contract/banks.ts';
import { type FormStep, STEP_FIELDS } from '#features/registration/registration-draft.ts';
import {
  type Draft,
  FILE_FIELDS,
  type FileField,
  type TextField,
} from '#ui/form/business-draft.ts';
import { FORM_LABELS } from '#ui/form/business-labels.ts';
import { errorOfText, type FieldErrors } from '#ui/form/business-rules.ts';

/** What a step says when something is missing (specification, section 5). */
const MISSING: Record<FormStep, string> = {
  BUSINESS_INFO: 'Sorry, please enter all fields to proceed.',
  BUSINESS_ADDRESS: 'Please fill all required to proceed',
  BUSINESS_BANK: 'Please fill all required to proceed',
};

/** A step's faults, and what it says above its button; null where nothing is wrong. */
export interface StepErrors {
  message: string;
  fields: FieldErrors;
}

function isFile(field: TextField | FileField): field is FileField {
  return FILE_FIELDS.some((known) => known === field);
}

/** Looks through a step. `banks` is null while the list is not loaded: then it is not judged. */
export function errorsOfStep(
  step: FormStep,
  draft: Draft,
  banks: readonly Bank[] | null,
): StepErrors | null {
  const fields: FieldErrors = {};
  let missing = false;
  for (const field of STEP_FIELDS[step]) {
    const empty = isFile(field) ? draft.files[field] === null : draft.texts[field].trim() === '';
    if (empty) fields[field] = `${FORM_LABELS[field]} is missing`;
    const error = empty || isFile(field) ? null : errorOfText(field, draft.texts[field], banks);
    if (error) fields[field] = error;
    missing ||= empty;
  }
  if (Object.keys(fields).length === 0) return null;
  return { message: missing ? MISSING[step] : 'Please correct the marked fields.', fields };
}

/** The first step that is not finished yet, or REVIEW: how far somebody may jump. */
export function furthestStep(draft: Draft): FormStep | 'REVIEW' {
  const steps = ['BUSINESS_INFO', 'BUSINESS_ADDRESS', 'BUSINESS_BANK'] as const;
  return steps.find((step) => errorsOfStep(step, draft, null) !== null) ?? 'REVIEW';
}
