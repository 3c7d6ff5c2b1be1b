import {
  createFileRoute,
  lazyRouteComponent,
  useNavigate,
  useRouter,
} from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { MerchantHead } from '#features/merchant/merchant-head.tsx';
import { fetchProfileData } from '#features/profile/profile-calls.ts';
import { startContact } from '#features/profile/profile-contact-draft.ts';
import { type Edit, profileSearchOf } from '#features/profile/profile-search.ts';
import { startChange } from '#features/profile/profile-start.ts';
import { ProfileView } from '#features/profile/profile-view.tsx';
import { config } from '#platform/config/config.ts';
import { session } from '#platform/session/session.ts';
import { WaitNotice } from '#ui/shell/wait-notice.tsx';

// Forms, and the rules for phone numbers with them, are loaded by those who edit.
const ProfileContact = lazyRouteComponent(
  () => import('#features/profile/profile-contact.tsx'),
  'ProfileContact',
);
const ProfileChange = lazyRouteComponent(
  () => import('#features/profile/profile-change.tsx'),
  'ProfileChange',
);

/** The business as it is registered; null for those who are none, or none yet. */
async function load() {
  const user = session.current()?.user;
  if (config().domain !== 'MERCHANT' || !user?.merchantId) return null;
  const data = await fetchProfileData(user.merchantId);
  const mayChange = user.roles.includes('merchants.register');
  const contact = await startContact(user.email, data.profile);
  return { data, mayChange, start: await startChange(user.email, data), contact };
}

function BusinessProfile() {
  const business = Route.useLoaderData();
  const { edit } = Route.useSearch();
  const router = useRouter();
  const navigate = useNavigate({ from: '/dashboard/profile' });
  const [edited, setEdited] = useState(false);
  if (edit && !edited) setEdited(true);
  if (!business) return <DashboardSection name="profile" />;
  const { data, mayChange, start, contact } = business;
  const { profile, change } = data;
  const reload = () => void router.invalidate();
  const goTo = (step?: Edit) => void navigate({ search: step ? { edit: step } : {} });
  // The profile is shown again once it is the one that was saved.
  const done = async () => {
    await router.invalidate({ sync: true });
    goTo();
  };
  if (mayChange && edit === 'contact') {
    return (
      <Suspense fallback={<WaitNotice />}>
        <ProfileContact start={contact} onDone={done} onCancelled={reload} />
      </Suspense>
    );
  }
  // While one change waits there is no second one.
  if (mayChange && edit && change?.state !== 'PENDING_APPROVAL') {
    const steps = { data, start, step: edit === 'check' ? 'check' : 'details' } as const;
    return (
      <Suspense fallback={<WaitNotice />}>
        <ProfileChange {...steps} onStep={goTo} onSent={done} />
      </Suspense>
    );
  }
  const { businessName, merchantState, logo } = profile;
  return (
    <>
      <MerchantHead profile={{ businessName, merchantState, logoUrl: logo.url }} />
      <ProfileView {...{ profile, change, mayChange, returning: edited }} onChanged={reload} />
    </>
  );
}

export const Route = createFileRoute('/dashboard/profile')({
  staticData: { title: 'Business Profile' },
  validateSearch: profileSearchOf,
  loader: load,
  component: BusinessProfile,
});
