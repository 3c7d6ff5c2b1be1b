import { createFileRoute } from '@tanstack/react-router';
import { getMerchantProfile, getRegistration } from '@tegeka/contract/merchants.ts';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { MerchantHead } from '#features/merchant/merchant-head.tsx';
import { draftOf } from '#features/registration/registration-draft.ts';
import { RegistrationSummary } from '#features/registration/registration-summary.tsx';
import { call } from '#platform/call.ts';
import { config } from '#platform/config.ts';
import { session } from '#platform/session.ts';

/** The business as it is registered; null for those who are none, or none yet. */
async function load() {
  const user = session.current()?.user;
  if (config().domain !== 'MERCHANT' || !user?.organizationId || !user.merchantId) return null;
  const { organizationId, merchantId } = user;
  const [profile, registration] = await Promise.all([
    call(getMerchantProfile, { params: { organizationId } }),
    call(getRegistration, { params: { merchantId } }),
  ]);
  return { profile, draft: draftOf(registration) };
}

function BusinessProfile() {
  const business = Route.useLoaderData();
  if (!business) return <DashboardSection name="profile" />;
  return (
    <>
      <MerchantHead profile={business.profile} />
      <RegistrationSummary draft={business.draft} />
    </>
  );
}

export const Route = createFileRoute('/dashboard/profile')({
  staticData: { title: 'Business Profile' },
  loader: load,
  component: BusinessProfile,
});
