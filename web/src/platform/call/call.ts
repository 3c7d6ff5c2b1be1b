import type { Endpoint, OutputOf, Shape } from '@tegeka/contract/kit/endpoint.ts';
import { parseJson } from '@tegeka/contract/kit/json.ts';
import type { Problem } from '@tegeka/contract/kit/errors.ts';
import type * as z from 'zod/mini';
import {
  carriesToken,
  fillPath,
  headersOf,
  newKey,
  queryText,
  toBanksService,
} from './call-headers.ts';
import { CallFailed } from './call-failed.ts';
import { type Send, sendRequest } from './call-send.ts';
import { config } from '#platform/config/config.ts';
import { goTo } from '#platform/device/page.ts';
import { accessToken, renewToken, session, signOut } from '#platform/session/session.ts';

/** Timeout in milliseconds. Longer for files on a slow network. */
const TIMEOUT_MS = 30_000;
const FILE_TIMEOUT_MS = 600_000;

type Part<Name extends string, S> = [S] extends [never]
  ? unknown
  : S extends Shape
    ? { [key in Name]: z.input<S> }
    : unknown;

/** The input of an endpoint's call, typed by the endpoint. */
export type CallInput<E extends Endpoint> =
  E extends Endpoint<infer P, infer Q, infer B>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B> & CallOptions
    : never;

/** Options of any call. */
export interface CallOptions {
  /** Files of a multipart body, by the part names of the endpoint. */
  files?: Record<string, Blob | undefined>;
  signal?: AbortSignal;
  /** Idempotency key: a repeated POST with the same key is executed once. Default: a new key. */
  idempotencyKey?: string;
  /** Replaces `fetch`, for example to report progress. Must implement its own timeout. */
  send?: Send;
}

interface UntypedInput extends CallOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

function csrfToken(): string | null {
  const found = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  return found ? decodeURIComponent(found) : null;
}

function bodyOf(endpoint: Endpoint, input: UntypedInput): BodyInit | null {
  if (endpoint.body.kind === 'none') return null;
  if (endpoint.body.kind === 'json') return JSON.stringify(input.body);
  const form = new FormData();
  form.set(endpoint.body.part, JSON.stringify(input.body));
  for (const [name, file] of Object.entries(input.files ?? {})) if (file) form.set(name, file);
  return form;
}

async function request(
  endpoint: Endpoint,
  input: UntypedInput,
  key: string,
  token: string | null,
): Promise<Response> {
  const { serverUrl, banksUrl, domain } = config();
  const base = toBanksService(endpoint.method, endpoint.path) ? banksUrl : serverUrl;
  const headers = headersOf({
    method: endpoint.method,
    path: endpoint.path,
    domain,
    relative: base === '',
    token,
    csrfToken: csrfToken(),
    idempotencyKey: key,
  });
  if (endpoint.body.kind === 'json') headers['Content-Type'] = 'application/json';
  const address = base + fillPath(endpoint.path, input.params) + queryText(input.query);
  const init = { method: endpoint.method, headers, body: bodyOf(endpoint, input) };
  const file = endpoint.body.kind === 'multipart' || endpoint.output.kind === 'file';
  return sendRequest(address, {
    ...init,
    // The proof of a verified code is a cookie.
    credentials: base === serverUrl && base !== '' ? 'include' : 'same-origin',
    signal: input.signal ?? null,
    ...(input.send ? { send: input.send } : { timeoutMs: file ? FILE_TIMEOUT_MS : TIMEOUT_MS }),
  });
}

async function problemOf(response: Response): Promise<Problem | undefined> {
  if (!response.headers.get('content-type')?.includes('json')) return undefined;
  // The server's problem details. The type declares every field as optional.
  return (await response.json().catch(() => undefined)) as Problem | undefined;
}

/** Reactions to the status of any failed call (specification, section 8). */
async function handleStatus(status: number): Promise<void> {
  if (status === 403) await signOut('logout', 'keep');
  if (status === 401 && session.current()) await signOut('logout', 'keep');
}

