import type { Endpoint, FilePart } from '@tegeka/contract/kit/endpoint.ts';
import * as fc from 'fast-check';
import { logoOf, pdfOf } from '#demo/demo-files.ts';
import type { TestRequest } from './test-client.ts';
import { hostileHeaders, hostilePart, hostileText, spoiled, tampered } from './hostile-inputs.ts';
import { type Hints, inputSchema, likely } from './checks/schema-checks.ts';

/** A call of an endpoint that a test makes, valid or not. */
export interface Try {
  address: string;
  request: TestRequest;
}

const json = (value: fc.Arbitrary<unknown>) =>
  value.map((given) => JSON.stringify(given === undefined ? null : given));

/** JSON for a shape: mostly valid, often changed, sometimes not JSON at all. */
function jsonTexts(shape: Parameters<typeof inputSchema>[0], hints: Hints): fc.Arbitrary<string> {
  const value = likely(inputSchema(shape), hints);
  return fc.oneof(
    { weight: 5, arbitrary: json(value) },
    { weight: 5, arbitrary: json(spoiled(value)) },
    { weight: 1, arbitrary: tampered(json(value)) },
  );
}

/** File contents: complete, damaged and of other types. */
export const CONTENTS: readonly Uint8Array<ArrayBuffer>[] = [
  new Uint8Array(logoOf([1, 2, 3])),
  new Uint8Array(logoOf([1, 2, 3])).slice(0, 100),
  new Uint8Array(pdfOf('A certificate')),
  new Uint8Array(),
  new Uint8Array([0, 255, 254, 0, 13, 10, 34, 44]),
  new TextEncoder().encode('first name;phone\r\n"Ann;0772\0\r\n=1+1,,,,\r\n'),
];

/** Names of parts that no form of ours has, and that objects have by themselves. */
export const PART_NAMES = ['__proto__', 'constructor', 'toString', '', 'file[]', 'Merchant', 'x'];

/** The parts of a form: its files, sometimes additional ones, with unusual names. */
function fileParts(files: Readonly<Record<string, FilePart>>) {
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...Object.keys(files)) },
    { weight: 2, arbitrary: fc.constantFrom(...PART_NAMES) },
    { weight: 1, arbitrary: hostileText },
  );
  const fileName = fc.oneof(fc.constantFrom('logo.png', 'c.pdf', 'list.csv'), hostileText);
  const part = fc.record({ name, fileName, bytes: fc.constantFrom(...CONTENTS) });
  return fc.array(part, { maxLength: 3 });
}

function formOf(
  part: string,
  text: string,
  files: readonly { name: string; fileName: string; bytes: Uint8Array<ArrayBuffer> }[],
): FormData {
  const form = new FormData();
  form.set(part, text);
  for (const { name, fileName, bytes } of files) form.append(name, new File([bytes], fileName));
  return form;
}

function bodies(endpoint: Endpoint, hints: Hints): fc.Arbitrary<TestRequest> {
  const { body } = endpoint;
  const typed = (text: string): TestRequest => ({
    body: text,
    headers: { 'content-type': 'application/json' },
  });
  if (body.kind === 'none') {
    const none: TestRequest = {};
    return endpoint.method === 'GET'
      ? fc.constant(none)
      : fc.oneof(fc.constant(none), tampered(fc.constant('{}')).map(typed));
  }
  if (body.kind === 'json') return jsonTexts(body.shape, hints).map(typed);
  const part = fc.oneof(
    { weight: 9, arbitrary: fc.constant(body.part) },
    { weight: 1, arbitrary: fc.constantFrom(...PART_NAMES) },
  );
  const form = fc
    .tuple(part, jsonTexts(body.shape, hints), fileParts(body.files))
    .map(([name, text, files]): TestRequest => ({ body: formOf(name, text, files) }));
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  const broken = fc
    .constantFrom(
      '',
      '--b',
      '--b--',
      '--b\r\n\r\n',
      '--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--',
    )
    .map((text): TestRequest => ({ body: text, headers: type }));
  return fc.oneof({ weight: 8, arbitrary: form }, { weight: 1, arbitrary: broken });
}

function queries(endpoint: Endpoint, hints: Hints): fc.Arbitrary<string> {
  if (!endpoint.query) return fc.constant('');
  const value = likely(inputSchema(endpoint.query), hints);
  const pairs = fc
    .oneof(value, spoiled(value))
    .map((given) =>
      Object.entries(Object(given)).map(([name, text]) => [name, String(text)] as const),
    );
  const right = pairs.map(
    (given) => `?${new URLSearchParams(Object.fromEntries(given)).toString()}`,
  );
  const odd = fc.tuple(right, hostilePart).map(([query, part]) => `${query}&${part}=${part}`);
  const inPlace = fc
    .tuple(right, hostilePart)
    .map(([query, part]) => query.replace(/=[^&]*/, `=${part}`));
  const twice = right.map((query) => `${query}&${query.slice(1)}`);
  const emptied = right.map((query) => query.replace(/=[^&]*/, '='));
  return fc.oneof({ weight: 4, arbitrary: right }, odd, inPlace, twice, emptied);
}

function paths(endpoint: Endpoint, hints: Hints): fc.Arbitrary<string> {
  const parts = endpoint.path.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return fc.constant(part);
    const id = likely({ type: 'string', format: 'uuid' }, hints, name).map(String);
    return fc.oneof({ weight: 12, arbitrary: id }, { weight: 1, arbitrary: hostilePart });
  });
  return fc.tuple(...parts).map((given) => given.join('/'));
}

/** Calls of an endpoint, as in its contract and otherwise. */
export function triesOf(endpoint: Endpoint, hints: Hints): fc.Arbitrary<Try> {
  return fc
    .tuple(
      paths(endpoint, hints),
      queries(endpoint, hints),
      bodies(endpoint, hints),
      hostileHeaders,
    )
    .map(([path, query, request, headers]) => ({
      address: `${path}${query}`,
      request: { ...request, method: endpoint.method, headers: { ...request.headers, ...headers } },
    }));
}
