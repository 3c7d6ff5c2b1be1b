import type { KoaContextWithOIDC } from 'oidc-provider';
import type { AppContext } from '#platform/app-context.ts';
import { deviceOf, networkOf } from './sessions-device.ts';
import { saveSession, touchSession } from './sessions-store.ts';

type Parts = Pick<AppContext, 'db' | 'clock' | 'ids'>;

/** The adapter sets it from the connection itself. The caller cannot change it. */
function networkOfRequest(koaCtx: KoaContextWithOIDC): string | null {
  return networkOf(koaCtx.get('x-forwarded-for'));
}

/** A person signed in, by password or by an existing provider session. */
async function traceSignIn({ db, clock, ids }: Parts, koaCtx: KoaContextWithOIDC): Promise<void> {
  const { session } = koaCtx.oidc;
  if (!session?.accountId || session.loginTs === undefined) return;
  const { uid, accountId, loginTs } = session;
  const at = clock.now();
  const seen = {
    id: ids.uuid(at),
    uid,
    accountId,
    at,
    signedInAt: new Date(loginTs * 1000),
    device: deviceOf(koaCtx.get('user-agent')),
    network: networkOfRequest(koaCtx),
  };
  await db.asPlatform('note a session', (tx) => saveSession(tx, seen));
}

/** A browser got a new access token. It does so every five minutes while it is in use. */
async function traceRenewal({ db, clock }: Parts, koaCtx: KoaContextWithOIDC): Promise<void> {
  const uid = koaCtx.oidc.entities.RefreshToken?.sessionUid;
  if (koaCtx.status !== 200 || !uid) return;
  const network = networkOfRequest(koaCtx);
  await db.asPlatform('a session is in use', (tx) => touchSession(tx, uid, network, clock.now()));
}

/** Records sign-ins and token renewals, after the provider has answered. */
export async function traceSession(ctx: Parts, koaCtx: KoaContextWithOIDC): Promise<void> {
  const { route } = koaCtx.oidc;
  if (route === 'authorization' || route === 'resume') await traceSignIn(ctx, koaCtx);
  if (route === 'token') await traceRenewal(ctx, koaCtx);
}
