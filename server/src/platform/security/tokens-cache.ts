import { createHash } from 'node:crypto';
import type { TokenHolder } from '#platform/http/caller.ts';
import type { Clock } from '#platform/clock.ts';

/** Maximum number of cached tokens. Each belongs to a session in use. */
const MAX_TOKENS = 10_000;
/**
 * Maximum lifetime of an entry, milliseconds: a key that its provider revokes is refused after
 * this time.
 */
const MAX_AGE = 60_000;

/** The holder of a token whose signature was verified. */
export interface KnownToken {
  holder: TokenHolder;
  /** Expiry of the token, in milliseconds since 1970. */
  expiresAt: number;
}

/**
 * Caches the holders of valid tokens, so that the signature is not verified at every call. Only
 * valid tokens are cached, under a hash, and not beyond their expiry.
 */
export function tokenCache(clock: Clock) {
  const tokens = new Map<string, KnownToken>();
  return async (
    token: string,
    check: (token: string) => Promise<KnownToken | null>,
  ): Promise<TokenHolder | null> => {
    const key = createHash('sha256').update(token).digest('base64');
    const known = tokens.get(key);
    if (known && clock.now().getTime() < known.expiresAt) return known.holder;
    tokens.delete(key);
    const checked = await check(token);
    if (!checked) return null;
    const expiresAt = Math.min(checked.expiresAt, clock.now().getTime() + MAX_AGE);
    const [oldest] = tokens.keys();
    if (tokens.size >= MAX_TOKENS && oldest !== undefined) tokens.delete(oldest);
    tokens.set(key, { ...checked, expiresAt });
    return checked.holder;
  };
}
