import { mkdir } from 'node:fs/promises';
import { finished } from 'node:stream';
import { holdsPersonal } from '@tegeka/contract/kit/personal-data.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admit, checkCsrf } from './admission.ts';
import { type AuditNote, writeAudit } from '#platform/history/audit.ts';
import type { Caller, VerifyToken } from './caller.ts';
import type { AppContext } from '#platform/app-context.ts';
import {
  idempotencyKeyOf,
  isAnswered,
  type StoredAnswer,
  keyScopeOf,
  once,
} from './idempotency.ts';
import { parseInput, parseParams } from './call-input.ts';
import { countHeavy, type HeavyCalls, openHeavyCalls } from '#platform/limits/heavy-calls.ts';
import { openUploads } from '#platform/limits/places.ts';
import { addressOf } from './limits.ts';
import { answerCall, cacheAnswer, checkedAnswer } from './call-answer.ts';
import {
  callContext,
  checkScope,
  countPublic,
  defaultNoteOf,
  type FindMerchant,
  inTransaction,
  type IsSignedIn,
  signedCookie,
  takeLimit,
} from './call-context.ts';
import type { Route } from './serve.ts';
import {
  discardRest,
  type MultipartBody,
  receiveMultipart,
  temporaryFolderOf,
} from '#platform/files/uploads.ts';

/** Bytes of a JSON body at the most, unless its endpoint says more. */
const JSON_LIMIT = 64 * 1024;

/** What every call needs beside its route. */
interface Mounting {
  ctx: AppContext;
  verify: VerifyToken;
  findMerchant: FindMerchant;
  isSignedIn: IsSignedIn;
  /** The folder of files that are being received. */
  temporary: string;
  heavy: HeavyCalls;
  enterUpload: ReturnType<typeof openUploads>;
}

async function runCall(
  mounting: Mounting,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | null,
  multipart: MultipartBody | null,
) {
  const { ctx, findMerchant } = mounting;
  const { endpoint } = route;
  const input = parseInput(endpoint, request, multipart);
  const key = idempotencyKeyOf(endpoint, request);
  const at = ctx.clock.now();
  const uploads = multipart?.files ?? {};
  const cookie = (name: string) => signedCookie(ctx, request, name);
  const prepared = await route.prepare?.(input, { files: uploads, cookie, now: at });
  return ctx.files.withStored(uploads, (files) =>
    inTransaction(mounting, route, caller, async (tx) => {
      let note: AuditNote | null = null;
      const context = callContext(ctx, endpoint, request, reply, {
        tx,
        files,
        prepared,
        now: at,
        audit: (given) => (note = given),
      });
      const call = { endpoint, params: input.params, caller, address: addressOf(request) };
      const work = async (): Promise<StoredAnswer> => {
        await checkScope(findMerchant, tx, call);
        // A multipart body was counted before it was received.
        if (!multipart) await takeLimit(ctx, tx, call);
        const answer = await route.handle(input, context, caller);
        note ??= endpoint.audit === 'read' ? defaultNoteOf(call) : null;
        if (endpoint.method !== 'GET' || endpoint.audit === 'read' || note) {
          const entry = { at, requestId: request.id, caller, action: endpoint.name, note };
          await writeAudit(tx, ctx.ids, entry);
        }
        return { status: endpoint.output.status, answer };
      };
      if (key === null) return work();
      const hashes = Object.entries(files).map(([part, { sha256 }]) => [part, sha256]);
      const requestMacs = ctx.keys.macs(
        'idempotency',
        JSON.stringify([caller?.userId ?? null, request.url, input, hashes]),
      );
      return once(tx, { scope: keyScopeOf(endpoint, caller), key, requestMacs, at }, work);
    }),
  );
}

/**
 * Checks a call before its multipart body is received. A call that passes counts towards its limit even
 * if it fails later, since receiving the body is costly.
 */
async function askBeforeUpload(
  mounting: Mounting,
  route: Route,
  request: FastifyRequest,
  caller: Caller,
) {
  const { ctx, findMerchant } = mounting;
  const { endpoint } = route;
  const params = parseParams(endpoint, request);
  const key = idempotencyKeyOf(endpoint, request);
  await inTransaction(mounting, route, caller, async (tx) => {
    const scope = keyScopeOf(endpoint, caller);
    const repeated = key !== null && (await isAnswered(tx, { scope, key }));
    const call = { endpoint, params, caller, address: addressOf(request) };
    await checkScope(findMerchant, tx, call);
    await route.beforeUpload?.({ params }, { tx, now: ctx.clock.now(), repeated }, caller);
    await takeLimit(ctx, tx, call);
  });
}

