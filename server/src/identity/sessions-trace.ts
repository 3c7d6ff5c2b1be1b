import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Frame } from '#platform/frame.ts';
import { deviceOf, networkOf } from './sessions-device.ts';
import { keepSession, touchSession } from './sessions-store.ts';

type Parts = Pick<Frame, 'db' | 'clock' | 'ids'>;

/** Set by the door from the connection itself, whatever the caller says. */
function networkOfRequest(ctx: KoaContextWithOIDC): string | null {
  return networkOf(ctx.get('x-forwarded-for'));
}

/** Somebody was let in: by their password, or because the provider knew their browser. */
async function traceSignIn({ db, clock, ids }: Parts, ctx: KoaContextWithOIDC): Promise<void> {
  const { session } = ctx.oidc;
  if (!session?.accountId || session.loginTs === undefined) return;
  const { uid, accountId, loginTs } = session;
  const at = clock.now();
  const seen = {
    ...{ id: ids.uuid(at), uid, accountId, at, signedInAt: new Date(loginTs * 1000) },
    ...{ device: deviceOf(ctx.get('user-agent')), network: networkOfRequest(ctx) },
  };
  await db.asPlatform('note a session', (tx) => keepSession(tx, seen));
}

/** A browser got a new access token, which it does every five minutes while it is in use. */
async function traceRenewal({ db, clock }: Parts, ctx: KoaContextWithOIDC): Promise<void> {
  const uid = ctx.oidc.entities.RefreshToken?.sessionUid;
  if (ctx.status !== 200 || !uid) return;
  const network = networkOfRequest(ctx);
  await db.asPlatform('a session is in use', (tx) => touchSession(tx, uid, network, clock.now()));
}

/** Writes down who is signed in where, after the provider has answered. */
export async function traceSession(frame: Parts, ctx: KoaContextWithOIDC): Promise<void> {
  const { route } = ctx.oidc;
  if (route === 'authorization' || route === 'resume') await traceSignIn(frame, ctx);
  if (route === 'token') await traceRenewal(frame, ctx);
}
