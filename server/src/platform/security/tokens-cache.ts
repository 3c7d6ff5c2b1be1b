import { createHash } from 'node:crypto';
import type { TokenHolder } from '#platform/http/caller.ts';
import type { Clock } from '#platform/clock.ts';

/** Tokens that are kept at most; each belongs to a session that is in use. */
const MOST = 10_000;
/** A key that its provider withdraws lets nobody in for longer, milliseconds. */
const LONGEST = 60_000;

/** What is known of a token whose signature was right. */
export interface KnownToken {
  holder: TokenHolder;
  /** Milliseconds since 1970; the token counts no longer. */
  expiresAt: number;
}

/**
 * Keeps who valid tokens speak for, so that a session's calls do not check one signature over and
 * over. Only good answers are kept, under a hash, and none beyond the token's own end.
 */
export function keepTokens(clock: Clock) {
  const kept = new Map<string, KnownToken>();
  return async (
    token: string,
    check: (token: string) => Promise<KnownToken | null>,
  ): Promise<TokenHolder | null> => {
    const key = createHash('sha256').update(token).digest('base64');
    const known = kept.get(key);
    if (known && clock.now().getTime() < known.expiresAt) return known.holder;
    kept.delete(key);
    const checked = await check(token);
    if (!checked) return null;
    const expiresAt = Math.min(checked.expiresAt, clock.now().getTime() + LONGEST);
    const [oldest] = kept.keys();
    if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest);
    kept.set(key, { ...checked, expiresAt });
    return checked.holder;
  };
}
