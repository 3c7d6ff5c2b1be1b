import { DOMAINS, type Domain } from '@tegeka/contract/kit/domains.ts';
import { PERMISSIONS, type Permission } from '@tegeka/contract/kit/permissions.ts';

/** The person that a valid access token identifies. */
export interface TokenHolder {
  userId: string;
  /** The provider's id of the session in which the token was issued. Null if the token lacks it. */
  sessionId: string | null;
  firstName: string;
  lastName: string;
  email: string;
  /** The domains that the token gives access to. */
  domains: readonly Domain[];
  organizationId: string | null;
  businessName: string | null;
  phoneNumber: string | null;
  /** Realm roles as listed in the token. */
  roles: readonly string[];
}

/** A token holder authorized for an endpoint: in one domain, for one organization. */
export interface Caller extends TokenHolder {
  domain: Domain;
  organizationId: string;
  permissions: ReadonlySet<Permission>;
}

/** Verifies an access token. Null if it is not valid. Throws if the keys are not available. */
export type VerifyToken = (token: string) => Promise<TokenHolder | null>;

/** Parses a domain from a header or token attribute. Null if it is unknown. */
export function domainOf(name: unknown): Domain | null {
  return DOMAINS.find((known) => known === name) ?? null;
}

export function permissionsIn(roles: readonly string[]): ReadonlySet<Permission> {
  return new Set(PERMISSIONS.filter((known) => roles.includes(known)));
}
