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
import { CONTENTS, type Try } from '#testing/endpoint-tries.ts';

/** A call that is right, made of real things as they are at the moment. */
export interface Base {
  client: TestClient;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  files?: Readonly<Record<string, File>>;
}

/** Gives a row's base, with a fresh thing where a success uses things up. */
export type Recipe = () => Promise<Base>;
/** Recipes by the names of their rows. */
export type Recipes = Readonly<Record<string, Recipe>>;

/** Something else in one place; of the same kind, or of any. */
interface Change {
  /** Which place, counted round and round. */
  place: number;
  alike: boolean;
  text: string;
  number: number;
  other: unknown;
}

/** How a call differs from its base. */
export interface Nearness {
  changes: readonly Change[];
  headers: Readonly<Record<string, string>>;
  /** Sent in the place of the first file. */
  bytes: Uint8Array<ArrayBuffer> | null;
}

/** The base as it is. */
export const RIGHT: Nearness = { changes: [], headers: {}, bytes: null };

/** At times nothing differs, mostly one to three places do, now and then headers or a file as well. */
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
    }),
  },
);

const wholeOf = ({ params = {}, query = {}, body }: Base): Record<string, unknown> => ({
  ...{ params, query },
  ...(body !== undefined && { body }),
});

/** All of params and query are there; the values in them, and everything in a body, can be changed. */
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

/** Whole numbers that a shape may take and a column may not hold. */
const EDGES = [2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER];

/** Calls that differ in one number, for each number of a body: chance finds one among many too seldom. */
export function edgesOf(base: Base): Nearness[] {
  const whole = wholeOf(base);
  return changeable(whole).flatMap((at, place) => {
    if (typeof valueAt(whole, at) !== 'number') return [];
    return EDGES.map((number) => {
      const change: Change = { place, alike: true, text: '', number, other: undefined };
      return { ...RIGHT, changes: [change] };
    });
  });
}

/** As it stands in an address: a text as it is, anything else as JSON. */
export const written = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** A part of a path that stays in its place: `..` would make it the path of another row. */
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

/** The call that differs so from its base. */
export function nearOf(endpoint: Endpoint, base: Base, { changes, headers, bytes }: Nearness): Try {
  const whole = changes.reduce<unknown>(changed, wholeOf(base));
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    pathPart(valueAt(whole, ['params', name])),
  );
  const query = Object.entries(Object(valueAt(whole, ['query']))).map(
    ([name, value]): [string, string] => [name, written(value)],
  );
  const files = Object.entries(base.files ?? {}).map(([name, file], at): [string, File] =>
    at === 0 && bytes ? [name, new File([bytes], file.name)] : [name, file],
  );
  const sent: TestRequest = bodyOf(endpoint, valueAt(whole, ['body']), files);
  return {
    address: `${path}?${new URLSearchParams(query).toString()}`,
    request: { ...sent, method: endpoint.method, headers: { ...sent.headers, ...headers } },
  };
}
