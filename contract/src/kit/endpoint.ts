import type * as z from 'zod/mini';
import type { Domain } from './domains.ts';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: anybody, or a signed-in person of one of the domains who holds the permission. */
export type Admission =
  | { kind: 'public' }
  | { kind: 'signed-in'; domains: readonly Domain[]; permission?: Permission };

export type Shape = z.ZodMiniType;

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
  | { kind: 'json'; shape: B; /** Bytes; 64 KB unless told. */ maxSize?: number }
  | { kind: 'multipart'; part: string; shape: B; files: Readonly<Record<string, FilePart>> };

/** What a call answers: JSON of a shape, nothing, or the bytes of a stored file. */
export type Output<O extends Shape = Shape> =
  | { kind: 'json'; status: 200 | 201 | 202; shape: O }
  | { kind: 'none'; status: 204 }
  | { kind: 'file'; status: 200 };

/** So many calls in so many seconds: of one person, one organization, or one network address. */
export interface CallLimit {
  max: number;
  per: 'person' | 'organization' | 'address';
  windowSeconds: number;
}

/** What the platform checks and records around a call, beside its admission. */
export interface Guards {
  /** The path's `merchantId` is a merchant and the caller's own; else NOT_FOUND. */
  scope?: 'merchant';
  /** With `scope`: the merchant is active; else MERCHANT_NOT_ACTIVE. */
  active?: true;
  /**
   * A public call of a program that signs its body. No browser sends it, so it needs no CSRF token, and it
   * does not count to what one address may change.
   */
  signed?: true;
  /** Calls beyond it are refused with TOO_MANY_REQUESTS. */
  limit?: CallLimit;
  /** A change that may name the version it was made from in the header `If-Match`. */
  ifMatch?: true;
  /**
   * A call that reads what is shown to nobody unrecorded: each leaves a row in the audit trail, also a
   * repeated one, and its answer is kept nowhere.
   */
  audit?: 'read';
}

/**
 * One row of the API. Server route, browser call, OpenAPI document and access tests are all
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
  params?: P;
  query?: Q;
  body: Body<B>;
  output: Output<O>;
  /** Refusals of its own, beside those that every call can meet. */
  errors: readonly ErrorCode[];
}

/** Writes a row down with the exact types of its shapes. */
export function endpoint<
  P extends Shape = never,
  Q extends Shape = never,
  B extends Shape = never,
  O extends Shape = never,
>(row: Endpoint<P, Q, B, O>): Endpoint<P, Q, B, O> {
  return row;
}

type Parsed<S> = [S] extends [never] ? undefined : S extends Shape ? z.infer<S> : undefined;

/** The parsed parts of a call as its handler receives them; `undefined` where the row has none. */
export interface InputOf<E extends Endpoint> {
  params: E extends Endpoint<infer P, Shape, Shape, Shape> ? Parsed<P> : undefined;
  query: E extends Endpoint<Shape, infer Q, Shape, Shape> ? Parsed<Q> : undefined;
  body: E extends Endpoint<Shape, Shape, infer B, Shape> ? Parsed<B> : undefined;
}

/** What a row answers. */
export type OutputOf<E extends Endpoint> =
  E extends Endpoint<Shape, Shape, Shape, infer O> ? Parsed<O> : undefined;
