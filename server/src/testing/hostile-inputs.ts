import * as fc from 'fast-check';

/** Texts that commonly cause bugs. */
const HOSTILE_TEXTS = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202eevil',
  '\ufeff',
  '\u2028',
  '\r\nx: y',
  ' ',
  '',
  "' or 1=1 --",
  "'; drop table accounts; --",
  '$1',
  '\\',
  '%',
  '_',
  '{}',
  '[]',
  'null',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '９９',
  '१२३४५',
  '99999999999999999999',
  'x'.repeat(5000),
  '😀'.repeat(1000),
  'e\u0301'.repeat(500),
  '\t'.repeat(300),
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '2026-02-30T25:61:61Z',
  '-271821-04-20T00:00:00Z',
  '=cmd|calc',
  'a@b.c\n',
  '+256\0',
];
const HOSTILE_NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  -(2 ** 63),
  1e21,
  1e308,
  5e-324,
];

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let at = 0; at < depth; at += 1) value = at % 2 ? { x: value } : [value];
  return value;
}

/** Any text, including ones that nobody would type. */
export const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);

/** Any number, including extreme ones. */
export const hostileNumber = fc.constantFrom(...HOSTILE_NUMBERS);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...HOSTILE_NUMBERS, null, true, [], {}) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(5, 50, 500).map(nested) },
);

export function placesIn(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [at];
  const deeper = Object.entries(value).flatMap(([key, part]) => placesIn(part, [...at, key]));
  return [at, ...deeper];
}

/** The value with one part replaced. Undefined removes the part. */
export function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const part: unknown = Object.entries(Object(value)).find(([name]) => name === key)?.[1];
  const next = replaced(part, rest, by);
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (String(at) === key ? next : item));
  return { ...Object(value), [key]: next };
}

/** A value with one to three of its parts replaced or removed. */
export function spoiled(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.tuple(fc.nat(), fc.oneof(hostileValue, fc.constant(undefined)));
  return fc.tuple(value, fc.array(change, { minLength: 1, maxLength: 3 })).map(([whole, changes]) =>
    changes.reduce<unknown>((given, [pick, by]) => {
      const places = placesIn(given);
      return replaced(given, places[pick % places.length] ?? [], by);
    }, whole),
  );
}

const TAMPERINGS: readonly ((json: string) => string)[] = [
  (json) => json.replace('{', '{"__proto__":{"isAdmin":true},'),
  (json) => json.replace('{', '{"constructor":{"prototype":{"x":1}},'),
  // Duplicate every field: the second one counts.
  (json) => json.replace(/^\{(.*)\}$/s, '{$1,$1}'),
  (json) => json.slice(0, -1),
  (json) => `${json}${json}`,
  (json) => `\ufeff${json}`,
  (json) => json.replaceAll('"', "'"),
  (json) => json.replace(/[0-9]+/, 'NaN'),
  (json) => `${'['.repeat(20_000)}${json}`,
  () => `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`,
  (json) => `${' '.repeat(70_000)}${json}`,
  () => '',
  () => '"',
];

export const tampered = (json: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(json, fc.constantFrom(...TAMPERINGS)).map(([text, tamper]) => tamper(text));

/** Raw path segments, correctly encoded or not. */
export const hostilePart = fc.oneof(
  fc.constantFrom(
    '%00',
    '%',
    '%zz',
    '%E0%A4%A',
    '%ff%fe',
    '..',
    '%2e%2e%2f',
    '%2F',
    ';',
    '\\',
    '*',
    'x'.repeat(101),
    'x'.repeat(7000),
    '%F0%9F%98%80',
    '[]',
    "'--",
    '%0d%0ax:y',
    '~',
    '@',
  ),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
);

/** Headers that our browser client would not send. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'content-type',
          'application-domain',
          'authorization',
          'idempotency-key',
          'x-xsrf-token',
          'cookie',
          'accept',
          'if-none-match',
          'origin',
          'x-forwarded-for',
          'x-forwarded-host',
          'range',
          'content-encoding',
          'x-request-id',
        ),
        fc.oneof(
          fc.constantFrom(
            '',
            ',',
            ';;;',
            'x'.repeat(3000),
            '%00',
            'a=b; c=%E0%A4%A',
            'Bearer ..',
            'null',
            'application/json; charset=utf-16',
            'multipart/form-data',
            'text/plain',
            'gzip',
            'application/json, application/json',
            'multipart/form-data; boundary=',
            '*/*;q=9',
            'MERCHANT',
            'MERCHANT, OPERATOR',
            'bytes=9-1',
            '__Host-x=1; x=~; XSRF-TOKEN=a',
          ),
          fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
        ),
      )
      .map(([name, value]) => ({ [name]: value })),
  },
);
