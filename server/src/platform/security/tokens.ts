import { createHash } from 'node:crypto';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import type { Config } from '#config.ts';
import { domainOf, type TokenHolder, type VerifyToken } from '#platform/http/caller.ts';
import type { Clock } from '#platform/clock-and-ids.ts';
import { refuse } from '#platform/http/refusal.ts';

/** Asymmetric signatures only. A shared secret or an unsigned token is never accepted. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256'];
/** Tolerated clock difference between two machines, in seconds. */
const CLOCK_TOLERANCE = 5;
/** Timeout of fetching the provider's keys, milliseconds. */
const FETCH_LIMIT = 3000;
/** After a failed fetch, no other one begins for this time, milliseconds. */
const PAUSE_AFTER_FAILURE = 5000;
/** Least time between two fetches for unknown key ids, which anybody can invent, milliseconds. */
const PAUSE_BETWEEN_FETCHES = 5000;
/** The provider's keys are fetched again after this time, milliseconds: one that it removed is refused then. */
const KEYS_MAX_AGE = 10 * 60_000;

const text = z.catch(z.string(), '');
/** Providers send an attribute as a list or, if it has one value, as that value. */
const list = z.catch(
  z.pipe(
    z.union([z.array(z.string()), z.string()]),
    z.transform((given: string | string[]) => (typeof given === 'string' ? [given] : given)),
  ),
  [],
);

const claimsShape = z.object({
  sub: z.string().check(z.minLength(1)),
  sid: text,
  realm_access: z.catch(z.object({ roles: list }), { roles: [] }),
  given_name: text,
  family_name: text,
  email: text,
  domainName: list,
  organizationId: list,
  businessName: list,
  phoneNumber: list,
});

function holderOf(payload: JWTPayload): TokenHolder | null {
  const parsed = claimsShape.safeParse(payload);
  if (!parsed.success) return null;
  const { data } = parsed;
  return {
    userId: data.sub,
    sessionId: data.sid === '' ? null : data.sid,
    firstName: data.given_name,
    lastName: data.family_name,
    email: data.email,
    domains: data.domainName.flatMap((name) => domainOf(name) ?? []),
    organizationId: data.organizationId.find((id) => z.uuid().safeParse(id).success) ?? null,
    businessName: data.businessName[0] ?? null,
    phoneNumber: data.phoneNumber[0] ?? null,
    roles: data.realm_access.roles,
  };
}

/** True if the token is invalid, as opposed to a failure to get the provider's keys. */
function isTokenError(error: unknown): boolean {
  return (
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  );
}

/**
 * The keys of an external provider: fetched over HTTP with a timeout, cached for ten minutes,
 * fetched again for an unknown key id. An unreachable provider is tried again after five seconds;
 * meanwhile the keys that were fetched last count, and other key ids are refused with SERVER_OFF.
 */
function remoteKeys(url: string, clock: Clock): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url), {
    timeoutDuration: FETCH_LIMIT,
    cooldownDuration: PAUSE_BETWEEN_FETCHES,
    cacheMaxAge: KEYS_MAX_AGE,
  });
  const fetchedLast: JWTVerifyGetKey = async (header, token) => {
    const fetched = keys.jwks();
    if (!fetched) throw refuse('SERVER_OFF');
    return createLocalJWKSet(fetched)(header, token).catch((error: unknown) => {
      throw error instanceof errors.JWKSNoMatchingKey ? refuse('SERVER_OFF') : error;
    });
  };
  let silentUntil = 0;
  return async (header, token) => {
    if (clock.now().getTime() < silentUntil) return fetchedLast(header, token);
    try {
      return await keys(header, token);
    } catch (error) {
      if (isTokenError(error)) throw error;
      silentUntil = clock.now().getTime() + PAUSE_AFTER_FAILURE;
      return fetchedLast(header, token);
    }
  };
}

/** Maximum number of cached tokens. Each belongs to a session in use. */
const MAX_TOKENS = 10_000;
/** Maximum lifetime of an entry, milliseconds: then its key has to be known again, and its session open. */
const MAX_AGE = 60_000;

/** The holder of a token whose signature was verified. */
interface KnownToken {
  holder: TokenHolder;
  /** Expiry of the token, in milliseconds since 1970. */
  expiresAt: number;
}

/**
 * Caches the holders of valid tokens, so that the signature is not verified at every call. Only
 * valid tokens are cached, under a hash, and not beyond their expiry.
 */
function tokenCache(clock: Clock) {
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

/** True while the session of a holder is open. A token alone outlives it by minutes. */
type IsOpen = (holder: TokenHolder) => Promise<boolean>;

/**
 * Opens the verification of access tokens by issuer, audience, signature and times. The keys are
 * those of the embedded provider if given, otherwise those of the configured provider (Keycloak's
 * JWKS address by default). A token whose session has ended is not valid; this is felt after a minute at the
 * latest. Refuses SERVER_OFF while keys are not available.
 */
export function openTokens(
  config: Config,
  clock: Clock,
  embeddedKeys: JWTVerifyGetKey | null,
  isOpen: IsOpen,
): VerifyToken {
  const { issuer, audience, jwksUrl } = config.identity;
  const keys =
    embeddedKeys ?? remoteKeys(jwksUrl ?? `${issuer}/protocol/openid-connect/certs`, clock);
  const cached = tokenCache(clock);
  const check = async (token: string): Promise<KnownToken | null> => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        currentDate: clock.now(),
        clockTolerance: CLOCK_TOLERANCE,
        requiredClaims: ['sub', 'exp'],
      });
      const holder = holderOf(payload);
      return holder && { holder, expiresAt: (payload.exp ?? 0) * 1000 };
    } catch (error) {
      if (isTokenError(error)) return null;
      throw refuse('SERVER_OFF');
    }
  };
  return (token) =>
    cached(token, async (given) => {
      const checked = await check(given);
      return checked && (await isOpen(checked.holder)) ? checked : null;
    });
}
