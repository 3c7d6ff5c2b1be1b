import { DASHBOARD_DOMAINS, DOMAINS, type Domain } from '@tegeka/contract/kit/domains.ts';
import type { Config } from '#config.ts';

/** What a host name belongs to: an app, the identity provider, or the demo's start page. */
export type Place = { kind: 'app'; domain: Domain } | { kind: 'identity' } | { kind: 'start' };

type Http = Config['http'];

/**
 * The origin of a domain's app: scheme, domain in lower case, base host; without a trailing slash.
 */
export function originOf(http: Http, domain: Domain): string {
  if (http.onlyDomain !== null) return `${http.scheme}://${http.baseHost}`;
  return `${http.scheme}://${domain.toLowerCase()}.${http.baseHost}`;
}

/**
 * The path of the payer's page: `/` on the consumers' host, or `/payer` if the host serves the app of
 * another domain (APP_DOMAIN).
 */
export function payerHomePath({ onlyDomain }: Http): `/${string}` {
  return onlyDomain === null || onlyDomain === 'CONSUMER' ? '/' : '/payer';
}

/** The URL of the payer's page, for messages. */
export function payerHomeUrl(http: Http): string {
  return `${originOf(http, 'CONSUMER')}${payerHomePath(http)}`;
}

/** The domains whose apps people sign in to here; with APP_DOMAIN that one alone. */
export function signInDomains({ onlyDomain }: Http): readonly Domain[] {
  return onlyDomain === null ? DASHBOARD_DOMAINS : [onlyDomain];
}

export function appOrigins(http: Http): string[] {
  return signInDomains(http).map((domain) => originOf(http, domain));
}

/** The addresses that the provider may return to. */
export function returnAddresses(http: Http) {
  const origins = appOrigins(http);
  return {
    afterSignIn: origins.map((origin) => `${origin}/auth/login`),
    // After an inactivity sign-out an app redirects to its home page instead.
    afterSignOut: origins.flatMap((origin) => [`${origin}/auth/logout`, `${origin}/`]),
  };
}

export function identityOrigin(config: Config): string {
  return new URL(config.identity.issuer).origin;
}

/** What a Host header belongs to. Null for a host that is not ours. */
export function placeOf(http: Http, hostHeader: string | undefined): Place | null {
  const host = (hostHeader ?? '').toLowerCase();
  if (host === `id.${http.baseHost}`) return { kind: 'identity' };
  if (host === http.baseHost) {
    return http.onlyDomain ? { kind: 'app', domain: http.onlyDomain } : { kind: 'start' };
  }
  const domain = DOMAINS.find((known) => host === `${known.toLowerCase()}.${http.baseHost}`);
  return domain && !http.onlyDomain ? { kind: 'app', domain } : null;
}