/** True if the cause of a refusal is fixed, so that a retry makes sense. */
async function isRetryUseful(
  problem: Problem | undefined,
  status: number,
  before: { csrf: string | null; token: string | null },
): Promise<boolean> {
  // The refusal itself set a new cookie in place of the missing or expired one.
  if (problem?.code === 'CSRF_TOKEN_INVALID') return csrfToken() !== before.csrf;
  // With a wrong device clock a token can expire unnoticed.
  if (status === 401 && before.token) return (await renewToken(before.token)) !== null;
  return false;
}

async function attempt(endpoint: Endpoint, input: UntypedInput, again: boolean): Promise<Response> {
  const key = input.idempotencyKey ?? newKey();
  const token = carriesToken(endpoint.method, endpoint.path) ? await accessToken() : null;
  const before = { csrf: csrfToken(), token };
  const response = await request(endpoint, input, key, token);
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (again && (await isRetryUseful(problem, response.status, before)))
    return attempt(endpoint, { ...input, idempotencyKey: key }, false);
  await handleStatus(response.status);
  throw new CallFailed({ status: response.status, ...(problem && { problem }) });
}

/**
 * Calls an endpoint of the API and parses its answer. Throws `CallFailed`. Errors that concern
 * every call (server off, not admitted, session ended) have already been handled then.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<OutputOf<E>> {
  const response = await attempt(endpoint, input as UntypedInput, true);
  // Parsed by the endpoint's own shape, which OutputOf describes.
  return (await read(endpoint, response)) as OutputOf<E>;
}

/** Input of a call that is put together at run time, such as by a form. */
export interface MadeInput extends CallOptions {
  params: unknown;
  query?: unknown;
  body?: unknown;
}

/** Like {@link call}, with input that the endpoint's types do not check. */
export async function callWith<E extends Endpoint>(
  endpoint: E,
  input: MadeInput,
): Promise<OutputOf<E>> {
  return call(endpoint, input as CallInput<E>);
}

async function read(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (endpoint.output.kind === 'none') return undefined;
  if (endpoint.output.kind === 'file')
    throw new Error(`${endpoint.name} answers bytes: callForBytes()`);
  const text = await response.text().catch(() => '');
  try {
    return parseJson(endpoint.output.shape, text);
  } catch {
    const offline = !navigator.onLine;
    throw new CallFailed({ status: response.status, offline, done: text !== '' });
  }
}

/** Returns the response with a body that reports how many bytes have arrived. */
function counted({ body, headers }: Response, onBytes: (count: number) => void): Response {
  let count = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      count += part.length;
      onBytes(count);
      controller.enqueue(part);
    },
  });
  return new Response(body && body.pipeThrough(counter), { headers });
}

/** How bytes are loaded. */
interface ByteOptions {
  /** Called with how many bytes have arrived. */
  onBytes?: (count: number) => void;
  /** True where the screen says itself that the file is gone. */
  own404?: boolean;
}

/**
 * Calls an endpoint that answers with the bytes of a file. A file that is gone leads to auth/404, as any
 * other data load does (specification, 2.1).
 */
export async function callForBytes<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { onBytes, own404 = false }: ByteOptions = {},
): Promise<Blob> {
  const response = await attempt(endpoint, input as UntypedInput, true).catch((error: unknown) => {
    const isMissing = error instanceof CallFailed && error.status === 404;
    if (isMissing && endpoint.method === 'GET' && !own404) void goTo('/auth/404');
    throw error;
  });
  try {
    return await (onBytes ? counted(response, onBytes) : response).blob();
  } catch {
    // Connection lost or timeout while the bytes were being received.
    const aborted = (input as UntypedInput).signal?.aborted ?? false;
    throw new CallFailed({ status: 0, aborted, offline: !aborted });
  }
}
