import type { FastifyInstance } from 'fastify';
import type { VerifyToken } from '#platform/http/caller.ts';
import type { AppContext } from '#platform/app-context.ts';
import { placeOf } from '#platform/http/origins.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Route } from '#platform/http/serve.ts';
import { openTokens } from '#platform/security/tokens.ts';
import {
  accountRoutes,
  currentUserRoute,
  organizationUsersRoute,
} from './accounts/accounts-routes.ts';
import { codeRoutes } from './codes/codes-routes.ts';
import { startIdentityJobs } from './identity-jobs.ts';
import { openProviderAdapter } from './provider/provider-adapter.ts';
import { openSigningKeys, openVerifyKeys } from './provider/provider-keys.ts';
import { openProvider } from './provider/provider-open.ts';
import { foreignSessionRoutes, sessionRoutes } from './sessions/sessions-routes.ts';
import type { Exchange, SignInParts } from './sign-in/sign-in-route.ts';

/** What the identity module provides to the app. */
export interface Identity {
  routes: readonly Route[];
  /** Verifies access tokens of the embedded provider or of the configured one. */
  verify: VerifyToken;
  /** Mounts the embedded provider on its host. Does nothing if another provider is configured. */
  mount(server: FastifyInstance): void;
  startJobs(): Promise<void>;
}

function mountProviderAdapter(
  server: FastifyInstance,
  ctx: AppContext,
  adapter: (exchange: Exchange) => Promise<void>,
) {
  // Encapsulated: the provider parses request bodies and writes responses itself.
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.all('/realms/*', async (request, reply) => {
      if (placeOf(ctx.config.http, request.headers.host)?.kind !== 'identity') {
        return reply.callNotFound();
      }
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      await adapter({ request: request.raw, response: reply.raw, address: request.ip });
      return reply;
    });
  });
}

async function openEmbedded(ctx: AppContext, landingFiles: SignInParts['landingFiles']) {
  const jwks = await openSigningKeys(ctx);
  const keys = openVerifyKeys(ctx, jwks);
  const parts = { ctx, landingFiles };
  const provider = openProvider(parts, jwks);
  const adapter = openProviderAdapter({ ...parts, provider, keys, listener: provider.callback() });
  return { keys, adapter };
}

/** With an external provider, accounts and passwords are managed there and not here. */
function closed(route: Route): Route {
  return { ...route, handle: () => Promise.reject(refuse('NOT_FOUND')) };
}

/**
 * Opens the identity module: accounts, codes, and the embedded provider unless another one is
 * configured. `landingFiles` names the files of a domain's app that its sign-in page prefetches.
 */
export async function openIdentity(
  ctx: AppContext,
  { landingFiles }: Pick<SignInParts, 'landingFiles'>,
): Promise<Identity> {
  const { config, clock } = ctx;
  const embedded = config.identity.embedded ? await openEmbedded(ctx, landingFiles) : null;
  const ownRoutes = [...codeRoutes(ctx), ...accountRoutes(ctx)];
  return {
    routes: [
      currentUserRoute(),
      organizationUsersRoute(),
      ...(embedded ? ownRoutes : ownRoutes.map(closed)),
      ...(embedded ? sessionRoutes() : foreignSessionRoutes()),
    ],
    verify: openTokens(config, clock, embedded?.keys ?? null),
    mount: (server) => {
      if (embedded) mountProviderAdapter(server, ctx, embedded.adapter);
    },
    startJobs: () => startIdentityJobs(ctx),
  };
}
