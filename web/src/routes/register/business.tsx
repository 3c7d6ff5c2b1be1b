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
 * The step in the search parameters; an unknown one is ignored. Parsed manually: the router needs it at
 * the start of the app, where a schema would add to the first load of every page.
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
  // Missing only for a person who signed in while the business was active.
  if (!registration) return redirectTo('/auth/login');
  const profile = await profileOf(registration.organizationId);
  if (!profile || profile.merchantState === 'ACTION_REQUIRED') {
    // After a submission on this page the loader does not run again.
    if (asked === 'SUCCESS') return redirectTo('/register/business');
    return startRegistration(registration, profile);
  }
  // The business is registered, perhaps by a submission whose answer was lost: the draft is no longer
  // needed.
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
  // Not loaded again, also at a change of step: from here on the form has the input.
  staleTime: Infinity,
  gcTime: 0,
  component: RegisterBusiness,
});
