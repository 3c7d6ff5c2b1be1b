import { DOMAINS, type Domain } from '@tegeka/contract/kit/domains.ts';
import type { Config } from '#config.ts';

/** What a host name stands for: an app, the identity provider, or the demo's start page. */
export type Place = { kind: 'app'; domain: Domain } | { kind: 'identity' } | { kind: 'start' };

type Http = Config['http'];

/** The home address of a domain: scheme, lowercased domain, base host; without a trailing slash. */
export function originOf(http: Http, domain: Domain): string {
  if (http.onlyDomain !== null) return `${http.scheme}://${http.baseHost}`;
  return `${http.scheme}://${domain.toLowerCase()}.${http.baseHost}`;
}

/** The origin of the embedded identity provider. */
export function identityOrigin(config: Config): string {
  return new URL(config.identity.issuer).origin;
}

/** Which place a Host header names; null for a host that is not ours. */
export function placeOf(http: Http, hostHeader: string | undefined): Place | null {
  const host = (hostHeader ?? '').toLowerCase();
  if (host === `id.${http.baseHost}`) return { kind: 'identity' };
  if (host === http.baseHost) {
    return http.onlyDomain ? { kind: 'app', domain: http.onlyDomain } : { kind: 'start' };
  }
  const domain = DOMAINS.find((known) => host === `${known.toLowerCase()}.${http.baseHost}`);
  return domain && !http.onlyDomain ? { kind: 'app', domain } : null;
}
