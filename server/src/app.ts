import path from 'node:path';
import { API } from '@tegeka/contract/api.ts';
import type { Domain } from '@tegeka/contract/kit/domains.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config.ts';
import { startDueWork } from '#features/calendar/calendar-clock.ts';
import { findMerchantScope } from '#features/merchants/merchants-store.ts';
import { openIdentity } from '#identity/identity-module.ts';
import { openBulkLoad } from '#platform/database/bulk-load.ts';
import { mountRoutes } from '#platform/http/call-pipeline.ts';
import { type Clock, systemIds, wallClock } from '#platform/clock-and-ids.ts';
import { openDatabase } from '#platform/database/database.ts';
import { openOutageLog } from '#platform/database/database-outage.ts';
import { openFiles } from '#platform/files/stored-files.ts';
import { checkFeatures, startFeatures, startPolls } from '#platform/feature.ts';
import type { AppContext } from '#platform/app-context.ts';
import {
  startHousekeeping,
  startBulkConsentRequest,
  startTicker,
} from '#platform/jobs/housekeeping.ts';
import { mountHealth, openHttpServer } from '#platform/http/http-server.ts';
import { openJobs } from '#platform/jobs/jobs.ts';
import { deriveKeys, instanceKeyOf } from '#platform/security/keys.ts';
import { openLimits } from '#platform/http/limits.ts';
import { openExports } from '#platform/lists/list-export.ts';
import { type Log, StartError } from '#platform/log.ts';
import { openDomainEvents } from '#platform/events/domain-events.ts';
import { openApiOf } from '#platform/openapi/openapi.ts';
import { placeOf } from '#platform/http/origins.ts';
import { openNotifications } from '#platform/notifications/notifications.ts';
import { openTransports } from '#platform/notifications/notification-transports.ts';
import { mountPublicPages } from '#platform/http/public-pages.ts';
import { sendProblem } from '#platform/http/problems.ts';
import { refuse } from '#platform/http/refusal.ts';
import { openTasks } from '#platform/tasks/tasks.ts';
import { openWebPages, type PageSource, type WebPages } from '#platform/http/web-pages.ts';
import { FEATURES } from './app-features.ts';
import manifest from '../package.json' with { type: 'json' };
import { mountDemoPages } from './demo/demo-pages.ts';
import { filledByDemo } from './demo/demo-links.ts';

/** What the app needs to open. */
export interface AppPlace {
  config: Config;
  /** A migrated database. */
  connectionString: string;
  log: Log;
  /** The wall clock unless a test passes its own. */
  clock?: Clock;
  /** The build unless `npm run dev` serves the source. */
  pages?: PageSource;
}

