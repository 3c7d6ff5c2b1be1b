import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '@tegeka/contract/api.ts';
import { openApiOf } from './openapi.ts';
import { portablePattern } from './openapi-patterns.ts';

const WRITTEN: [pattern: string, portable: string | undefined][] = [
  ['^[A-Z]{3}$', '^[A-Z]{3}$'],
  [String.raw`^\+\d{9,15}$`, String.raw`^\+\d{9,15}$`],
  [String.raw`^[^\p{Zl}\p{Zp}]*$`, String.raw`^[^\u2028\u2029]*$`],
  [String.raw`^[^\]\p{Zl}]*$`, String.raw`^[^\]\u2028]*$`],
  [String.raw`^\p{Cc}$`, undefined],
  [String.raw`^[\p{Script=Latin}]$`, undefined],
  [String.raw`^[\P{Cc}]$`, undefined],
  [String.raw`^\u{1f600}$`, undefined],
  ['(?<name>a)', undefined],
  ['(?<=a+)b', undefined],
  ['[a--b]', undefined],
];

test('a pattern is written for every language, or left out', () => {
  for (const [pattern, portable] of WRITTEN) assert.equal(portablePattern(pattern), portable);
});

test('a pattern in code points accepts what its properties accept', () => {
  for (const name of ['Cc', 'Zl', 'Zp', 'Bidi_Control']) {
    const property = String.raw`^[\p{${name}}]$`;
    const [original, written] = [property, portablePattern(property) ?? ''].map(
      (pattern) => new RegExp(pattern, 'u'),
    );
    for (let point = 0; point <= 0x10_ff_ff; point += 1) {
      const text = String.fromCodePoint(point);
      if (original?.test(text) !== written?.test(text)) assert.fail(`${name}: ${point}`);
    }
  }
});

test('every pattern of the document can be read by Python and Java', () => {
  const patterns: string[] = [];
  const place = {
    environment: 'SANDBOX',
    serverUrl: 'http://x.test',
    version: '1',
    issuer: 'http://id.x.test/realms/x',
    clientId: 'web',
  } as const;
  JSON.stringify(openApiOf(API, place), (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') patterns.push(value);
    return value;
  });
  assert.ok(patterns.length > 100);
  for (const pattern of new Set(patterns)) assert.equal(portablePattern(pattern), pattern);
  assert.ok(patterns.some((pattern) => pattern.includes(String.raw`\u0000-\u001f`)));
});
