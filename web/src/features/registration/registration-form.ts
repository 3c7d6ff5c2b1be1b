import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import type { Field } from '@tegeka/contract/kit/fields.ts';
import { DETAIL_FIELDS } from '@tegeka/contract/merchants/merchant-fields.ts';
import { countryCodeOf } from '@tegeka/contract/merchants/merchant-options.ts';
import { payloadOf, textsOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import {
  type getRegistration,
  type MerchantSubmission,
  merchantSubmissionShape,
} from '@tegeka/contract/merchants/merchant-registration.ts';
import * as z from 'zod/mini';
import type { CarriedRegistration } from '#platform/session/session-store.ts';
import type { DraftErrors } from '#ui/form/draft/draft-form.tsx';
import type { Draft, DraftOwner } from '#ui/form/draft/field-draft.ts';
import { errorsOf, type LoadedOptions, phoneOf } from '#ui/form/draft/field-errors.ts';
import { askedFields, textsOfDraft } from '#ui/form/draft/merchant-form.ts';
import { reachedStep, type StepTexts } from '#ui/steps/step-texts.ts';

export type FormStep = 'BUSINESS_INFO' | 'BUSINESS_ADDRESS' | 'BUSINESS_BANK';

/** The steps of the registration (specification, 2.5). */
export type Step = FormStep | 'REVIEW' | 'SUCCESS';

interface FormTexts extends StepTexts<FormStep> {
  /** The fields that it asks for. */
  section: string;
  fields: Readonly<Record<string, Field>>;
  /** The message for missing input (specification, section 5). */
  missing: string;
}

function formStep(section: string, texts: Omit<FormTexts, 'section' | 'fields'>): FormTexts {
  return { ...texts, section, fields: askedFields(section) };
}

/** The steps with a form, as the specification calls them (2.5). */
export const FORM_STEPS: readonly FormTexts[] = [
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

/** All steps before SUCCESS. */
export const REGISTRATION_STEPS: readonly StepTexts<FormStep | 'REVIEW'>[] = [
  ...FORM_STEPS,
  { step: 'REVIEW', heading: 'Review your business' },
];

/** The step after a form step. */
export const stepAfter = (step: FormStep): Step =>
  REGISTRATION_STEPS[REGISTRATION_STEPS.findIndex((one) => one.step === step) + 1]?.step ??
  'REVIEW';

/** The step with a field; null for an unknown field. */
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

/** The step to show: the requested one, or an earlier one that is not complete. */
export function stepToShow(asked: FormStep | 'REVIEW', draft: Draft): FormStep | 'REVIEW' {
  return reachedStep(
    REGISTRATION_STEPS,
    asked,
    (step) => step === 'REVIEW' || !errorsOfStep(step, draft, {}),
  );
}

/** An empty draft with the business name of the account. */
export function emptyDraft(businessName: string): Draft {
  const files = { certificateOfIncorporation: null, logo: null };
  return { texts: { businessName }, chosen: {}, files };
}

/** The draft of a correction: the submitted data. Stored files stay unless they are replaced. */
export function draftOf({ merchant, bankName, ...files }: OutputOf<typeof getRegistration>): Draft {
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

/**
 * The submission of a finished draft (specification, section 3). Throws when the draft is not
 * finished: the steps have checked it before.
 */
export function submissionOf(
  draft: Draft,
  registrant: CarriedRegistration,
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

const textsShape = z.record(z.string(), z.string());
const storedShape = z.object({
  userInfo: z.object({ businessName: z.string() }),
  businessInfo: textsShape,
  address: textsShape,
  bankAccount: z.catchall(
    z.object({ bankId: z.string(), bank: z.object({ name: z.string() }) }),
    z.string(),
  ),
});

/** The format of the stored draft (specification, section 3); its files are stored separately. */
export function formatOf(registrant: CarriedRegistration): NonNullable<DraftOwner['format']> {
  const { firstName, lastName, email, phoneNumber } = registrant;
  return {
    write: ({ texts, chosen }) => {
      const [businessInfo, address, account] = FORM_STEPS.map(({ fields }) =>
        Object.fromEntries(
          Object.entries(fields)
            .filter(([, { kind }]) => kind !== 'file')
            .map(([key]) => [key, texts[key] ?? '']),
        ),
      );
      const { businessName, ...info } = businessInfo ?? {};
      const { bank: id = '', ...bankAccount } = account ?? {};
      return {
        userEmail: email,
        userPhoneNumber: phoneOf(phoneNumber),
        userInfo: { firstName, lastName, businessName },
        businessInfo: info,
        address: { ...address, countryCode: countryCodeOf(texts['country'] ?? '') },
        bankAccount: { ...bankAccount, bankId: id, bank: { id, name: chosen['bank'] ?? '' } },
      };
    },
    read: (stored) => {
      const kept = storedShape.safeParse(stored).data;
      if (!kept) return stored;
      const { userInfo, businessInfo, address, bankAccount } = kept;
      const { bankId, bank, ...account } = bankAccount;
      return {
        texts: { ...userInfo, ...businessInfo, ...address, ...account, bank: bankId },
        chosen: { bank: bank.name },
      };
    },
  };
}
