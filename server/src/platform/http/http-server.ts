import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import pressure from '@fastify/under-pressure';
import { type FastifyInstance, fastify } from 'fastify';
import helmet from 'helmet';
import { sql } from 'kysely';
import type { Config } from '#config.ts';
import type { Clock, Ids } from '#platform/clock-and-ids.ts';
import { offerCsrfToken } from './admission.ts';
import { allowApps } from './cors.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { identityOrigin } from './origins.ts';
import { answerClientError, answerError } from './problems.ts';
import { refuse } from './refusal.ts';

/** A slow network needs minutes for a certificate of 10 MB. */
const REQUEST_TIMEOUT = 10 * 60 * 1000;

/** Browser features that our pages do not use. They are denied, to an injected script as well. */
const PERMISSIONS = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
]
  .map((name) => `${name}=()`)
  .join(', ');

/** Node's parser knows many more methods, which no address of ours takes. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * The content security policy of our pages: own scripts only, no inline script, no eval, no
 * frames.
 */
function contentPolicy(config: Config) {
  const api = [config.http.serverUrl, config.http.banksUrl].filter((url) => url !== '');
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // Mantine sets style attributes, which only this permits. Styles cannot run code.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'blob:', 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", identityOrigin(config), ...api],
      objectSrc: ["'none'"],
      frameSrc: ['blob:'],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      // Trusted Types without any policy: no library can turn a text into markup or a script.
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
      ...(config.http.scheme === 'https' && { upgradeInsecureRequests: [] }),
    },
  };
}

/** Opens the HTTP server with the hooks and headers that apply to every path. */
export async function openHttpServer(
  config: Config,
  log: Log,
  clock: Clock,
  ids: Ids,
): Promise<FastifyInstance> {
  const https = config.http.scheme === 'https';
  const server = fastify({
    logger: false,
    // The caller is the first address, from the right, that is no proxy of ours.
    trustProxy: config.http.proxies.length > 0 && [...config.http.proxies],
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: 65_000,
    bodyLimit: 64 * 1024,
    forceCloseConnections: 'idle',
    genReqId: () => ids.uuid(clock.now()),
    routerOptions: { maxParamLength: 100 },
    return503OnClosing: true,
    // A path that cannot be decoded is answered before any hook runs.
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id);
      void answerError(log, request, reply, error);
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, ids.uuid(clock.now())),
  });
  server.setErrorHandler((error, request, reply) => answerError(log, request, reply, error));
  server.removeContentTypeParser('text/plain');
  // helmet without its Fastify plugin: the headers are built once, at a tenth of the time per
  // call.
  const secure = helmet({
    contentSecurityPolicy: contentPolicy(config),
    crossOriginEmbedderPolicy: false,
    // The sign-in page prefetches files of the apps, and the apps load its documents. A cookie
    // alone gives access to nothing: API calls need the bearer token.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  server.addHook('onRequest', (request, reply, done) =>
    secure(request.raw, reply.raw, () => {
      reply.raw.setHeader('permissions-policy', PERMISSIONS);
      done();
    }),
  );
  // Before the cookie plugin, whose own hook writes the header.
  server.addHook('onSend', async (request, reply) => offerCsrfToken(request, reply, https));
  await server.register(cookie);
  // After the cookie plugin: this hook may answer itself, and the onSend hook above reads the cookies.
  server.addHook('onRequest', allowApps(config));
  // Responses only: the size of a compressed request is not known before decompression.
  await server.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  });
  await server.register(multipart);
  await server.register(pressure, { maxEventLoopDelay: 5000, retryAfter: 5 });
  server.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    if (METHODS.includes(request.method)) return;
    void reply.header('allow', METHODS.join(', '));
    throw refuse('METHOD_UNKNOWN');
  });
  server.addHook('onResponse', async (request, reply) => {
    // Logs the route's pattern and never the URL: queries and ids can identify people.
    const route = request.routeOptions.url ?? 'unknown';
    const ms = Math.round(reply.elapsedTime);
    log.info(
      { requestId: request.id, method: request.method, route, status: reply.statusCode, ms },
      'answered',
    );
  });
  return server;
}

/** `/healthz` (liveness): the process answers. `/readyz` (readiness): the database answers too. */
export function mountHealth(server: FastifyInstance, db: Database): void {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    try {
      await db.asPlatform('readiness', (tx) => sql`select 1`.execute(tx));
      return { status: 'ready' };
    } catch {
      return reply.status(503).header('retry-after', 5).send({ status: 'database away' });
    }
  });
}
