import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import * as fc from 'fast-check';
import type { TestClient, TestRequest } from '#testing/test-client.ts';
import {
  hostileHeaders,
  hostileNumber,
  hostileText,
  hostileValue,
  placesIn,
  replaced,
} from '#testing/hostile-inputs.ts';
import { CONTENTS, PART_NAMES, type Try } from '#testing/endpoint-tries.ts';

/** A valid call on existing entities in their present state. */
export interface Base {
  client: TestClient;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  files?: Readonly<Record<string, File>>;
}

/** Creates an endpoint's valid call, with a new entity if a success consumes it. */
export type Recipe = () => Promise<Base>;
export type Recipes = Readonly<Record<string, Recipe>>;

/** A change of one value, by one of the same kind or of any kind. */
interface Change {
  /** Index of the value, modulo the number of values. */
  place: number;
  alike: boolean;
  text: string;
  number: number;
  other: unknown;
}

/** The differences between a call and its valid base. */
export interface Nearness {
  changes: readonly Change[];
  headers: Readonly<Record<string, string>>;
  /** Replaces the content of the first file. */
  bytes: Uint8Array<ArrayBuffer> | null;
  /** Replaces the name of the first file's part. */
  part: string | null;
}

export const RIGHT: Nearness = { changes: [], headers: {}, bytes: null, part: null };

/** Sometimes no difference, mostly one to three changes, sometimes headers or a file as well. */
export const nearness: fc.Arbitrary<Nearness> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(RIGHT) },
  {
    weight: 6,
    arbitrary: fc.record({
      changes: fc.array(
        fc.record({
          place: fc.nat(),
          alike: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
          text: hostileText,
          number: hostileNumber,
          other: fc.oneof(hostileValue, fc.constant(undefined)),
        }),
        { maxLength: 3 },
      ),
      headers: hostileHeaders,
      bytes: fc.oneof(
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom(...CONTENTS) },
      ),
      part: fc.oneof(
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom(...PART_NAMES) },
      ),
    }),
  },
);

const wholeOf = ({ params = {}, query = {}, body }: Base): Record<string, unknown> => ({
  params,
  query,
  ...(body !== undefined && { body }),
});

/** All params and query fields stay present. Their values, and everything in a body, can change. */
function changeable(whole: unknown): string[][] {
  return placesIn(whole).filter(([part, ...rest]) => part === 'body' || rest.length > 0);
}

function valueAt(whole: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>(
    (value, key) => Object.entries(Object(value)).find(([name]) => name === key)?.[1],
    whole,
  );
}

function changed(whole: unknown, { place, alike, text, number, other }: Change): unknown {
  const places = changeable(whole);
  const at = places[place % places.length];
  if (!at) return whole;
  const kind = alike ? typeof valueAt(whole, at) : 'other';
  const by = kind === 'string' ? text : kind === 'number' ? number : other;
  return replaced(whole, at, by);
}

/** Integers that a shape may accept and a column may not be able to store. */
const EDGES = [2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER];

/**
 * Calls that differ in one number, for each number of a body, in one value of the query that is empty,
 * or in the name of a file's part: random choice finds them too rarely.
 */
export function edgesOf(base: Base): Nearness[] {
  const whole = wholeOf(base);
  const parts = base.files ? PART_NAMES.map((part) => ({ ...RIGHT, part })) : [];
  const values = changeable(whole).flatMap((at, place) => {
    const numbers = typeof valueAt(whole, at) === 'number' ? EDGES : at[0] === 'query' ? [0] : [];
    return numbers.map((number) => {
      const change: Change = { place, alike: true, text: '', number, other: undefined };
      return { ...RIGHT, changes: [change] };
    });
  });
  return [...values, ...parts];
}

/** The value in a URL: a text as it is, anything else as JSON. */
export const written = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** A path segment: `..` would change the path to another endpoint's. */
function pathPart(value: unknown): string {
  const text = written(value);
  return /^\.{0,2}$/.test(text) ? '%00' : encodeURIComponent(text.toWellFormed());
}

function bodyOf({ body: taken }: Endpoint, body: unknown, files: readonly [string, File][]) {
  if (taken.kind === 'none') return {};
  const text = JSON.stringify(body) ?? 'null';
  const headers = { 'content-type': 'application/json' };
  if (taken.kind === 'json') return { body: text, headers };
  const form = new FormData();
  form.set(taken.part, text);
  for (const [name, file] of files) form.set(name, file);
  return { body: form };
}

export function nearOf(endpoint: Endpoint, base: Base, near: Nearness): Try {
  const { changes, headers, bytes, part } = near;
  const whole = changes.reduce<unknown>(changed, wholeOf(base));
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    pathPart(valueAt(whole, ['params', name])),
  );
  const query = Object.entries(Object(valueAt(whole, ['query']))).map(
    ([name, value]): [string, string] => [name, written(value)],
  );
  const files = Object.entries(base.files ?? {}).map(([name, file], at): [string, File] =>
    at === 0 ? [part ?? name, bytes ? new File([bytes], file.name) : file] : [name, file],
  );
  const sent: TestRequest = bodyOf(endpoint, valueAt(whole, ['body']), files);
  return {
    address: `${path}?${new URLSearchParams(query).toString()}`,
    request: { ...sent, method: endpoint.method, headers: { ...sent.headers, ...headers } },
  };
}
