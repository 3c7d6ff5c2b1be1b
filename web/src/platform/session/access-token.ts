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

function decoded(part: string): unknown {
  const base64 = part.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Reads the claims of an access token. Null if it has not the expected shape. */
export function claimsOf(token: string): TokenClaims | null {
  try {
    // The fields are checked one by one below.
    const payload = decoded(token.split('.')[1] ?? '') as {
      iat?: unknown;
      exp?: unknown;
      realm_access?: { roles?: unknown };
    };
    if (typeof payload.exp !== 'number' || typeof payload.iat !== 'number') return null;
    const roles = payload.realm_access?.roles;
    return {
      issuedAt: payload.iat,
      expiresAt: payload.exp,
      roles: Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [],
    };
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
