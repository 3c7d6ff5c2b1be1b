import * as z from 'zod/mini';
import { described } from './described.ts';
import type { Domain } from './domains.ts';
import type { ErrorCode } from './errors.ts';
import { parseJson } from './json.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: anybody, or a signed-in person of one of the domains who holds the permission. With
 * `anyApp` from any app, also one that does not admit the person.
 */
export type Admission =
  | { kind: 'public' }
  | { kind: 'signed-in'; domains: readonly Domain[]; permission?: Permission; anyApp?: true };

export function signedIn(domains: readonly Domain[], permission?: Permission): Admission {
  return { kind: 'signed-in', domains, ...(permission && { permission }) };
}

export type Shape = z.ZodMiniType;

/** The answer where somebody else has to approve. */
export const requestedShape = z.object({
  requestId: described('The approval request: it takes effect once it is approved.', z.uuid()),
});

/** A file in a multipart body. Content decides what a file is, never its name. */
export interface FilePart {
  required: boolean;
  /** Bytes. */
  maxSize: number;
  /** Media types that are accepted. */
  accepts: readonly string[];
  /** What to do about files of other types that people are likely to send, by media type. */
  advice?: Readonly<Record<string, string>>;
}

/** What a call carries beside its address. A multipart body has one JSON part and files. */
export type Body<B extends Shape = Shape> =
  | { kind: 'none' }
  | { kind: 'json'; shape: B; /** Bytes; 64 KB by default. */ maxSize?: number }
  | { kind: 'multipart'; part: string; shape: B; files: Readonly<Record<string, FilePart>> };

/** What a call answers: JSON of a shape, nothing, or the bytes of a stored file. */
export type Output<O extends Shape = Shape> =
  | { kind: 'json'; status: 200 | 201 | 202; shape: O }
  | { kind: 'none'; status: 204 }
  | { kind: 'file'; status: 200 };

/** At most `max` calls in `windowSeconds`, counted by person, organization or network address. */
export interface CallLimit {
  max: number;
  per: 'person' | 'organization' | 'address';
  windowSeconds: number;
}

/** What the platform checks and records around a call, beside its admission. */
export interface Guards {
  /** The merchant of the path is active; else MERCHANT_NOT_ACTIVE. */
  active?: true;
  /**
   * A public call of a program that signs its body. Browsers do not send it, so it needs no CSRF token. It
   * has a rate limit of its own, apart from that of other public changes.
   */
  signed?: true;
  /** Calls beyond it are refused with TOO_MANY_REQUESTS. */
  limit?: CallLimit;
  /**
   * Costly to answer, such as a document, an export or figures over everything: it has rate limits by person and
   * organization, and is refused with TOO_MUCH_AT_ONCE while too many such calls run (heavy-calls.ts of the
   * server).
   */
  heavy?: true;
  /** A change that may name the version it was made from in the header `If-Match`. */
  ifMatch?: true;
  /**
   * Each call is recorded in the audit trail, also a repeated one: its answer is not stored under an
   * Idempotency-Key. Needed to answer personal data in clear.
   */
  audit?: 'read';
}

/**
 * One endpoint of the API. Server route, browser call, OpenAPI document and access tests are all
 * derived from it.
 */
export interface Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  O extends Shape = Shape,
> extends Guards {
  /** The operation's name, unique, camelCase. */
  name: string;
  /** What it does, one sentence for the API reference. */
  summary: string;
  method: Method;
  /** Path with {parameters} in braces. */
  path: `/${string}`;
  admission: Admission;
  /** The path's `merchantId` is a merchant and, for a merchant's people, their own; else NOT_FOUND. */
  scope?: 'merchant';
  params?: P;
  query?: Q;
  body: Body<B>;
  output: Output<O>;
  /** Error codes of its own. Those of every endpoint of its kind are in openapi-bodies.ts of the server. */
  errors: readonly ErrorCode[];
}

type IdsIn<Path extends string> = Path extends `${string}{${infer Id}}${infer Rest}`
  ? Id | IdsIn<Rest>
  : never;

