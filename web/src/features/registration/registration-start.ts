import type { MerchantProfile } from '@tegeka/contract/merchants/merchants.ts';
import { getRegistration } from '@tegeka/contract/merchants/merchant-registration.ts';
import { call } from '#platform/call/call.ts';
import type { CarriedRegistration } from '#platform/session/session-store.ts';
import { draftOf, emptyDraft, formatOf } from '#features/registration/registration-form.ts';
import {
  deleteDraft,
  type DraftOwner,
  type DraftStart,
  startDraft,
} from '#ui/form/draft/field-draft.ts';
import type { FieldErrors } from '#ui/form/draft/field-errors.ts';
import { commentsOf } from '#ui/form/draft/merchant-form.ts';

export interface RegistrationStart extends DraftStart {
  owner: DraftOwner;
  registrant: CarriedRegistration;
  /** The comments of the reviewer, by field. */
  comments: FieldErrors;
  review: MerchantProfile['review'];
}

const REGISTRATION_DRAFT = 'registration';

/** Deletes the draft after the registration. */
export function deleteRegistrationDraft(email: string): Promise<void> {
  const { files } = emptyDraft('');
  return deleteDraft({ email, name: REGISTRATION_DRAFT }, Object.keys(files));
}

/** The start of the form: the draft on this device, else the submitted data, else nothing. */
export async function startRegistration(
  registrant: CarriedRegistration,
  profile: MerchantProfile | null,
): Promise<RegistrationStart> {
  const submitted = profile
    ? await call(getRegistration, { params: { merchantId: profile.id } })
    : null;
  const start = submitted ? draftOf(submitted) : emptyDraft(registrant.businessName);
  const review = profile?.review ?? null;
  const basis = profile ? `correction ${review?.at ?? ''}` : 'new';
  const { email } = registrant;
  const owner = { name: REGISTRATION_DRAFT, email, basis, format: formatOf(registrant) };
  return {
    owner,
    registrant,
    ...(await startDraft(owner, start)),
    comments: commentsOf(review?.corrections ?? []),
    review,
  };
}
