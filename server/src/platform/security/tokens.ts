import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import type { Config } from '#config.ts';
import { domainOf, type TokenHolder, type VerifyToken } from '#platform/http/caller.ts';
import type { Clock } from '#platform/clock.ts';
import { refuse } from '#platform/http/refusal.ts';
import { keepTokens, type KnownToken } from './tokens-cache.ts';

/** Asymmetric signatures only: a shared secret or no signature at all is never taken. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256'];
/** Seconds that two machines' clocks may differ. */
const CLOCK_TOLERANCE = 5;
/** How long one fetch of the provider's keys may take, milliseconds. */
const FETCH_LIMIT = 3000;
/** After a failed fetch calls are refused at once for so long, milliseconds. */
const PAUSE_AFTER_FAILURE = 5000;

const text = z.catch(z.string(), '');
/** Providers send an attribute as a list or, when it has one value, as that value. */
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

/** True where the token is at fault, and not the way to the provider's keys. */
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
 * The keys of a provider elsewhere: fetched over HTTP with a time limit, kept for ten minutes,
 * fetched again for an unknown key. An unreachable provider is asked again after five seconds.
 */
function remoteKeys(url: string, clock: Clock): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url), { timeoutDuration: FETCH_LIMIT });
  let silentUntil = 0;
  return async (header, token) => {
    if (clock.now().getTime() < silentUntil) throw refuse('SERVER_OFF');
    try {
      return await keys(header, token);
    } catch (error) {
      if (!isTokenError(error)) silentUntil = clock.now().getTime() + PAUSE_AFTER_FAILURE;
      throw error;
    }
  };
}

/**
 * Opens the check of access tokens by issuer, audience, signature and times. The keys are those of
 * the embedded provider where given, otherwise those of the provider in the configuration
 * (Keycloak's address for keys where none is set). Refuses SERVER_OFF while keys can not be had.
 */
export function openTokens(
  config: Config,
  clock: Clock,
  embeddedKeys: JWTVerifyGetKey | null,
): VerifyToken {
  const { issuer, audience, jwksUrl } = config.identity;
  const keys =
    embeddedKeys ?? remoteKeys(jwksUrl ?? `${issuer}/protocol/openid-connect/certs`, clock);
  const kept = keepTokens(clock);
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
  return (token) => kept(token, check);
}
