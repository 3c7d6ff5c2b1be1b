import type { Domain } from '@tegeka/contract/kit/domains.ts';
import type { Method } from '@tegeka/contract/kit/endpoint.ts';

export interface CallFacts {
  method: Method;
  path: string;
  domain: Domain;
  /** True if the URL is relative to the page's own origin. */
  relative: boolean;
  token: string | null;
  csrfToken: string | null;
  idempotencyKey: string;
}

/** A unique key, such as the idempotency key of a call that may be sent again. */
export const newKey = () => crypto.randomUUID();

const BANKS = '/api/v1/banks';
const RESET = '/users/reset-password';

/** True for calls to the banks content service, which accepts neither tokens nor domains. */
export function toBanksService(method: Method, path: string): boolean {
  return method === 'GET' && path === BANKS;
}

/** True for calls that send the bearer token (specification, section 6). */
export function carriesToken(method: Method, path: string): boolean {
  return !toBanksService(method, path) && !(method === 'GET' && path.includes(RESET));
}

/** The headers of a call, besides its content type. */
export function headersOf(facts: CallFacts): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (!toBanksService(facts.method, facts.path)) headers['Application-Domain'] = facts.domain;
  if (facts.token && carriesToken(facts.method, facts.path))
    headers['Authorization'] = `Bearer ${facts.token}`;
  if (facts.method !== 'GET' && facts.relative && facts.csrfToken)
    headers['X-XSRF-TOKEN'] = facts.csrfToken;
  if (facts.method === 'POST') headers['Idempotency-Key'] = facts.idempotencyKey;
  return headers;
}

export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
}

/** A query string with its '?'. Empty without parameters. */
export function queryText(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
