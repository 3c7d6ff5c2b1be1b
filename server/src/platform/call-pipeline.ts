import { mkdir } from 'node:fs/promises';
import type { Endpoint, Shape } from '@tegeka/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admit } from './admission.ts';
import { type AuditNote, writeAudit } from './audit.ts';
import type { Caller, VerifyToken } from './caller.ts';
import { checkCsrf } from './csrf.ts';
import type { Tx } from './database.ts';
import type { Frame } from './frame.ts';
import { isAnswered, type KeptAnswer, once } from './idempotency.ts';
import { inputWords } from './input-words.ts';
import { keepAnswer } from './kept-answer.ts';
import { refuseInput, refuseUnstorable } from './problems.ts';
import { refuse } from './refusal.ts';
import { callContext } from './call-context.ts';
import { answerCall, checkedAnswer } from './call-answer.ts';
import type { Route } from './serve.ts';
import { discardRest, type MultipartBody, receiveMultipart, temporaryFolderOf } from './uploads.ts';

/** Bytes of a JSON body at the most. */
const JSON_LIMIT = 64 * 1024;
/** Changes an address may send to public rows, whatever they are. */
const PUBLIC_CHANGES = { points: 120, seconds: 60 };

type Input = { params: unknown; query: unknown; body: unknown };

function parse(shape: Shape | undefined, value: unknown): unknown {
  if (!shape) return undefined;
  const parsed = shape.safeParse(value, { error: inputWords });
  if (!parsed.success) throw refuseInput(parsed.error.issues);
  refuseUnstorable(parsed.data);
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('BODY_BROKEN');
  }
}

/** An address that can not exist is a thing that does not exist. */
function parseParams(row: Endpoint, request: FastifyRequest): unknown {
  const params = row.params?.safeParse(request.params);
  if (params && !params.success) throw refuse('NOT_FOUND');
  return params?.data;
}

function parseInput(
  row: Endpoint,
  request: FastifyRequest,
  multipart: MultipartBody | null,
): Input {
  const params = parseParams(row, request);
  const query = parse(row.query, request.query);
  if (row.body.kind === 'none') return { params, query, body: undefined };
  const raw = multipart ? jsonOf(multipart.json) : request.body;
  return { params, query, body: parse(row.body.shape, raw) };
}

/** Runs the work in the transaction that the route and the caller call for. */
function inTransaction<T>(
  frame: Frame,
  { row, across }: Route,
  caller: Caller | null,
  work: (tx: Tx) => Promise<T>,
) {
  // Operators answer for all organizations; everybody else sees one.
  const wide = !caller || caller.domain === 'OPERATOR' || across;
  if (wide) return frame.db.asPlatform(row.name, work);
  return frame.db.asTenant(caller.organizationId, work);
}

function idempotencyKeyOf(row: Endpoint, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  const applies =
    row.method !== 'GET' && (row.admission.kind !== 'public' || row.output.status === 201);
  if (typeof key !== 'string' || !applies) return null;
  if (!/^[\w.:-]{8,128}$/.test(key))
    throw refuse('INPUT_INVALID', {
      fields: [{ field: 'Idempotency-Key', message: 'Use 8 to 128 letters, digits, - _ . or :' }],
    });
  return key;
}

/** Whose key it is. */
function keyScopeOf(row: Endpoint, caller: Caller | null): string {
  return caller ? `${caller.organizationId}:${caller.userId}:${row.name}` : row.name;
}

