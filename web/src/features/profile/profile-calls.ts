import {
  getLatestChange,
  type MerchantChange,
} from '@tegeka/contract/merchants/merchant-changes.ts';
import {
  type BusinessProfile,
  getBusinessProfile,
} from '@tegeka/contract/merchants/merchant-profile.ts';
import { call } from '#platform/call/call.ts';
import { keepUser, session } from '#platform/session/session.ts';

/** The registered data of a business, and its last change. */
export interface ProfileData {
  profile: BusinessProfile;
  change: MerchantChange | null;
}

/** The shell shows name and logo from the session: changes since the sign-in are stored there. */
function keepShellInStep({ businessName, logo }: BusinessProfile): void {
  const { user, organization } = session.current() ?? {};
  if (!user || !organization) return;
  if (organization.organizationName === businessName && organization.logoUrl === logo.url) return;
  keepUser(user, { ...organization, organizationName: businessName, logoUrl: logo.url });
}

export async function fetchProfileData(merchantId: string): Promise<ProfileData> {
  const [profile, { change }] = await Promise.all([
    call(getBusinessProfile, { params: { merchantId } }),
    call(getLatestChange, { params: { merchantId } }),
  ]);
  keepShellInStep(profile);
  return { profile, change };
}