/** The parameters of a path, each a UUID; `never` where it has none. `infer` tells the compiler that it is a shape. */
export type PathParams<Path extends string> = (
  [IdsIn<Path>] extends [never] ? never : z.ZodMiniObject<Record<IdsIn<Path>, z.ZodMiniUUID>>
) extends infer P extends Shape
  ? P
  : never;

/** The options of every endpoint, whatever its body and its answer. */
export interface EndpointOptions<Path extends string> extends Guards {
  name: string;
  summary: string;
  path: `/${Path}`;
  admission: Admission;
  errors?: readonly ErrorCode[];
}

interface Options<
  Path extends string,
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  O extends Shape,
> extends EndpointOptions<Path> {
  /** GET by default. */
  method?: Method;
  /** The parameters of the path, where one of them is no UUID. */
  params?: P;
  query?: Q;
  /** The JSON of the body, or the JSON part of a multipart body; no body by default. */
  takes?: B;
  /** Bytes of the JSON; 64 KB by default. */
  maxSize?: number;
  /** With `takes`: the name of its part, and the files beside it. */
  multipart?: { part: string; files: Readonly<Record<string, FilePart>> };
  /** The JSON of the answer; without it, and without a file, the answer is empty, with status 204. */
  answers?: O;
  /** The answer is the bytes of a file. */
  answersFile?: true;
  /** 200 by default. */
  status?: 200 | 201 | 202;
}

/** Describes an endpoint, with the exact types of its shapes. */
export function endpoint<
  Path extends string,
  P extends Shape = PathParams<Path>,
  Q extends Shape = never,
  B extends Shape = never,
  O extends Shape = never,
>(options: Options<Path, P, Q, B, O>): Endpoint<P, Q, B, O> {
  const { takes, maxSize, multipart, answers, answersFile, status = 200, ...rest } = options;
  const { method = 'GET' } = options;
  // The type is that of the path.
  const params = options.params ?? (paramsOf(options.path) as P | null);
  return {
    errors: [],
    ...rest,
    method,
    ...(params && { params }),
    ...(options.path.includes('{merchantId}') && { scope: 'merchant' }),
    body: bodyOf(takes, multipart, maxSize),
    output: answersFile ? { kind: 'file', status: 200 } : outputOf(answers, status),
  };
}

function paramsOf(path: string): Shape | null {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => [id, z.uuid()]);
  return ids.length > 0 ? z.object(Object.fromEntries(ids)) : null;
}

function bodyOf<B extends Shape>(
  shape: B | undefined,
  multipart: { part: string; files: Readonly<Record<string, FilePart>> } | undefined,
  maxSize: number | undefined,
): Body<B> {
  if (!shape) return { kind: 'none' };
  if (multipart) return { kind: 'multipart', shape, ...multipart };
  return { kind: 'json', shape, ...(maxSize && { maxSize }) };
}

function outputOf<O extends Shape>(answers: O | undefined, status: 200 | 201 | 202): Output<O> {
  if (!answers) return { kind: 'none', status: 204 };
  return { kind: 'json', status, shape: answers };
}

type Parsed<S> = [S] extends [never] ? undefined : S extends Shape ? z.infer<S> : undefined;

/** The parsed parts of a call as its handler receives them; `undefined` where the endpoint has none. */
export interface InputOf<E extends Endpoint> {
  params: E extends Endpoint<infer P, Shape, Shape, Shape> ? Parsed<P> : undefined;
  query: E extends Endpoint<Shape, infer Q, Shape, Shape> ? Parsed<Q> : undefined;
  body: E extends Endpoint<Shape, Shape, infer B, Shape> ? Parsed<B> : undefined;
}

export type OutputOf<E extends Endpoint> =
  E extends Endpoint<Shape, Shape, Shape, infer O> ? Parsed<O> : undefined;

/** Parses the text of an answer by its endpoint. Throws for another shape, and for an endpoint that answers a file. */
export function parseOutput<E extends Endpoint>({ name, output }: E, text: string): OutputOf<E> {
  if (output.kind === 'file') throw new Error(`${name} answers bytes`);
  // OutputOf is the type of this shape.
  return (output.kind === 'json' ? parseJson(output.shape, text) : undefined) as OutputOf<E>;
}
