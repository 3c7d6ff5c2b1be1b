import path from 'node:path';
import { API } from '@tegeka/contract/api.ts';
import type { Domain } from '@tegeka/contract/domains.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config.ts';
import { approvalJobs } from '#features/approvals/approvals-jobs.ts';
import { approvalRoutes } from '#features/approvals/approvals-routes.ts';
import type { ApprovalActions } from '#features/approvals/approvals-actions.ts';
import { bankRoutes } from '#features/banks/banks-routes.ts';
import { customerRoutes } from '#features/customers/customers-routes.ts';
import { changeActions } from '#features/changes/changes-approval.ts';
import { changeRoutes } from '#features/changes/changes-routes.ts';
import { fileRoutes } from '#features/files/files-routes.ts';
import { importJobs } from '#features/imports/imports-jobs.ts';
import { importRoutes } from '#features/imports/imports-routes.ts';
import { merchantActions } from '#features/merchants/merchants-approval.ts';
import { merchantRoutes } from '#features/merchants/merchants-routes.ts';
import { findMerchantOf } from '#features/merchants/merchants-store.ts';
import { settingRoutes } from '#features/settings/settings-routes.ts';
import { renameOrganization } from '#identity/accounts-store.ts';
import { openIdentity } from '#identity/identity-room.ts';
import { openBulk } from '#platform/bulk.ts';
import { mountRoutes } from '#platform/call-pipeline.ts';
import { type Clock, wallClock } from '#platform/clock.ts';
import { openDatabase } from '#platform/database.ts';
import { openFiles } from '#platform/stored-files.ts';
import type { Frame } from '#platform/frame.ts';
import { mountHealth } from '#platform/health.ts';
import { startHousekeeping } from '#platform/housekeeping.ts';
import { openHttpServer } from '#platform/http-server.ts';
import { systemIds } from '#platform/ids.ts';
import { instanceKeyOf } from '#platform/instance-key.ts';
import { openJobs } from '#platform/jobs.ts';
import { deriveKeys } from '#platform/keys.ts';
import { openLimits } from '#platform/limits.ts';
import type { Log } from '#platform/log.ts';
import { openNews } from '#platform/news.ts';
import { openApiOf } from '#platform/openapi.ts';
import { placeOf } from '#platform/origins.ts';
import { openPost } from '#platform/post.ts';
import { openTransports } from '#platform/post-transports.ts';
import { sendProblem } from '#platform/problems.ts';
import { refuse } from '#platform/refusal.ts';
import { StartFault } from '#platform/start-fault.ts';
import { startTicker } from '#platform/ticker.ts';
import { openWebPages, type WebPages } from '#platform/web-pages.ts';
import { mountPlayPages } from './play-pages.ts';

const VERSION = '0.1.0';

/** What the app is opened on. */
export interface AppPlace {
  config: Config;
  /** A migrated database. */
  connectionString: string;
  log: Log;
  /** The wall's clock unless a test hands in its own. */
  clock?: Clock;
}

/** The whole server, assembled. */
export interface RunningApp {
  frame: Frame;
  listen(): Promise<void>;
  close(): Promise<void>;
}

async function openFrame({
  config,
  connectionString,
  log,
  clock = wallClock,
}: AppPlace): Promise<Frame> {
  const ids = systemIds;
  const keys = deriveKeys(await instanceKeyOf(config));
  const db = openDatabase(connectionString, config, log);
  const bulk = openBulk(connectionString, log);
  const jobs = await openJobs(connectionString, log);
  const post = await openPost(db, jobs, openTransports(config), clock, ids);
  const files = openFiles(path.join(config.dataDir, 'files'), clock, ids);
  const limits = openLimits(db, clock, keys);
  const news = openNews(db, jobs, clock, log);
  return { config, db, bulk, clock, ids, keys, log, post, files, limits, news, jobs };
}

function mountOpenApi(server: FastifyInstance, { environment, http, identity }: Config): void {
  const serverUrl = http.serverUrl || `${http.scheme}://merchant.${http.baseHost}`;
  const { issuer, clientId } = identity;
  const place = { environment, serverUrl, issuer, clientId, version: VERSION };
  const document = JSON.stringify(openApiOf(API, place));
  server.get(`/openapi/${environment.toLowerCase()}.json`, async (_request, reply) =>
    reply.header('access-control-allow-origin', '*').type('application/json').send(document),
  );
}

/** Paths that are never a page of the app. */
const NO_PAGE = /^\/(api|identity|openapi|assets|realms|documents)\//;

function answerOthers(config: Config, pages: WebPages) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const place = placeOf(config.http, request.headers.host);
    const page = place?.kind === 'app' && request.method === 'GET' && !NO_PAGE.test(request.url);
    if (!page) return sendProblem(request, reply, refuse('NOT_FOUND'));
    return pages.answer(place.domain, request, reply);
  };
}

/** Every action that can be put up for approval, with what becomes of it. */
export function approvalActions(frame: Frame): ApprovalActions {
  return { ...merchantActions(frame), ...changeActions(frame) };
}

/** The organization of a business goes by its name, in tokens and on the screen. */
async function followNames({ news, db }: Frame): Promise<void> {
  await news.on('merchant.renamed', 'organization', async ({ organizationId: id }) => {
    if (id === null) return;
    await db.asPlatform('an organization follows the name of its business', async (tx) => {
      const merchant = await findMerchantOf(tx, id);
      if (merchant) await renameOrganization(tx, id, merchant.submission.businessName);
    });
  });
}

async function assemble(frame: Frame): Promise<FastifyInstance> {
  const { config } = frame;
  const server = await openHttpServer(config, frame.log, frame.clock, frame.ids);
  const pages = await openWebPages(server, config);
  const landingFiles = (domain: Domain) => pages.landingFiles(domain);
  const identity = await openIdentity(frame, { landingFiles });
  const actions = approvalActions(frame);
  const routes = [
    ...identity.routes,
    ...bankRoutes(frame),
    ...settingRoutes(frame),
    ...fileRoutes(frame),
    ...approvalRoutes(frame, actions),
    ...merchantRoutes(frame),
    ...customerRoutes(frame),
    ...importRoutes(frame),
    ...changeRoutes(frame),
  ];
  const unserved = API.filter((row) => !routes.some((route) => route.row === row));
  if (unserved.length > 0)
    throw new Error(`Nobody serves ${unserved.map((row) => row.name).join(', ')}`);
  await mountRoutes(server, frame, routes, identity.verify);
  identity.mount(server);
  mountHealth(server, frame.db);
  mountOpenApi(server, config);
  if (config.mode === 'demo') mountPlayPages(server, frame);
  server.setNotFoundHandler(answerOthers(config, pages));
  await identity.startJobs();
  await approvalJobs(frame, actions);
  await importJobs(frame);
  await followNames(frame);
  await startHousekeeping(frame);
  return server;
}

/** Opens everything behind the door; `listen` opens the door. */
export async function openApp(place: AppPlace): Promise<RunningApp> {
  const frame = await openFrame(place);
  const closeFrame = async () => {
    await frame.jobs.stop();
    await frame.bulk.close();
    await frame.db.close();
  };
  const server = await assemble(frame).catch(async (error: unknown) => {
    await closeFrame();
    throw error;
  });
  const ticker = startTicker(frame);
  const { host, port } = frame.config.http;
  return {
    frame,
    listen: async () => {
      await server.listen({ host, port }).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        throw new StartFault(`The server can not listen on ${host}:${port}: ${why}`);
      });
    },
    close: async () => {
      ticker.stop();
      await server.close();
      await closeFrame();
    },
  };
}
