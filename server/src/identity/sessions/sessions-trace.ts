import type { KoaContextWithOIDC } from 'oidc-provider';
import type { AppContext } from '#platform/app-context.ts';
import { deviceOf, networkOf } from './sessions-device.ts';
import { keepSession, touchSession } from './sessions-store.ts';

type Parts = Pick<AppContext, 'db' | 'clock' | 'ids'>;

/** Set by the door from the connection itself, whatever the caller says. */
function networkOfRequest(koaCtx: KoaContextWithOIDC): string | null {
  return networkOf(koaCtx.get('x-forwarded-for'));
}

/** Somebody was let in: by their password, or because the provider knew their browser. */
async function traceSignIn({ db, clock, ids }: Parts, koaCtx: KoaContextWithOIDC): Promise<void> {
  const { session } = koaCtx.oidc;
  if (!session?.accountId || session.loginTs === undefined) return;
  const { uid, accountId, loginTs } = session;
  const at = clock.now();
  const seen = {
    ...{ id: ids.uuid(at), uid, accountId, at, signedInAt: new Date(loginTs * 1000) },
    ...{ device: deviceOf(koaCtx.get('user-agent')), network: networkOfRequest(koaCtx) },
  };
  await db.asPlatform('note a session', (tx) => keepSession(tx, seen));
}

/** A browser got a new access token, which it does every five minutes while it is in use. */
async function traceRenewal({ db, clock }: Parts, koaCtx: KoaContextWithOIDC): Promise<void> {
  const uid = koaCtx.oidc.entities.RefreshToken?.sessionUid;
  if (koaCtx.status !== 200 || !uid) return;
  const network = networkOfRequest(koaCtx);
  await db.asPlatform('a session is in use', (tx) => touchSession(tx, uid, network, clock.now()));
}

/** Writes down who is signed in where, after the provider has answered. */
export async function traceSession(ctx: Parts, koaCtx: KoaContextWithOIDC): Promise<void> {
  const { route } = koaCtx.oidc;
  if (route === 'authorization' || route === 'resume') await traceSignIn(ctx, koaCtx);
  if (route === 'token') await traceRenewal(ctx, koaCtx);
}
