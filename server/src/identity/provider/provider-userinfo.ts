import type { IncomingMessage, ServerResponse } from 'node:http';
import { type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { AppContext } from '#platform/app-context.ts';
import { findPerson, type Person } from '#identity/accounts/accounts-store.ts';
import { claimsOf } from './provider-claims.ts';
import { isSessionLive } from './provider-store.ts';

async function payloadOf({ config, clock }: AppContext, keys: JWTVerifyGetKey, token: string) {
  const { issuer, audience } = config.identity;
  const checks = { issuer, audience, algorithms: ['RS256'], currentDate: clock.now() };
  try {
    return (await jwtVerify(token, keys, checks)).payload;
  } catch {
    return null;
  }
}

async function holderOf(
  ctx: AppContext,
  keys: JWTVerifyGetKey,
  token: string,
): Promise<Person | null> {
  const payload = await payloadOf(ctx, keys, token);
  const { sub, sid } = payload ?? {};
  if (sub === undefined || typeof sid !== 'string') return null;
  return ctx.db.asPlatform('user information', async (tx) => {
    const live = await isSessionLive(tx, sub, sid);
    return live ? findPerson(tx, sub) : null;
  });
}

/**
 * Answers who the bearer of an access token is, as Keycloak does: the token is the same one that
 * the API takes, and its session must still live. (The provider's own endpoint takes opaque
 * tokens only.)
 */
export async function answerUserinfo(
  ctx: AppContext,
  keys: JWTVerifyGetKey,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const person = token === '' ? null : await holderOf(ctx, keys, token);
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  if (person) {
    response.end(JSON.stringify(claimsOf(person)));
    return;
  }
  const challenge = token === '' ? 'Bearer' : 'Bearer error="invalid_token"';
  response.setHeader(
    'www-authenticate',
    `${challenge}${token === '' ? '' : ', error_description="the token is not valid (any more)"'}`,
  );
  response.statusCode = 401;
  response.end(JSON.stringify({ error: 'invalid_token' }));
}
