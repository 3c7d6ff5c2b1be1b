import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { TokenHolder, VerifyToken } from '#platform/http/caller.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Route } from '#platform/http/serve.ts';
import { openTokens } from '#platform/security/tokens.ts';
import { addOrganization, isDisabled } from './accounts/accounts-store.ts';
import { signUpRoute, userRoutes } from './accounts/accounts-routes.ts';
import { passwordResetRoutes } from './accounts/password-resets-routes.ts';
import { codeRoutes } from './codes/codes-service.ts';
import { openSigningKeys, openVerifyKeys } from './provider/provider-keys.ts';
import { mountProvider } from './provider/provider-mount.ts';
import { openProviders } from './provider/provider-apps.ts';
import { isSessionLive } from './provider/provider-store.ts';
import { foreignSessionRoutes, sessionRoutes } from './sessions/sessions-routes.ts';
import type { SignInParts } from './sign-in/sign-in-routes.ts';

const HOUR = 3_600_000;

export interface Identity {
  routes: readonly Route[];
  /** Verifies access tokens of the embedded provider or of the configured one. */
  verify: VerifyToken;
  /** True while the holder's session is open, or (external provider) their account is not disabled. */
  isSignedIn: (tx: Tx, holder: TokenHolder) => Promise<boolean>;
  /** Mounts the embedded provider on its host. Does nothing if another provider is configured. */
  mount(server: FastifyInstance): void;
  startJobs(): Promise<void>;
}

/** Deletes expired rows: provider state, verifications and old failure counts. */
async function clean({ db, clock }: AppContext): Promise<void> {
  const before = (hours: number) => new Date(clock.now().getTime() - hours * HOUR);
  await db.asPlatform('clean identity', async (tx) => {
    await tx.deleteFrom('provider_state').where('expires_at', '<', before(1)).execute();
    // A session lasts twelve hours; one that has ended is not listed.
    await tx.deleteFrom('sessions').where('signed_in_at', '<', before(13)).execute();
    await tx.deleteFrom('reset_links').where('expires_at', '<', before(1)).execute();
    await tx.deleteFrom('verifications').where('verified_at', '<', before(24)).execute();
    await tx.deleteFrom('sign_in_guards').where('failed_at', '<', before(24)).execute();
  });
}

/** With an external provider, accounts and passwords are managed there and not here. */
function closed({ endpoint }: Route): Route {
  return { endpoint, handle: () => Promise.reject(refuse('NOT_FOUND')) };
}

/** Adds the organization of a token's holder: with an external provider nothing else does. */
function withOrganizations({ db, clock }: AppContext, verify: VerifyToken): VerifyToken {
  const known = new Set<string>();
  return async (token) => {
    const holder = await verify(token);
    const [domain] = holder?.domains ?? [];
    const id = holder?.organizationId ?? null;
    if (!holder || !domain || id === null || known.has(id)) return holder;
    const name = holder.businessName ?? `${holder.firstName} ${holder.lastName}`;
    await db.asPlatform('an organization of the provider', (tx) =>
      addOrganization(tx, { id, domain, name, created_at: clock.now() }),
    );
    known.add(id);
    return holder;
  };
}

/**
 * Opens the identity module: accounts, codes, and the embedded provider unless another one is
 * configured. `landingFiles` names the files of a domain's app that its sign-in page prefetches, `filled` what
 * that page sends by itself in the demo.
 */
export async function openIdentity(
  ctx: AppContext,
  pages: Omit<SignInParts, 'ctx'>,
): Promise<Identity> {
  const { config, clock } = ctx;
  const startJobs = () => ctx.jobs.every('identity-cleaning', '17 * * * *', () => clean(ctx));
  const withTx = (isOpen: (tx: Tx, holder: TokenHolder) => Promise<boolean>) => {
    return (holder: TokenHolder) =>
      ctx.db.asPlatform('is a session open', (tx) => isOpen(tx, holder));
  };
  const own = [...codeRoutes(ctx), signUpRoute(ctx), ...passwordResetRoutes(ctx)];
  if (!config.identity.embedded) {
    // Sessions of an external provider are not known here: a token is accepted until it expires.
    const isSignedIn: Identity['isSignedIn'] = async (tx, { userId }) =>
      !(await isDisabled(tx, userId));
    return {
      routes: [...userRoutes(), ...own.map(closed), ...foreignSessionRoutes()],
      verify: withOrganizations(ctx, openTokens(config, clock, null, withTx(isSignedIn))),
      isSignedIn,
      mount: () => {},
      startJobs,
    };
  }
  const jwks = await openSigningKeys(ctx);
  const isSignedIn: Identity['isSignedIn'] = (tx, { userId, sessionId }) =>
    isSessionLive(tx, userId, sessionId, clock.now());
  const verify = openTokens(config, clock, openVerifyKeys(ctx, jwks), withTx(isSignedIn));
  const parts = { ctx, ...pages };
  const providers = openProviders(parts, jwks);
  return {
    routes: [...userRoutes(), ...own, ...sessionRoutes()],
    verify,
    isSignedIn,
    mount: (server) => mountProvider(server, { ...parts, providers, verify }),
    startJobs,
  };
}