/** The whole server, assembled. */
export interface RunningApp {
  ctx: AppContext;
  /** Does what is due by the business clock, without waiting for the next round. */
  doDue: () => Promise<void>;
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** What a server works with, without its routes and rounds. */
export async function openContext({
  config,
  connectionString,
  log: place,
  clock = wallClock,
}: AppPlace): Promise<AppContext> {
  const { log, onAnswer } = openOutageLog(place);
  const ids = systemIds;
  const keys = deriveKeys(await instanceKeyOf(config), config.secrets.previousInstanceKey);
  const db = openDatabase(connectionString, config, log, onAnswer);
  const bulk = openBulkLoad(connectionString, log);
  const jobs = await openJobs(connectionString, log);
  const transports = await openTransports(config);
  const files = openFiles(path.join(config.dataDir, 'files'), { keys, clock, ids });
  const limits = openLimits(db, clock, keys);
  const domainEvents = openDomainEvents(db, jobs, clock, log);
  const { budgets } = config.notifications;
  const sending = { db, transports, clock, ids, keys, log, budgets, domainEvents };
  const notifications = openNotifications(sending);
  const exports = openExports(db);
  const tasks = openTasks({ db, bulk, jobs, clock, ids, log });
  return {
    config,
    db,
    bulk,
    clock,
    ids,
    keys,
    log,
    notifications,
    files,
    exports,
    limits,
    domainEvents,
    jobs,
    tasks,
  };
}

/** Ends what {@link openContext} has opened. */
export async function closeContext({ jobs, bulk, db }: AppContext): Promise<void> {
  await jobs.stop();
  await bulk.close();
  await db.close();
}

function mountOpenApi(server: FastifyInstance, { environment, http, identity }: Config): void {
  const serverUrl = http.serverUrl || `${http.scheme}://merchant.${http.baseHost}`;
  const { issuer, clientId } = identity;
  const place = { environment, serverUrl, issuer, clientId, version: manifest.version };
  // Made when it is first read: making it would delay each start.
  let document: string | null = null;
  server.get(`/openapi/${environment.toLowerCase()}.json`, async (_request, reply) => {
    document ??= JSON.stringify(openApiOf(API, place));
    return reply.type('application/json').send(document);
  });
}

/** Paths that are never a page of the app. */
const NO_PAGE = /^\/(api|identity|openapi|assets|realms|documents)\//;

function answerOthers(config: Config, pages: WebPages) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const place = placeOf(config.http, request.headers.host);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const page = place?.kind === 'app' && reads && !NO_PAGE.test(request.url);
    if (!page) return sendProblem(request, reply, refuse('NOT_FOUND'));
    return pages.answer(place.domain, request, reply);
  };
}

async function assemble(ctx: AppContext, source: PageSource): Promise<FastifyInstance> {
  const { config } = ctx;
  const server = await openHttpServer(config, ctx.log, ctx.clock, ctx.ids);
  const pages = await openWebPages(server, config, source);
  const landingFiles = (domain: Domain) => pages.landingFiles(domain);
  const identity = await openIdentity(ctx, {
    landingFiles,
    ...(config.mode === 'demo' && { filled: filledByDemo }),
  });
  checkFeatures(FEATURES);
  const routes = [
    ...identity.routes,
    ...FEATURES.flatMap((feature) => feature.routes?.(ctx) ?? []),
  ];
  const unserved = API.filter((endpoint) => !routes.some((route) => route.endpoint === endpoint));
  if (unserved.length > 0)
    throw new Error(
      `There is no route for ${unserved.map((endpoint) => endpoint.name).join(', ')}`,
    );
  await mountRoutes(server, ctx, routes, {
    verify: identity.verify,
    isSignedIn: identity.isSignedIn,
    findMerchant: findMerchantScope,
  });
  identity.mount(server);
  await mountPublicPages(
    server,
    ctx,
    FEATURES.flatMap((feature) => feature.pages?.(ctx) ?? []),
  );
  mountHealth(server, ctx.db);
  mountOpenApi(server, config);
  if (config.mode === 'demo') mountDemoPages(server, ctx);
  server.setNotFoundHandler(answerOthers(config, pages));
  await identity.startJobs();
  await startFeatures(FEATURES, ctx);
  await startHousekeeping(ctx, FEATURES);
  return server;
}

/** Opens database, jobs and routes. `listen` then accepts connections. */
export async function openApp(place: AppPlace): Promise<RunningApp> {
  const ctx = await openContext(place);
  const server = await assemble(ctx, place.pages ?? 'build').catch(async (error: unknown) => {
    await closeContext(ctx);
    throw error;
  });
  const dueWork = startDueWork(
    ctx,
    FEATURES.flatMap(({ due = [] }) => due),
  );
  const rounds = [
    startTicker(ctx),
    ...startBulkConsentRequest(ctx),
    dueWork,
    ...startPolls(FEATURES, ctx),
  ];
  const { host, port } = ctx.config.http;
  return {
    ctx,
    doDue: () => dueWork.now(),
    listen: async () => {
      await server.listen({ host, port }).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        throw new StartError(`The server can not listen on ${host}:${port}: ${why}`);
      });
    },
    close: async () => {
      for (const one of rounds) await one.stop();
      await server.close();
      await closeContext(ctx);
    },
  };
}
