import { getBankProfile } from '@tegeka/contract/banks.ts';
import { OPERATOR_ORGANIZATION_NAME } from '@tegeka/contract/kit/domains.ts';
import { getMerchantProfile, type MerchantProfile } from '@tegeka/contract/merchants/merchants.ts';
import { getCurrentUser, type User } from '@tegeka/contract/users.ts';
import { claimsOf } from '#platform/session/access-token.ts';
import { alert } from '#platform/device/alert.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { config } from '#platform/config/config.ts';
import { type CurrentUser, removeTokens, keepUser, signOut } from '#platform/session/session.ts';
import { readStored, STORED } from '#platform/session/session-store.ts';
import { type Admitted, admit } from './sign-in-admission.ts';

/** Result of a visit to auth/login. `leaving`: the browser is being redirected to the provider. */
export type SignInEnd =
  | { kind: 'go'; to: string }
  | { kind: 'leaving' }
  | { kind: 'failed'; message: string };

const LANDING: SignInEnd = { kind: 'go', to: '/dashboard/mandates' };
const PENDING: SignInEnd = { kind: 'go', to: '/register/pending-approval' };
const REGISTER: SignInEnd = { kind: 'go', to: '/register/business' };

/** The stored data of a person in any domain. The roles are those of the access token. */
function basic(user: User, organizationId: string): CurrentUser {
  const { firstName, lastName, email } = user;
  const roles = claimsOf(readStored(STORED.token) ?? '')?.roles ?? user.roles;
  return { organizationId, firstName, lastName, email, roles };
}

async function enterOperator(user: User, { organizationId }: Admitted): Promise<SignInEnd> {
  keepUser(basic(user, organizationId), {
    organizationId,
    organizationName: OPERATOR_ORGANIZATION_NAME,
    logoUrl: '/logo.svg',
  });
  return LANDING;
}

async function enterBank(user: User, { organizationId }: Admitted): Promise<SignInEnd> {
  const bank = await call(getBankProfile, { params: { organizationId } });
  keepUser(
    { ...basic(user, organizationId), bankId: bank.id },
    { organizationId, organizationName: bank.name, logoUrl: bank.logoUrl },
  );
  return LANDING;
}

/** The merchant of an organization. Null if none is registered yet. */
async function findMerchant(organizationId: string): Promise<MerchantProfile | null> {
  try {
    return await call(getMerchantProfile, { params: { organizationId } });
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.status === 404) return null;
    // call() has already shown that the server is off.
    if (error.status !== 0 && error.status !== 503)
      alert({ kind: 'error', message: `E${error.status}` });
    throw error;
  }
}

async function enterMerchant(user: User, { organizationId }: Admitted): Promise<SignInEnd> {
  const merchant = await findMerchant(organizationId);
  const person = basic(user, organizationId);
  if (!merchant) {
    const { firstName, lastName, email, attributes } = user;
    const businessName = attributes.businessName[0] ?? '';
    const phoneNumber = attributes.phoneNumber[0] ?? '';
    const carried = { firstName, lastName, businessName, organizationId, phoneNumber, email };
    const organization = { organizationId, organizationName: businessName, logoUrl: null };
    keepUser({ ...person, registration: carried }, organization);
    return REGISTER;
  }
  keepUser(
    { ...person, merchantId: merchant.id },
    { organizationId, organizationName: merchant.businessName, logoUrl: merchant.logoUrl },
  );
  return merchant.merchantState === 'ACTIVE' ? LANDING : PENDING;
}

const ENTER_BY_DOMAIN = { OPERATOR: enterOperator, BANK: enterBank, MERCHANT: enterMerchant };

/**
 * Loads the signed-in person, admits them, stores what their domain needs, and returns where to
 * go.
 */
export async function resolveProfile(): Promise<SignInEnd> {
  try {
    const user = await call(getCurrentUser, {});
    const admitted = admit(user, config().domain);
    if (admitted) return await ENTER_BY_DOMAIN[admitted.domain](user, admitted);
    await signOut();
    return { kind: 'leaving' };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.status === 403) return { kind: 'leaving' };
    if (error.status === 401) removeTokens();
    return { kind: 'failed', message: error.words() };
  }
}
