import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config.ts';
import { appOrigins, placeOf } from './origins.ts';

const CALLS = /^\/(api|identity|openapi)\//;

/** Headers that a call may have: see `headersOf` in web/src/platform/call/call-headers.ts. */
const HEADERS =
  'Authorization, Application-Domain, Content-Type, Idempotency-Key, If-Match, X-XSRF-TOKEN';

/** Headers of an answer that an app may read. */
const READ = 'Content-Disposition, Retry-After, X-Request-Id';

/** How long a browser may cache the answer to a preflight, in seconds. */
const REMEMBERED = 600;

/** True if a page of one of our apps calls from another origin. Pages can not forge the Origin header. */
export function isOtherAppOrigin(config: Config, { headers }: FastifyRequest): boolean {
  const { origin, host } = headers;
  if (origin === undefined || URL.parse(origin)?.host === host) return false;
  return appOrigins(config.http).includes(origin);
}

/**
 * Lets the pages of our own apps call the API at another address (SERVER_URL), and answers their
 * preflights. Credentials are allowed, since the proof of a verified code is a cookie. The provider sets
 * its own CORS headers.
 */
export function allowApps(config: Config) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!CALLS.test(request.url) || placeOf(config.http, request.headers.host)?.kind === 'identity')
      return;
    void reply.header('vary', 'origin');
    if (!isOtherAppOrigin(config, request)) return;
    return allowOrigin(request, reply);
  };
}

/** Lets the page that calls read the answer, and answers its preflight. */
export function allowOrigin(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  void reply
    .header('access-control-allow-origin', headers.origin)
    .header('access-control-allow-credentials', 'true')
    .header('access-control-expose-headers', READ);
  if (method !== 'OPTIONS') return undefined;
  return reply
    .header('access-control-allow-headers', HEADERS)
    .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
    .header('access-control-max-age', REMEMBERED)
    .status(204)
    .send();
}
