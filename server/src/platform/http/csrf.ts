import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './refusal.ts';

/** The cookie with the CSRF token. The page can read it. */
const CSRF_COOKIE = 'XSRF-TOKEN';
const HEADER = 'x-xsrf-token';
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sets a CSRF token cookie if the browser has none. */
export function offerCsrfToken(request: FastifyRequest, reply: FastifyReply, https: boolean): void {
  if (request.cookies[CSRF_COOKIE]) return;
  const token = randomBytes(24).toString('base64url');
  void reply.setCookie(CSRF_COOKIE, token, { path: '/', sameSite: 'lax', secure: https });
}

/**
 * Refuses a change whose header does not repeat the cookie (double submit): our page did not send
 * it.
 */
export function checkCsrf(request: FastifyRequest): void {
  if (SAFE.has(request.method)) return;
  const cookie = Buffer.from(request.cookies[CSRF_COOKIE] ?? '');
  const header = Buffer.from(String(request.headers[HEADER] ?? ''));
  const same = cookie.length > 0 && cookie.length === header.length;
  if (!same || !timingSafeEqual(cookie, header)) throw refuse('CSRF_TOKEN_INVALID');
}
