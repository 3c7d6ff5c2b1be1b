import type { ClientMetadata } from 'oidc-provider';
import type { Domain } from '@tegeka/contract/kit/domains.ts';
import type { Config } from '#config.ts';
import type { Person } from '#identity/accounts/accounts-store.ts';
import { originOf, returnAddresses, signInDomains } from '#platform/http/origins.ts';

/** The domain of the app that a redirect address belongs to. Null if it is not one of our apps. */
export function domainOfRedirect(config: Config, redirectUri: unknown): Domain | null {
  if (config.http.onlyDomain !== null) return config.http.onlyDomain;
  const origin = typeof redirectUri === 'string' ? URL.parse(redirectUri)?.origin : undefined;
  return (
    signInDomains(config.http).find((domain) => originOf(config.http, domain) === origin) ?? null
  );
}

/** The only client: our web app, a public client at the origins of the apps. */
export function webClient(config: Config): ClientMetadata {
  const { afterSignIn, afterSignOut } = returnAddresses(config.http);
  return {
    client_id: config.identity.clientId,
    client_name: 'Tegeka',
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: afterSignIn,
    post_logout_redirect_uris: afterSignOut,
  };
}

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
