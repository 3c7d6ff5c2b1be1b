import { DOMAINS, type Domain } from '@tegeka/contract/kit/domains.ts';
import { PERMISSIONS, type Permission } from '@tegeka/contract/kit/permissions.ts';

/** Who a valid access token speaks for. */
export interface TokenHolder {
  userId: string;
  /** The provider's name of the session that the token was given in, where it tells. */
  sessionId: string | null;
  firstName: string;
  lastName: string;
  email: string;
  /** The domains the token admits to. */
  domains: readonly Domain[];
  organizationId: string | null;
  businessName: string | null;
  phoneNumber: string | null;
  /** Realm roles as the token has them. */
  roles: readonly string[];
}

/** A token holder admitted to a row: in one domain, for one organization. */
export interface Caller extends TokenHolder {
  domain: Domain;
  organizationId: string;
  permissions: ReadonlySet<Permission>;
}

/** Checks an access token; null for one that is not valid. Throws when the keys can not be had. */
export type VerifyToken = (token: string) => Promise<TokenHolder | null>;

/** A domain by name, as headers and token attributes carry it. */
export function domainOf(name: unknown): Domain | null {
  return DOMAINS.find((known) => known === name) ?? null;
}

/** The permissions among a token's realm roles. */
export function permissionsIn(roles: readonly string[]): ReadonlySet<Permission> {
  return new Set(PERMISSIONS.filter((known) => roles.includes(known)));
}
