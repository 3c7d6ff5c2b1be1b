import { fieldsOf, parseJson } from '@tegeka/contract/kit/json.ts';

/**
 * Claims that the browser reads from an access token, without verification. Only the server
 * verifies it.
 */
export interface TokenClaims {
  /** Seconds since 1970. */
  issuedAt: number;
  /** Seconds since 1970. */
  expiresAt: number;
  roles: readonly string[];
}

function decoded(part: string): string {
  const base64 = part.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
  return new TextDecoder().decode(bytes);
}

function parseClaims(value: unknown): TokenClaims {
  const { iat, exp, realm_access: access = {} } = fieldsOf(value);
  if (typeof exp !== 'number' || typeof iat !== 'number') throw new TypeError('No times');
  const { roles } = fieldsOf(access);
  return {
    issuedAt: iat,
    expiresAt: exp,
    roles: Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [],
  };
}

/** Reads the claims of an access token. Null if it has not the expected shape. */
export function claimsOf(token: string): TokenClaims | null {
  try {
    return parseJson({ parse: parseClaims }, decoded(token.split('.')[1] ?? ''));
  } catch {
    return null;
  }
}

/** A token is renewed this long before its expiry, in milliseconds. */
export const AHEAD_MS = 45_000;

/**
 * Milliseconds until a token should be renewed; 0 for now. `skew` is how far the device's clock is
 * ahead of the provider's, in milliseconds.
 */
export function renewIn(token: string, now: number, skew: number): number {
  const claims = claimsOf(token);
  if (!claims) return 0;
  return Math.max(0, claims.expiresAt * 1000 + skew - AHEAD_MS - now);
}