async function receiveBody(
  mounting: Mounting,
  route: Route,
  request: FastifyRequest,
  caller: Caller | null,
): Promise<MultipartBody | null> {
  const { endpoint } = route;
  if (endpoint.body.kind !== 'multipart') return null;
  const asks = 'beforeUpload' in route || Boolean(endpoint.scope ?? endpoint.limit);
  if (asks && caller) await askBeforeUpload(mounting, route, request, caller);
  return receiveMultipart(request, endpoint.body, mounting.temporary);
}

/** Answers a call of a heavy endpoint, which keeps its place until its last byte is sent or its reader has gone. */
async function handleHeavy(
  mounting: Mounting,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
) {
  const { ctx, heavy } = mounting;
  const leave = heavy.enter(caller.organizationId);
  try {
    await countHeavy(ctx.limits, route.endpoint, caller);
    const run = () => runCall(mounting, route, request, reply, caller, null);
    const { answer } = await heavy.run(run);
    return await answerCall(mounting, route.endpoint, reply, answer);
  } finally {
    finished(reply.raw, leave);
  }
}

async function handle(
  mounting: Mounting,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { endpoint } = route;
  const { ctx, verify } = mounting;
  const caller = await admit(endpoint, request, verify);
  if (!endpoint.signed) checkCsrf(ctx.config, request);
  if (!caller && endpoint.method !== 'GET') await countPublic(ctx, endpoint, request);
  if (endpoint.heavy && caller) return handleHeavy(mounting, route, request, reply, caller);
  const leave =
    endpoint.body.kind === 'multipart'
      ? mounting.enterUpload(
          caller?.organizationId ?? addressOf(request),
          'beforeUpload' in route ? endpoint.name : null,
        )
      : null;
  let multipart: MultipartBody | null = null;
  try {
    multipart = await receiveBody(mounting, route, request, caller);
    const { answer } = await runCall(mounting, route, request, reply, caller, multipart);
    // Before the answer: with it the caller may send the next file.
    leave?.();
    return await answerCall(mounting, endpoint, reply, answer);
  } finally {
    await multipart?.dispose();
    leave?.();
  }
}

/** Returns the handler of a route: it runs the call, or with `cacheSeconds` answers from the cache. */
function handlerOf(mounting: Mounting, route: Route) {
  const { endpoint, cacheSeconds } = route;
  const { ctx } = mounting;
  if (cacheSeconds === undefined) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        return await handle(mounting, route, request, reply);
      } catch (error) {
        if (!request.raw.complete) discardRest(request);
        throw error;
      }
    };
  }
  const kept = cacheAnswer(ctx.clock, cacheSeconds);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const text = await kept(async () => {
      const { answer } = await runCall(mounting, route, request, reply, null, null);
      return JSON.stringify(checkedAnswer(ctx, endpoint, answer));
    });
    void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
    return reply.status(endpoint.output.status).send(text);
  };
}

/** Mounts the routes: address, method and limits are those of the endpoint. */
export async function mountRoutes(
  server: FastifyInstance,
  ctx: AppContext,
  routes: readonly Route[],
  parts: Pick<Mounting, 'verify' | 'findMerchant' | 'isSignedIn'>,
): Promise<void> {
  const temporary = temporaryFolderOf(ctx.config.dataDir);
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const own = { temporary, heavy: openHeavyCalls(), enterUpload: openUploads() };
  const mounting = { ctx, ...own, ...parts };
  for (const route of routes) {
    const { endpoint } = route;
    const { name, body, output, audit, admission, heavy } = endpoint;
    if (heavy && admission.kind === 'public')
      throw new Error(`${name} is heavy work, which strangers may not ask for`);
    if (output.kind === 'json' && audit !== 'read' && holdsPersonal(output.shape))
      throw new Error(`${name} answers personal data in clear without a record of it`);
    server.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      // The parts of a multipart body are measured one by one: see uploads.ts.
      ...(body.kind !== 'multipart' && {
        bodyLimit: (body.kind === 'json' && body.maxSize) || JSON_LIMIT,
      }),
      handler: handlerOf(mounting, route),
    });
  }
}
