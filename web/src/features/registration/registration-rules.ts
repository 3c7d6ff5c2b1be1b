import type { Bank } from '@tegeka/contract/banks.ts';
import { type FormStep, STEP_FIELDS } from '#features/registration/registration-draft.ts';
import { type Draft, FILE_FIELDS, type FileField, type TextField } from '#ui/business-draft.ts';
import { FORM_LABELS } from '#ui/business-labels.ts';
import { faultOfText, type FieldFaults } from '#ui/business-rules.ts';

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

function isFile(field: TextField | FileField): field is FileField {
  return FILE_FIELDS.some((known) => known === field);
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
