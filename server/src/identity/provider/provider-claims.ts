import type { Account } from 'oidc-provider';
import type { Person } from '#identity/accounts/accounts-store.ts';

/** The claims of a person: Keycloak's names, user attributes as lists. */
export function claimsOf(person: Person) {
  return {
    sub: person.id,
    preferred_username: person.email,
    email: person.email,
    email_verified: true,
    given_name: person.firstName,
    family_name: person.lastName,
    name: `${person.firstName} ${person.lastName}`,
    domainName: [person.domain],
    organizationId: [person.organizationId],
    businessName: [person.organizationName],
    phoneNumber: person.phone === null ? [] : [person.phone],
  };
}

/** Claim names by scope, for the discovery document and the ID token. */
export const CLAIMS_BY_SCOPE = {
  openid: ['sub'],
  email: ['email', 'email_verified'],
  profile: [
    'name',
    'given_name',
    'family_name',
    'preferred_username',
    'domainName',
    'organizationId',
    'businessName',
    'phoneNumber',
  ],
  sid: null,
  auth_time: null,
  iss: null,
};

/** Claims of the access token besides the standard ones. */
export function accessTokenClaims(person: Person, sid: string | undefined) {
  const roles = [person.domain, ...person.permissions];
  return { ...claimsOf(person), sid, realm_access: { roles } };
}

/** The person as an account of oidc-provider. */
export function providerAccount(person: Person): Account {
  return { accountId: person.id, claims: () => Promise.resolve(claimsOf(person)) };
}
