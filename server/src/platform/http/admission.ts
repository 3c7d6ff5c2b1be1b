import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Caller,
  domainOf,
  permissionsIn,
  type TokenHolder,
  type VerifyToken,
} from './caller.ts';
import type { Config } from '#config.ts';
import { isOtherAppOrigin } from './cors.ts';
import { refuse } from './refusal.ts';

const BEARER = /^Bearer ([\w.~+/-]+=*)$/i;

function tokenOf(request: FastifyRequest): string | null {
  return BEARER.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/**
 * The domain of the call. The Application-Domain header only chooses among the domains of the
 * token; any other domain is refused.
 */
function domainOfCall(request: FastifyRequest, holder: TokenHolder) {
  const named = request.headers['application-domain'];
  const domain = named === undefined ? holder.domains[0] : domainOf(named);
  return domain && holder.domains.includes(domain) ? domain : null;
}

/**
 * Authorizes the bearer of a valid token for an endpoint, by domain and permission. Refuses
 * NOT_SIGNED_IN without a valid token, NOT_ADMITTED in a wrong domain or without an organization,
 * and NOT_FOUND if the domain is right but the permission is missing.
 */
export async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  verify: VerifyToken,
): Promise<Caller | null> {
  if (endpoint.admission.kind === 'public') return null;
  const token = tokenOf(request);
  const holder = token === null ? null : await verify(token);
  if (!holder) throw refuse('NOT_SIGNED_IN');
  const named = domainOfCall(request, holder);
  const domain = named ?? (endpoint.admission.anyApp ? holder.domains[0] : null);
  const { organizationId } = holder;
  if (!domain || organizationId === null) throw refuse('NOT_ADMITTED');
  if (!endpoint.admission.domains.includes(domain)) throw refuse('NOT_ADMITTED');
  const permissions = permissionsIn(holder.roles);
  const { permission } = endpoint.admission;
  if (permission && !permissions.has(permission)) throw refuse('NOT_FOUND');
  return { ...holder, domain, organizationId, permissions };
}

/** The cookie with the CSRF token. The page can read it. */
const CSRF_COOKIE = 'XSRF-TOKEN';
const HEADER = 'x-xsrf-token';
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sets a CSRF token cookie if the browser has none; never on what shared caches may keep. */
export function offerCsrfToken(request: FastifyRequest, reply: FastifyReply, https: boolean): void {
  const shared = /^public\b/.test(String(reply.getHeader('cache-control') ?? ''));
  if (shared || request.cookies[CSRF_COOKIE]) return;
  const token = randomBytes(24).toString('base64url');
  void reply.setCookie(CSRF_COOKIE, token, { path: '/', sameSite: 'lax', secure: https });
}

/**
 * Refuses CSRF_TOKEN_INVALID for a change whose header does not repeat the cookie (double submit). The
 * header may be missing with a bearer token, and in calls of our own apps from another origin, whose
 * pages can not read this cookie.
 */
export function checkCsrf(config: Config, request: FastifyRequest): void {
  if (SAFE.has(request.method)) return;
  const given = request.headers[HEADER];
  if (given === undefined && (tokenOf(request) !== null || isOtherAppOrigin(config, request)))
    return;
  const cookie = Buffer.from(request.cookies[CSRF_COOKIE] ?? '');
  const header = Buffer.from(String(given ?? ''));
  const same = cookie.length > 0 && cookie.length === header.length;
  if (!same || !timingSafeEqual(cookie, header)) throw refuse('CSRF_TOKEN_INVALID');
}
