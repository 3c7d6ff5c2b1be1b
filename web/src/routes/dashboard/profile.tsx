import {
  createFileRoute,
  lazyRouteComponent,
  useNavigate,
  useRouter,
} from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { MerchantHead } from '#features/merchant/merchant-state.tsx';
import { whyReadOnly } from '#features/merchant/merchant-labels.ts';
import { fetchProfileData } from '#features/profile/profile-calls.ts';
import { ProfileView } from '#features/profile/profile-view.tsx';
import { currentMerchantId } from '#platform/session/guard.ts';
import { session } from '#platform/session/session.ts';
import { WaitNotice } from '#ui/shell/guest-card.tsx';

// Lazy: only those who edit need the forms.
const ProfileChangeForm = lazyRouteComponent(
  () => import('#features/profile/profile-change-form.tsx'),
  'ProfileChangeForm',
);
const ProfileContactForm = lazyRouteComponent(
  () => import('#features/profile/profile-contact-form.tsx'),
  'ProfileContactForm',
);

/** The forms: contact data, and legal and bank data; `check` shows the difference before it is sent. */
const EDITS = ['contact', 'details', 'check'] as const;
type Edit = (typeof EDITS)[number];

/** The form in the search parameters. Parsed manually: the router needs it at the start of the app. */
function searchOf(search: Record<string, unknown>): { edit?: Edit } {
  const edit = EDITS.find((known) => known === search['edit']);
  return edit ? { edit } : {};
}

/** The profile of the business; null for people without a registered business. */
async function load() {
  const merchantId = currentMerchantId();
  if (!merchantId) return null;
  const data = await fetchProfileData(merchantId);
  const mayChange = session.current()?.user.roles.includes('merchants.register') ?? false;
  return { data, mayChange };
}

function BusinessProfile() {
  const business = Route.useLoaderData();
  const { edit } = Route.useSearch();
  const router = useRouter();
  const navigate = useNavigate({ from: '/dashboard/profile' });
  const [edited, setEdited] = useState(false);
  const isChange = edit === 'details' || edit === 'check';
  if (isChange && !edited) setEdited(true);
  if (!business) return <DashboardSection name="profile" />;
  const { data, mayChange } = business;
  const { profile, change } = data;
  const reload = () => void router.invalidate();
  const goTo = (step?: Edit) => void navigate({ search: step ? { edit: step } : {} });
  // The profile is shown again only after the saved data is loaded.
  const done = async () => {
    await router.invalidate({ sync: true });
    goTo();
  };
  const blocked = whyReadOnly({ ...profile, review: null });
  const mayEdit = mayChange && blocked === null;
  // Only one change may be in review at a time.
  if (mayEdit && isChange && change?.state !== 'PENDING_APPROVAL') {
    return (
      <Suspense fallback={<WaitNotice />}>
        <ProfileChangeForm
          key={profile.detailsVersion}
          data={data}
          checking={edit === 'check'}
          onStep={goTo}
          onSent={done}
          onOvertaken={reload}
        />
      </Suspense>
    );
  }
  const { businessName, merchantState, logo } = profile;
  return (
    <>
      <MerchantHead profile={{ businessName, merchantState, logoUrl: logo.url }} />
      <ProfileView
        profile={profile}
        change={change}
        mayChange={mayChange}
        blocked={blocked}
        returning={edited}
        onChanged={reload}
      />
      {mayEdit && edit === 'contact' && (
        <Suspense>
          <ProfileContactForm
            profile={profile}
            onSaved={() => void done()}
            onClose={() => goTo()}
          />
        </Suspense>
      )}
    </>
  );
}

export const Route = createFileRoute('/dashboard/profile')({
  staticData: { title: 'Business Profile' },
  validateSearch: searchOf,
  loader: load,
  component: BusinessProfile,
});
