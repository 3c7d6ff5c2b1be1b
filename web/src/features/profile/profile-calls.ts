import {
  getLatestChange,
  type MerchantChange,
  withdrawChange,
} from '@tegeka/contract/merchants/merchant-changes.ts';
import {
  type BusinessProfile,
  getBusinessProfile,
  revealAccountNumber,
} from '@tegeka/contract/merchants/merchant-profile.ts';
import { call } from '#platform/call/call.ts';
import { keepUser, session } from '#platform/session/session.ts';

/** A business as it is registered, and the change that was sent last. */
export interface ProfileData {
  profile: BusinessProfile;
  change: MerchantChange | null;
}

/** The side shell shows name and logo as of the sign-in: what changed since then follows here. */
function keepShellInStep({ businessName, logo }: BusinessProfile): void {
  const current = session.current();
  const { organization } = current ?? {};
  if (!current || !organization) return;
  const same = organization.organizationName === businessName && organization.logoUrl === logo.url;
  if (same) return;
  const now = { ...organization, organizationName: businessName, logoUrl: logo.url };
  keepUser(current.user, now);
}

/** The business as it is registered now. */
async function fetchProfile(merchantId: string): Promise<BusinessProfile> {
  const profile = await call(getBusinessProfile, { params: { merchantId } });
  keepShellInStep(profile);
  return profile;
}

/** Everything that the section shows. */
export async function fetchProfileData(merchantId: string): Promise<ProfileData> {
  const [profile, { change }] = await Promise.all([
    fetchProfile(merchantId),
    call(getLatestChange, { params: { merchantId } }),
  ]);
  return { profile, change };
}

/** The whole account number; each look is on record. */
export async function revealNumber(merchantId: string): Promise<string> {
  return (await call(revealAccountNumber, { params: { merchantId } })).accountNumber;
}

/** Takes a change back. */
export async function takeChangeBack(merchantId: string, changeId: string): Promise<void> {
  await call(withdrawChange, { params: { merchantId, changeId } });
}
