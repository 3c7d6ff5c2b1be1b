import type { MerchantProfile } from '@tegeka/contract/merchants/merchants.ts';
import { getCurrentUser } from '@tegeka/contract/users.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import type { CurrentUser } from '#platform/session/session.ts';
import { registrationQuery } from '#features/registration/registration-calls.ts';
import { draftOf, emptyDraft, type Registrant } from '#features/registration/registration-form.ts';
import {
  deleteDraft,
  type DraftOwner,
  type DraftStart,
  startDraft,
} from '#ui/form/draft/field-draft.ts';
import type { FieldErrors } from '#ui/form/draft/field-errors.ts';
import { commentsOf } from '#ui/form/draft/merchant-form.ts';

/** What the form starts from. */
export interface RegistrationStart extends DraftStart {
  owner: DraftOwner;
  registrant: Registrant;
  /** What the reviewer asked to have corrected, at the fields of the form. */
  comments: FieldErrors;
  review: MerchantProfile['review'];
}

const REGISTRATION_DRAFT = 'registration';

/** Deletes what was typed: the business is registered. */
export function deleteRegistrationDraft(email: string): Promise<void> {
  const { files } = emptyDraft('');
  return deleteDraft({ email, name: REGISTRATION_DRAFT }, Object.keys(files));
}

/** Who registers: as carried from sign-in, or asked of the server where nothing was carried. */
async function registrantOf(user: CurrentUser): Promise<Registrant> {
  if (user.registration) return user.registration;
  const { firstName, lastName, email, attributes } = await cache.ensureQueryData(
    endpointQuery(getCurrentUser, {}),
  );
  return {
    firstName,
    lastName,
    email,
    organizationId: attributes.organizationId[0] ?? '',
    businessName: attributes.businessName[0] ?? '',
    phoneNumber: attributes.phoneNumber[0] ?? '',
  };
}

/** Milliseconds for which an answer that was asked for ahead counts as this load's own. */
const SAME_LOAD_MS = 5000;

/**
 * Asks for what the form will need at the same time as for the profile, which says whether it will:
 * on a poor line each call that waits for another one costs most of a second.
 */
export function askAhead(user: CurrentUser): void {
  if (!user.registration) void cache.prefetchQuery(endpointQuery(getCurrentUser, {}));
  if (user.merchantId)
    void cache.prefetchQuery({ ...registrationQuery(user.merchantId), staleTime: 0 });
}

/** Where the form begins: what is kept on this device, else what was submitted, else nothing. */
export async function startRegistration(
  user: CurrentUser,
  profile: MerchantProfile | null,
): Promise<RegistrationStart> {
  const registrant = await registrantOf(user);
  const submitted = profile
    ? await cache.fetchQuery({ ...registrationQuery(profile.id), staleTime: SAME_LOAD_MS })
    : null;
  const start = submitted ? draftOf(submitted) : emptyDraft(registrant.businessName);
  const review = profile?.review ?? null;
  const basis = profile ? `correction ${review?.at ?? ''}` : 'new';
  const owner = { name: REGISTRATION_DRAFT, email: user.email, basis };
  return {
    owner,
    registrant,
    ...(await startDraft(owner, start)),
    comments: commentsOf(review?.corrections ?? []),
    review,
  };
}
