import type { FastifyInstance } from 'fastify';
import type { VerifyToken } from '#platform/caller.ts';
import type { Frame } from '#platform/frame.ts';
import { placeOf } from '#platform/origins.ts';
import { refuse } from '#platform/refusal.ts';
import type { Route } from '#platform/serve.ts';
import { openTokens } from '#platform/tokens.ts';
import { accountRoutes, currentUserRoute } from './accounts-routes.ts';
import { codeRoutes } from './codes-routes.ts';
import { startIdentityJobs } from './identity-jobs.ts';
import { openDoor } from './provider-door.ts';
import { openSigningKeys, openVerifyKeys } from './provider-keys.ts';
import { openProvider } from './provider-open.ts';
import { foreignSessionRoutes, sessionRoutes } from './sessions-routes.ts';
import type { Exchange, SignInParts } from './sign-in-route.ts';

/** What identity gives to the app. */
export interface Identity {
  routes: readonly Route[];
  /** Checks access tokens, of the embedded provider or of the one in the configuration. */
  verify: VerifyToken;
  /** Puts the embedded provider on its host. Does nothing when another provider is configured. */
  mount(server: FastifyInstance): void;
  startJobs(): Promise<void>;
}

function mountDoor(
  server: FastifyInstance,
  frame: Frame,
  door: (exchange: Exchange) => Promise<void>,
) {
  // Apart from the rest: the provider reads bodies itself and writes its answers itself.
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.all('/realms/*', async (request, reply) => {
      if (placeOf(frame.config.http, request.headers.host)?.kind !== 'identity') {
        return reply.callNotFound();
      }
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      await door({ request: request.raw, response: reply.raw, address: request.ip });
      return reply;
    });
  });
}

async function openEmbedded(frame: Frame, landingFiles: SignInParts['landingFiles']) {
  const jwks = await openSigningKeys(frame);
  const keys = openVerifyKeys(frame, jwks);
  const parts = { frame, landingFiles };
  const provider = openProvider(parts, jwks);
  const door = openDoor({ ...parts, provider, keys, listener: provider.callback() });
  return { keys, door };
}

/** With another provider accounts are made and passwords set there, and not here. */
function closed(route: Route): Route {
  return { ...route, handle: () => Promise.reject(refuse('NOT_FOUND')) };
}

/**
 * Opens identity: accounts, codes, and the embedded provider unless another one is configured.
 * `landingFiles` names the files of a domain's app that its sign-in page fetches ahead.
 */
export async function openIdentity(
  frame: Frame,
  { landingFiles }: Pick<SignInParts, 'landingFiles'>,
): Promise<Identity> {
  const { config, clock } = frame;
  const embedded = config.identity.embedded ? await openEmbedded(frame, landingFiles) : null;
  const ownRoutes = [...codeRoutes(frame), ...accountRoutes(frame)];
  return {
    routes: [
      currentUserRoute(),
      ...(embedded ? ownRoutes : ownRoutes.map(closed)),
      ...(embedded ? sessionRoutes() : foreignSessionRoutes()),
    ],
    verify: openTokens(config, clock, embedded?.keys ?? null),
    mount: (server) => {
      if (embedded) mountDoor(server, frame, embedded.door);
    },
    startJobs: () => startIdentityJobs(frame),
  };
}
