/** The names in local storage: these and no other (specification, section 9). */
export const STORED = {
  token: 'JWT_TOKEN',
  refreshToken: 'REFRESH_TOKEN',
  userName: 'USERNAME',
  user: 'CURRENT_USER',
  organization: 'currentOrganization',
} as const;

/** A business that is still to be registered: what sign-in knows of it. */
export interface CarriedRegistration {
  firstName: string;
  lastName: string;
  businessName: string;
  organizationId: string;
  phoneNumber: string;
  email: string;
}

/** The signed-in person as kept in the browser. */
export interface CurrentUser {
  organizationId?: string;
  merchantId?: string;
  bankId?: string;
  firstName: string;
  lastName: string;
  email: string;
  roles: readonly string[];
  /** Carried from sign-in where no merchant profile exists. */
  registration?: CarriedRegistration;
}

/** The organization that the side shell shows. */
export interface Organization {
  organizationId: string | null;
  organizationName: string;
  logoUrl: string | null;
}

/** A signed-in person with what calls need. */
export interface Session {
  user: CurrentUser;
  organization: Organization | null;
  /** The access token; it may be about to expire, calls take theirs from `accessToken()`. */
  token: string;
}

type StoredName = (typeof STORED)[keyof typeof STORED];

/** A stored text; null where there is none, or no storage at all. */
export function readStored(name: StoredName): string | null {
  try {
    return globalThis.localStorage?.getItem(name) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a text under one of the agreed names. */
export function writeStored(name: StoredName, value: string): void {
  localStorage.setItem(name, value);
}

/** Removes everything the session keeps. */
export function clearStored(): void {
  for (const name of Object.values(STORED)) localStorage.removeItem(name);
}

function parsed(text: string | null): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The kept session; null unless there is a token and a user who can be read. */
export function readSession(): Session | null {
  const token = readStored(STORED.token);
  const user = parsed(readStored(STORED.user));
  if (!token || typeof user !== 'object' || user === null || !('email' in user)) return null;
  // Written by this app under a name of its own; a person who edits it only misleads themselves.
  return {
    token,
    user: user as CurrentUser,
    organization: parsed(readStored(STORED.organization)) as Organization | null,
  };
}
