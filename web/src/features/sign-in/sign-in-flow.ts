import { getBankProfile } from '@tegeka/contract/banks.ts';
import {
  type DashboardDomain,
  type Domain,
  hasDashboard,
  OPERATOR_ORGANIZATION_NAME,
} from '@tegeka/contract/kit/domains.ts';
import { getMerchantProfile } from '@tegeka/contract/merchants/merchants.ts';
import { getCurrentUser, type User } from '@tegeka/contract/users.ts';
import { claimsOf } from '#platform/session/access-token.ts';
import { alert } from '#platform/device/page.ts';
import { call } from '#platform/call/call.ts';
import { announceLookup, CallFailed } from '#platform/call/call-failed.ts';
import { config } from '#platform/config/config.ts';
import { leaveFor, takeFailedStart } from '#platform/session/provider.ts';
import {
  isAnswer,
  keepWanted,
  logoutNote,
  takeWanted,
  wantedPath,
} from '#platform/session/session-start.ts';
import { readStored, STORED } from '#platform/session/session-store.ts';
import {
  accessToken,
  type CurrentUser,
  keepUser,
  leaveApp,
  removeTokens,
  session,
  signOut,
  storeTokens,
} from '#platform/session/session.ts';

/** Result of a visit to auth/login. `leaving`: the browser is being redirected to the provider. */
export type SignInEnd =
  | { kind: 'go'; to: string }
  | { kind: 'leaving' }
  | { kind: 'failed'; message: string };

const LANDING = '/dashboard/mandates';

/** The sentences of the specification, section 8. */
const REFUSED = 'Sorry, You are not authorised to login. Please contact the administrator.';
const FAILED = 'Sorry, our server encountered an error. Please try again.';

const sentenceOf = (error: string) => (error === 'invalid_grant' ? REFUSED : FAILED);

/** A person who may enter, with the data that the domain's start needs. */
interface Admitted {
  domain: DashboardDomain;
  organizationId: string;
}

/**
 * Admits a person whose domains include this one, who has an organization, and whose domain has a
 * dashboard (not CONSUMER, not ACH). Null for anybody else.
 */
export function admit(user: User, domain: Domain): Admitted | null {
  const organizationId = user.attributes.organizationId[0];
  if (!user.attributes.domainName.includes(domain)) return null;
  if (!organizationId || !hasDashboard(domain)) return null;
  return { domain, organizationId };
}

/** Looks up the profile of a business or bank. Null if none is registered yet. */
async function findProfile<T>(calling: Promise<T>): Promise<T | null> {
  try {
    return await calling;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.status === 404) return null;
    announceLookup(error);
    throw error;
  }
}

/** Stores a merchant's person. Merchant and organization are stored for active merchants only. */
async function enterMerchant(user: User, person: CurrentUser, organizationId: string) {
  const merchant = await findProfile(call(getMerchantProfile, { params: { organizationId } }));
  if (merchant?.merchantState === 'ACTIVE') {
    const { businessName: organizationName, logoUrl } = merchant;
    keepUser({ ...person, merchantId: merchant.id }, { organizationId, organizationName, logoUrl });
    return LANDING;
  }
  const { firstName, lastName, email, attributes } = user;
  const businessName = attributes.businessName[0] ?? '';
  const phoneNumber = attributes.phoneNumber[0] ?? '';
  const registration = { firstName, lastName, businessName, organizationId, phoneNumber, email };
  keepUser({ ...person, registration }, null);
  return merchant ? '/register/pending-approval' : '/register/business';
}

/** Stores what the person's domain needs, and returns where to go. */
async function enterDomain(user: User, { domain, organizationId }: Admitted): Promise<string> {
  const { firstName, lastName, email } = user;
  const roles = claimsOf(readStored(STORED.token) ?? '')?.roles ?? user.roles;
  const person = { organizationId, firstName, lastName, email, roles };
  if (domain === 'MERCHANT') return enterMerchant(user, person, organizationId);
  if (domain === 'BANK') {
    const bank = await findProfile(call(getBankProfile, { params: { organizationId } }));
    if (!bank) return '/auth/404';
    const { id, name, logoUrl } = bank;
    keepUser({ ...person, bankId: id }, { organizationId, organizationName: name, logoUrl });
  } else {
    const organizationName = OPERATOR_ORGANIZATION_NAME;
    keepUser(person, { organizationId, organizationName, logoUrl: '/logo.svg' });
  }
  return LANDING;
}

/**
 * Logs a person out who is not admitted: of this app alone where another app admits them, else wholly
 * (spec notes, 30).
 */
async function refuseAccount(user: User): Promise<SignInEnd> {
  if (!user.attributes.domainName.some((domain) => admit(user, domain))) {
    await signOut();
    return { kind: 'leaving' };
  }
  logoutNote.set({ kind: 'not-admitted', email: user.email });
  await leaveApp();
  return { kind: 'go', to: '/auth/logout' };
}

/** Loads the signed-in person, admits them and stores what their domain needs. */
async function resolve(returnTo: string): Promise<SignInEnd> {
  try {
    const user = await call(getCurrentUser, {});
    const admitted = admit(user, config().domain);
    if (!admitted) return await refuseAccount(user);
    const to = await enterDomain(user, admitted);
    const kept = takeWanted();
    return { kind: 'go', to: (to === LANDING ? (wantedPath(returnTo) ?? kept) : null) ?? to };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.status === 403) return { kind: 'leaving' };
    if (error.status === 404) return { kind: 'go', to: '/auth/404' };
    if (error.status === 401) removeTokens();
    return { kind: 'failed', message: `${FAILED} ${error.advice() ?? ''}`.trim() };
  }
}

async function readProviderAnswer(): Promise<SignInEnd> {
  const address = location.href;
  // Removes code and error from the history. A reload starts a new sign-in.
  history.replaceState(history.state, '', '/auth/login');
  const { readAnswer } = await import('#platform/session/provider-tokens.ts');
  const answer = await readAnswer(address);
  if (answer.kind === 'no-session') {
    keepWanted(answer.returnTo);
    logoutNote.set({ kind: 'not-signed-in' });
    // The guards of the route lead on.
    return { kind: 'go', to: answer.returnTo };
  }
  if (answer.kind === 'failed') {
    if (!answer.check) return { kind: 'failed', message: sentenceOf(answer.error) };
    alert({ kind: 'error', message: sentenceOf(answer.error) });
    return { kind: 'go', to: '/auth/logout' };
  }
  storeTokens(answer.tokens);
  return resolve(answer.returnTo);
}

async function begin(): Promise<SignInEnd> {
  if (isAnswer(location.search)) return readProviderAnswer();
  const token = readStored(STORED.token) === null ? null : await accessToken();
  if (session.current() !== null || token !== null) return resolve('/');
  try {
    // start.ts has just tried it and failed.
    if (takeFailedStart()) return { kind: 'failed', message: FAILED };
    await leaveFor({ kind: 'sign-in', returnTo: '/' });
    return { kind: 'leaving' };
  } catch {
    return { kind: 'failed', message: FAILED };
  }
}

let running: Promise<SignInEnd> | null = null;

/** Starts or continues a sign-in. Concurrent calls share one run: a code can be exchanged once. */
export async function enter(): Promise<SignInEnd> {
  running ??= begin();
  try {
    return await running;
  } finally {
    running = null;
  }
}