/** Everything that must not be forgotten, around one handler. */
async function runCall(
  frame: Frame,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | null,
  multipart: MultipartBody | null,
) {
  const { row } = route;
  const input = parseInput(row, request, multipart);
  const key = idempotencyKeyOf(row, request);
  const at = frame.clock.now();
  return inTransaction(frame, route, caller, async (tx) => {
    let note: AuditNote | null = null;
    const files = multipart?.files ?? {};
    const context = callContext(frame, request, reply, {
      tx,
      files,
      now: at,
      audit: (given) => (note = given),
    });
    const work = async (): Promise<KeptAnswer> => {
      const answer = await route.handle(input, context, caller);
      if (row.method !== 'GET' || note) {
        await writeAudit(tx, frame.ids, {
          at,
          requestId: request.id,
          caller,
          action: row.name,
          note,
        });
      }
      return { status: row.output.status, answer };
    };
    if (key === null) return work();
    const hashes = Object.entries(files).map(([part, { sha256 }]) => [part, sha256]);
    const requestMac = frame.keys.mac('idempotency', JSON.stringify([request.url, input, hashes]));
    return once(tx, { scope: keyScopeOf(row, caller), key, requestMac, at }, work);
  });
}

/** Asks at the door whether a body is wanted at all. */
async function askAtDoor(frame: Frame, route: Route, request: FastifyRequest, caller: Caller) {
  const { row } = route;
  const params = parseParams(row, request);
  const key = idempotencyKeyOf(row, request);
  await inTransaction(frame, route, caller, async (tx) => {
    const scope = keyScopeOf(row, caller);
    const repeated = key !== null && (await isAnswered(tx, { scope, key }));
    await route.atDoor?.({ params }, { tx, now: frame.clock.now(), repeated }, caller);
  });
}

/** Receives a multipart body, if it is wanted. */
async function receiveBody(
  frame: Frame,
  route: Route,
  temporary: string,
  request: FastifyRequest,
  caller: Caller | null,
): Promise<MultipartBody | null> {
  const { row } = route;
  if (row.body.kind !== 'multipart') return null;
  if (route.atDoor && caller) await askAtDoor(frame, route, request, caller);
  return receiveMultipart(request, row.body, temporary);
}

async function handle(
  frame: Frame,
  route: Route,
  verify: VerifyToken,
  temporary: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { row } = route;
  checkCsrf(request);
  const caller = await admit(row, request, verify);
  if (!caller && row.method !== 'GET') {
    const verdict = await frame.limits.take('public changes', request.ip, PUBLIC_CHANGES);
    if (!verdict.allowed) throw refuse('TOO_MANY_REQUESTS', verdict);
  }
  const multipart = await receiveBody(frame, route, temporary, request, caller);
  try {
    const { answer } = await runCall(frame, route, request, reply, caller, multipart);
    return answerCall(frame, row, reply, answer);
  } finally {
    await multipart?.dispose();
  }
}

/** What runs for a route: its call, or the kept answer of one that is the same for everybody. */
function handlerOf(frame: Frame, route: Route, verify: VerifyToken, temporary: string) {
  const { row, keptSeconds } = route;
  if (keptSeconds === undefined) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        return await handle(frame, route, verify, temporary, request, reply);
      } catch (error) {
        if (!request.raw.complete) discardRest(request);
        throw error;
      }
    };
  }
  const kept = keepAnswer(frame.clock, keptSeconds);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const text = await kept(async () => {
      const { answer } = await runCall(frame, route, request, reply, null, null);
      return JSON.stringify(checkedAnswer(frame, row, answer));
    });
    void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
    return reply.status(row.output.status).send(text);
  };
}

/** Mounts the routes: each row's address, method and limits come from the row itself. */
export async function mountRoutes(
  server: FastifyInstance,
  frame: Frame,
  routes: readonly Route[],
  verify: VerifyToken,
): Promise<void> {
  const temporary = temporaryFolderOf(frame.config.dataDir);
  await mkdir(temporary, { recursive: true });
  for (const route of routes) {
    const { row } = route;
    server.route({
      method: row.method,
      url: row.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      // The parts of a multipart body are measured one by one: see uploads.ts.
      ...(row.body.kind !== 'multipart' && { bodyLimit: JSON_LIMIT }),
      handler: handlerOf(frame, route, verify, temporary),
    });
  }
}
