import type { Readable } from 'node:stream';
import type { Endpoint, InputOf, OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import type { AuditNote } from '#platform/history/audit.ts';
import type { Caller } from './caller.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { StoredUpload, UploadedFile } from '#platform/files/stored-files.ts';

/** How a cookie of ours is set; always HttpOnly and SameSite=Lax, Secure where the site is https. */
export interface CookieOptions {
  path: string;
  maxAgeSeconds: number;
}

/** What a handler can do and know beside its input. */
export interface CallContext {
  /** The call's transaction; it commits when the handler resolves. */
  tx: Tx;
  /** Files of a multipart body by part name, checked against the endpoint. */
  files: Readonly<Record<string, StoredUpload>>;
  now: Date;
  requestId: string;
  /** The caller's network address, of IPv6 the /64 prefix. */
  address: string;
  /** The version in the header `If-Match`; null where there is none. */
  ifMatch: number | null;
  /** The value of a signed cookie. Null if it is missing or its signature is wrong. */
  cookie(name: string): string | null;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, options: Pick<CookieOptions, 'path'>): void;
  /** The result of the route's `prepare`. */
  prepared: unknown;
  /** Adds to the audit row that the platform writes for every change; on a reading call, makes one. */
  audit: (note: AuditNote) => void;
}

/** What is known before the transaction of a call is opened. */
export type BeforeCall = Pick<CallContext, 'cookie' | 'now'> & {
  files: Readonly<Record<string, UploadedFile>>;
};

export type PublicCall<E extends Endpoint> = InputOf<E> & CallContext;

export type Call<E extends Endpoint> = PublicCall<E> & { caller: Caller };

/** What is known before the body is received. */
export type PendingUploadContext = Pick<CallContext, 'tx' | 'now'> & {
  /** True if a call with this idempotency key was answered: with the same body it gets that answer. */
  repeated: boolean;
};

/** A call whose body has not been received yet. */
export type PendingUploadCall<E extends Endpoint> = Pick<InputOf<E>, 'params'> &
  PendingUploadContext & { caller: Caller };

export interface FileAnswer {
  /** What a browser may do with it; a file that somebody else has sent is only saved. */
  way: 'inline' | 'attachment';
  stream: Readable;
  mediaType: string;
  name: string;
  size: number;
}

/**
 * A file of a heavy endpoint that is written while it is sent, after the call's transaction has ended, so it
 * reads in transactions of its own. Each part counts as a heavy call; when the client goes away no
 * further part is asked for.
 */
export interface WrittenAnswer {
  write(): AsyncGenerator<string | Uint8Array>;
  mediaType: string;
  name: string;
}

/** What a handler gives back for its endpoint. */
export type Answer<E extends Endpoint> = [OutputOf<E>] extends [undefined]
  ? FileAnswer | WrittenAnswer | void
  : OutputOf<E>;

/** An endpoint with its handler, ready to be mounted. */
export interface Route {
  endpoint: Endpoint;
  /** The caller is null on public endpoints only. */
  handle(input: unknown, context: CallContext, caller: Caller | null): Promise<unknown>;
  /** Refuses before the body is received, in a transaction of its own. */
  beforeUpload?(input: unknown, context: PendingUploadContext, caller: Caller): Promise<void>;
  /**
   * Slow work that needs no connection, such as reading files or hashing. It runs before the call's
   * transaction; the handler gets its result as `prepared`.
   */
  prepare?(input: unknown, before: BeforeCall): Promise<unknown>;
  /** Seconds for which each server caches the answer; without it nothing is cached. */
  cacheSeconds?: number;
  /** Everything of the call, its audit row too, runs in one transaction that sees every organization. */
  asPlatform?: true;
}

function expectAdmission(endpoint: Endpoint, kind: Endpoint['admission']['kind']): void {
  if (endpoint.admission.kind !== kind)
    throw new Error(`${endpoint.name} is an endpoint for ${endpoint.admission.kind}`);
}

export function serve<E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>>,
): Route {
  expectAdmission(endpoint, 'signed-in');
  return {
    endpoint,
    handle: (input, context, caller) => {
      if (!caller) throw new Error(`${endpoint.name} was called without a caller`);
      // The input was parsed by the shapes of the endpoint just before.
      return handler({ ...(input as InputOf<E>), ...context, caller });
    },
  };
}

/**
 * Binds an endpoint whose work takes effect in other organizations than the caller's. No row policy limits
 * its handler, which must restrict its queries to what the caller may access.
 */
export function serveAsPlatform<E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E> & { tx: PlatformTx }) => Promise<Answer<E>>,
): Route {
  // `asPlatform` below makes the pipeline open such a transaction.
  const served = serve(endpoint, (call) => handler(call as Call<E> & { tx: PlatformTx }));
  return { ...served, asPlatform: true };
}

/** What happens around a call with large files. */
interface UploadSteps<E extends Endpoint, P> {
  /** Refuses a call before its body is received. */
  beforeUpload: (call: PendingUploadCall<E>) => Promise<void>;
  /** Reads the files, while no transaction is open. */
  prepare: (call: InputOf<E> & { files: Readonly<Record<string, UploadedFile>> }) => Promise<P>;
  handle: (call: Call<E> & { prepared: P }) => Promise<Answer<E>>;
}

/** Binds an endpoint with large files to what happens before, between and in its transactions. */
export function serveUpload<E extends Endpoint, P>(
  endpoint: E,
  { beforeUpload, prepare, handle }: UploadSteps<E, P>,
): Route {
  return {
    // The pipeline passes on the result of `prepare` unchanged, so it has the type P.
    ...serve(endpoint, (call) => handle(call as Call<E> & { prepared: P })),
    // The parameters were parsed by the shape of the endpoint just before.
    beforeUpload: (input, context, caller) =>
      beforeUpload({ ...(input as Pick<InputOf<E>, 'params'>), ...context, caller }),
    prepare: (input, { files }) => prepare({ ...(input as InputOf<E>), files }),
  };
}

export function servePublic<E extends Endpoint>(
  endpoint: E,
  handler: (call: PublicCall<E>) => Promise<Answer<E>>,
): Route {
  expectAdmission(endpoint, 'public');
  return {
    endpoint,
    // The input was parsed by the shapes of the endpoint just before.
    handle: (input, context) => handler({ ...(input as InputOf<E>), ...context }),
  };
}

/**
 * Binds a public endpoint to slow work, such as hashing, and to the handler that gets its result. The work
 * runs before the transaction is opened, so that it holds no database connection.
 */
export function servePrepared<E extends Endpoint, P>(
  endpoint: E,
  prepare: (call: InputOf<E> & BeforeCall) => Promise<P>,
  handler: (call: PublicCall<E> & { prepared: P }) => Promise<Answer<E>>,
): Route {
  return {
    // The pipeline passes on the result of `prepare` unchanged, so it has the type P.
    ...servePublic(endpoint, (call) => handler(call as PublicCall<E> & { prepared: P })),
    // The input was parsed by the shapes of the endpoint just before.
    prepare: (input, before) => prepare({ ...(input as InputOf<E>), ...before }),
  };
}

/**
 * Binds a public endpoint that is the same for everybody. Each server keeps its answer for so many
 * seconds, so that a busy list costs no transaction a call.
 */
export function servePublicCached<E extends Endpoint<never, never, never>>(
  endpoint: E,
  cacheSeconds: number,
  handler: (call: CallContext) => Promise<Answer<E>>,
): Route {
  expectAdmission(endpoint, 'public');
  return { endpoint, cacheSeconds, handle: (_input, context) => handler(context) };
}
