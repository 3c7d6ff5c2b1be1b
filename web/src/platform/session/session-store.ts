import { fieldsOf, parseJsonOrNull } from '@tegeka/contract/kit/json.ts';

/**
 * The keys in local storage: those of the specification (section 9), and when the person was last
 * active (4.1.5), in milliseconds since 1970.
 */
export const STORED = {
  token: 'JWT_TOKEN',
  refreshToken: 'REFRESH_TOKEN',
  userName: 'USERNAME',
  user: 'CURRENT_USER',
  organization: 'currentOrganization',
  activity: 'LAST_ACTIVITY',
} as const;

/** What the sign-in knows of a business that is not active, to register or correct it. */
export interface CarriedRegistration {
  firstName: string;
  lastName: string;
  businessName: string;
  organizationId: string;
  /** +256 and nine digits. */
  phoneNumber: string;
  email: string;
}

/** The signed-in person as stored in the browser. */
export interface CurrentUser {
  organizationId?: string;
  /** Of an active merchant. */
  merchantId?: string;
  bankId?: string;
  firstName: string;
  lastName: string;
  email: string;
  roles: readonly string[];
  /** Set at sign-in while the merchant is not active. */
  registration?: CarriedRegistration;
}

export interface Organization {
  organizationId: string | null;
  organizationName: string;
  logoUrl: string | null;
}

/** The signed-in person with the data that calls need. */
export interface Session {
  user: CurrentUser;
  organization: Organization | null;
  /** The access token. It may be about to expire; calls use `accessToken()`. */
  token: string;
}

type StoredName = (typeof STORED)[keyof typeof STORED];

/** A stored text. Null if there is none, or no storage. */
export function readStored(name: StoredName): string | null {
  try {
    return globalThis.localStorage?.getItem(name) ?? null;
  } catch {
    return null;
  }
}

export function writeStored(name: StoredName, value: string): void {
  localStorage.setItem(name, value);
}

export function clearStored(): void {
  for (const name of Object.values(STORED)) localStorage.removeItem(name);
}

// Written by this app. A person who edits it changes only their own display.
function userOf(value: unknown): CurrentUser {
  const user = fieldsOf(value);
  if (!('email' in user)) throw new TypeError('This is no user');
  return user as unknown as CurrentUser;
}
const organizationOf = (value: unknown) => fieldsOf(value) as unknown as Organization;

/** The stored session. Null without a token and a valid user. */
export function readSession(): Session | null {
  const token = readStored(STORED.token);
  const user = parseJsonOrNull({ parse: userOf }, readStored(STORED.user));
  if (!token || !user) return null;
  const organization = parseJsonOrNull({ parse: organizationOf }, readStored(STORED.organization));
  return { token, user, organization };
}
