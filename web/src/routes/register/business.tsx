import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { getMerchantProfile, type MerchantProfile } from '@tegeka/contract/merchants/merchants.ts';
import type { Step } from '#features/registration/registration-form.ts';
import {
  deleteRegistrationDraft,
  startRegistration,
} from '#features/registration/registration-start.ts';
import {
  RegistrationSuccess,
  RegistrationWizard,
} from '#features/registration/registration-wizard.tsx';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { config } from '#platform/config/config.ts';
import { requireSession } from '#platform/session/guard.ts';
import { redirectTo } from '#platform/router/route-data.ts';
import { session } from '#platform/session/session.ts';

const STEPS: readonly Step[] = [
  'BUSINESS_INFO',
  'BUSINESS_ADDRESS',
  'BUSINESS_BANK',
  'REVIEW',
  'SUCCESS',
];

/**
 * The step that the address asks for; a wrong word is left out. Read by hand, since the router
 * needs it at the start of the app, where every page would pay for a schema.
 */
function searchOf(search: Record<string, unknown>): { step?: Step } {
  const step = STEPS.find((known) => known === search['step']);
  return step ? { step } : {};
}

/** The merchant of the organization; null where it has not registered yet. */
async function profileOf(organizationId: string): Promise<MerchantProfile | null> {
  try {
    return await call(getMerchantProfile, { params: { organizationId } });
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) return null;
    throw error;
  }
}

async function load(asked: Step | undefined) {
  const { user } = session.current() ?? redirectTo('/auth/logout');
  const { registration } = user;
  // Only who was signed in while the business was active has none.
  if (!registration) return redirectTo('/auth/login');
  const profile = await profileOf(registration.organizationId);
  if (!profile || profile.merchantState === 'ACTION_REQUIRED')
    return startRegistration(registration, profile);
  // An answer that was lost on the way: the business is registered, the draft has done its work.
  await deleteRegistrationDraft(user.email);
  if (asked === 'SUCCESS' && profile.merchantState === 'PENDING_APPROVAL') return null;
  return redirectTo('/register/pending-approval');
}

function RegisterBusiness() {
  const { step = 'BUSINESS_INFO' } = Route.useSearch();
  const start = Route.useLoaderData();
  const navigate = useNavigate({ from: '/register/business' });
  if (step === 'SUCCESS' || !start) return <RegistrationSuccess />;
  const goTo = (next: Step) => void navigate({ search: { step: next } });
  return <RegistrationWizard start={start} step={step} onStep={goTo} />;
}

export const Route = createFileRoute('/register/business')({
  staticData: { title: 'Register Business' },
  validateSearch: searchOf,
  beforeLoad: () => {
    requireSession();
    if (config().domain !== 'MERCHANT') redirectTo('/auth/404');
  },
  loader: ({ location }) => load(searchOf(location.search).step),
  // From here on the page keeps what is typed; a change of step does not load again.
  staleTime: Infinity,
  gcTime: 0,
  component: RegisterBusiness,
});
