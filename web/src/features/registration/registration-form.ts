import type { StoredFile } from '@tegeka/contract/files.ts';
import type { Field } from '@tegeka/contract/kit/fields.ts';
import { DETAIL_FIELDS } from '@tegeka/contract/merchants/merchant-fields.ts';
import { payloadOf, textsOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import {
  type MerchantSubmission,
  merchantSubmissionShape,
} from '@tegeka/contract/merchants/merchant-registration.ts';
import type { Step } from '#features/registration/registration-search.ts';
import type { DraftErrors } from '#ui/form/draft/draft-form.tsx';
import type { Draft } from '#ui/form/draft/field-draft.ts';
import { errorsOf, type LoadedOptions, phoneOf } from '#ui/form/draft/field-errors.ts';
import { askedFields, textsOfDraft } from '#ui/form/draft/merchant-form.ts';
import { reachedStep, type StepWords } from '#ui/steps/step-words.ts';

/** The steps that ask for something. */
export type FormStep = Exclude<Step, 'REVIEW' | 'SUCCESS'>;

interface FormWords extends StepWords<FormStep> {
  /** The fields that it asks for. */
  section: string;
  fields: Readonly<Record<string, Field>>;
  /** What it says when something is missing (specification, section 5). */
  missing: string;
}

function formStep(section: string, words: Omit<FormWords, 'section' | 'fields'>): FormWords {
  return { ...words, section, fields: askedFields(section) };
}

/** The steps with a form, as the specification calls them (2.5). */
export const FORM_STEPS: readonly FormWords[] = [
  formStep('Business Info', {
    step: 'BUSINESS_INFO',
    heading: 'Register your Business',
    missing: 'Sorry, please enter all fields to proceed.',
  }),
  formStep('Business Address', {
    step: 'BUSINESS_ADDRESS',
    heading: 'Primary Business Address',
    text: 'Enter the primary headquarters as on the legal documents.',
    missing: 'Please fill all required to proceed',
  }),
  formStep('Bank Account', {
    step: 'BUSINESS_BANK',
    heading: 'Primary Bank Account',
    text: 'Enter the primary account to receive customer payments.',
    missing: 'Please fill all required to proceed',
  }),
];

/** All steps before the end. */
export const REGISTRATION_STEPS: readonly StepWords<FormStep | 'REVIEW'>[] = [
  ...FORM_STEPS,
  { step: 'REVIEW', heading: 'Review your business' },
];

/** The step that asks for a field, or null for a word that names none. */
export function stepOf(key: string): FormStep | null {
  const asked = key === 'countryCode' ? 'country' : key;
  return FORM_STEPS.find(({ fields }) => Object.hasOwn(fields, asked))?.step ?? null;
}

/** Checks a step's fields; null where nothing is wrong. */
export function errorsOfStep(
  step: FormStep,
  draft: Draft,
  loaded: LoadedOptions,
): DraftErrors | null {
  const { fields, missing } = FORM_STEPS.find((known) => known.step === step) ?? {};
  const { errors, isMissing } = errorsOf(fields ?? {}, draft, loaded);
  if (Object.keys(errors).length === 0) return null;
  return { errors, message: (isMissing && missing) || 'Please correct the marked fields.' };
}

/** The step to show where another one is asked for. */
export function stepToShow(asked: FormStep | 'REVIEW', draft: Draft): FormStep | 'REVIEW' {
  return reachedStep(
    REGISTRATION_STEPS,
    asked,
    (step) => step === 'REVIEW' || !errorsOfStep(step, draft, {}),
  );
}

/** A draft with nothing entered but the name of the business, which the account gave. */
export function emptyDraft(businessName: string): Draft {
  const files = { certificateOfIncorporation: null, logo: null };
  return { texts: { businessName }, chosen: {}, files };
}

/** A registration as it was last submitted: what a correction starts from. */
export interface Submitted {
  merchant: MerchantSubmission;
  bankName: string;
  logo: StoredFile;
  certificateOfIncorporation: StoredFile;
}

/** The draft that a correction starts from; stored files stay unless they are replaced. */
export function draftOf({ merchant, bankName, ...files }: Submitted): Draft {
  const texts = textsOf({ ...merchant, bankAccount: merchant.bankAccounts[0] });
  const stored = Object.entries(files).map(([key, file]) => [
    key,
    { kind: 'stored', stored: file },
  ]);
  return {
    texts: { ...texts, phoneNumber: String(merchant.phoneNumber.subscriberNumber) },
    chosen: { bank: bankName },
    files: Object.fromEntries(stored),
  };
}

/** Who registers the business, as carried from sign-in. */
export interface Registrant {
  firstName: string;
  lastName: string;
  businessName: string;
  organizationId: string;
  /** +256 and nine digits. */
  phoneNumber: string;
  email: string;
}

/**
 * The submission of a finished draft (specification, section 3). Throws when the draft is not
 * finished: the steps have checked it before.
 */
export function submissionOf(
  draft: Draft,
  registrant: Registrant,
  approvalPolicyId: string | null,
): MerchantSubmission {
  const { bankAccount, ...payload } = payloadOf(textsOfDraft(draft), DETAIL_FIELDS);
  const { organizationId, email, firstName, lastName, phoneNumber } = registrant;
  return merchantSubmissionShape.parse({
    ...payload,
    phoneNumber: phoneOf(draft.texts['phoneNumber'] ?? ''),
    bankAccounts: [bankAccount],
    ...(approvalPolicyId ? { approvalPolicyId } : {}),
    organizationId,
    userInfo: { email, firstName, lastName, phoneNumber: phoneOf(phoneNumber) },
  });
}
