import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '@tegeka/contract/api.ts';
import { parseJson } from '@tegeka/contract/kit/json.ts';
import { parseReference } from '@tegeka/contract/kit/reference.ts';
import * as z from 'zod/mini';
import { openApiOf } from './openapi.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// The tests read in it what they expect.
const { paths } = parseJson(
  z.any(),
  JSON.stringify(
    openApiOf(API, {
      environment: 'SANDBOX',
      serverUrl: 'http://x.test',
      version: '1',
      issuer: 'http://id.x.test/realms/x',
      clientId: 'web',
    }),
  ),
);

/** Schemas and examples of all bodies and answers in the document. */
const MEDIA: { where: string; schema: Json; example: unknown }[] = API.flatMap((endpoint) => {
  const { requestBody, responses } = paths[endpoint.path][endpoint.method.toLowerCase()];
  const answer = responses[endpoint.output.status].content?.['application/json'];
  const bodies = Object.values(Object(requestBody?.content)).filter(isObject);
  return [
    ...bodies.map((body) => ({ where: `${endpoint.name} body`, media: body })),
    ...(answer ? [{ where: `${endpoint.name} answer`, media: answer }] : []),
  ].map(({ where, media }) => ({ where, ...media }));
});

/** The names of fields without a description. */
function untold(schema: unknown): string[] {
  if (!isObject(schema)) return [];
  const fields = Object.entries(Object(schema['properties']));
  const inside = [schema['items'], schema['anyOf'], schema['oneOf']].flat();
  return [
    ...fields.flatMap(([name, field]) => [
      ...(isObject(field) && field['description'] ? [] : [name]),
      // Rows by state are explained once for all states.
      ...(name === 'counts' ? [] : untold(field)),
    ]),
    ...inside.flatMap(untold),
  ];
}

test('every field of a body and of an answer says what it means', () => {
  assert.ok(MEDIA.length > 200);
  for (const { where, schema } of MEDIA) assert.deepEqual(untold(schema), [], where);
});

const canBeNull = (schema: Json): boolean =>
  [schema['type']].flat().includes('null') ||
  [schema['anyOf'], schema['oneOf']].flat().some((one) => isObject(one) && canBeNull(one));

/** The fields that can be null and do not say what that means. */
function silentNulls(schema: unknown): string[] {
  if (!isObject(schema)) return [];
  const fields = Object.entries(Object(schema['properties']));
  const inside = [schema['items'], schema['anyOf'], schema['oneOf']].flat();
  return [
    ...fields.flatMap(([name, field]) => [
      ...(isObject(field) && canBeNull(field) && !/\bnull\b/i.test(String(field['description']))
        ? [name]
        : []),
      ...silentNulls(field),
    ]),
    ...inside.flatMap(silentNulls),
  ];
}

test('every field of an answer that can be null says what null means', () => {
  for (const { where, schema } of MEDIA)
    if (where.endsWith(' answer')) assert.deepEqual(silentNulls(schema), [], where);
});

test('a field that means something else in some place says what it means there', () => {
  const of = (where: string, ...path: string[]) =>
    path.reduce<unknown>(
      (at, name) => Object(Object(at).properties ?? Object(Object(at).items).properties)[name],
      MEDIA.find((one) => one.where === where)?.schema,
    );
  const noteOf = (...at: [string, ...string[]]) => String(Object(of(...at)).description);
  assert.match(noteOf('createTransaction body', 'reference'), /^Your own/);
  assert.match(noteOf('createTransaction answer', 'reference'), /^Ours: `TGD`/);
  assert.match(noteOf('createTransactions answer', 'items', 'reference'), /^Your own/);
  assert.match(noteOf('getMandate answer', 'reference'), /^`TGK`/);
  assert.match(noteOf('listProducts answer', 'totalPages'), /^Pages of all rows/);
  assert.equal(
    noteOf('listProducts answer', 'content', 'categoryId'),
    'The payment category, from `listCategories`.',
  );
});

test('products, mandates, transactions and analytics are parts of their own', () => {
  const tagOf = (name: string) => {
    const { path = '', method = 'GET' } = API.find((one) => one.name === name) ?? {};
    return paths[path][method.toLowerCase()].tags[0];
  };
  assert.deepEqual(
    ['createProduct', 'listCategories', 'createMandate', 'getMandateView'].map(tagOf),
    ['Products', 'Products', 'Mandates', 'Mandates'],
  );
  assert.deepEqual(
    ['createTransactions', 'listAllTransactions', 'uploadTransactions', 'getAnalytics'].map(tagOf),
    ['Transactions', 'Transactions', 'Transaction uploads', 'Analytics'],
  );
  assert.deepEqual(['getBusinessClock', 'announceDay'].map(tagOf), ['Calendar', 'Calendar']);
});

const sum = (one: Json, names: readonly string[]) =>
  names.reduce((total, name) => total + Number(one[name]), 0);

/** Fields that must be equal to a sum if the object also has the second field. */
const SUMS: readonly (readonly [string, string, (one: Json) => number])[] = [
  [
    'amount',
    'net',
    (one) => sum(one, ['charge' in one ? 'charge' : 'transactionCharge', 'exciseDuty', 'net']),
  ],
  ['rows', 'goodRows', (one) => sum(one, ['goodRows', 'refusedRows'])],
  ['available', 'held', (one) => Math.max(Number(one['balance']) - Number(one['held']), 0)],
  [
    'closing',
    'opening',
    (one) =>
      sum(one, ['opening', 'settled', 'cameBack', 'repaid', 'other']) -
      sum(one, ['charge', 'exciseDuty', 'returned', 'paidOut']),
  ],
];

const WENT_WRONG = ['FAILED', 'REJECTED', 'RETURNED', 'UNKNOWN'];
const LATER = ['updatedAt', 'sentAt', 'settledAt', 'endedAt'];

/** The fields of a transaction that contradict each other. */
function impossibleDebit(one: Json): string[] {
  const { state, transactionStatus, failureReason, settledAt, attempt } = one;
  const hasCame = state === 'SETTLED' || state === 'RETURNED';
  const rules: [string, boolean][] = [
    ['transactionStatus', state === transactionStatus],
    ['failureReason', (failureReason !== null) === WENT_WRONG.includes(String(state))],
    ['settledAt', (settledAt !== null) === hasCame],
    ['attempt', !hasCame || Number(attempt) > 0],
  ];
  return rules.filter(([, holds]) => !holds).map(([name]) => name);
}

/** False for a text like one of our references with a wrong check digit, or in `merchantReference`. */
function isPossibleReference(name: string, text: string): boolean {
  const prefix = (['TGK', 'TGD', 'TGP'] as const).find((one) => text.startsWith(one));
  if (!prefix || !name.toLowerCase().endsWith('reference')) return true;
  return name !== 'merchantReference' && parseReference(prefix, text) !== null;
}

const isBefore = (one: unknown, other: unknown) =>
  typeof one === 'string' && typeof other === 'string' && one < other;

/** The fields of an object of an example that have impossible values. */
function impossible(one: Json): string[] {
  const { from, to, createdAt, counts, totalElements } = one;
  const texts = Object.entries(one).filter(([, value]) => typeof value === 'string');
  const byState = Object.keys(Object(counts));
  return [
    // 'text' is the made-up value of a field without a sample.
    ...texts.filter(([name, text]) => text === 'text' || !isPossibleReference(name, String(text))),
    ...SUMS.filter(
      ([name, beside, of]) =>
        typeof one[name] === 'number' && typeof one[beside] === 'number' && one[name] !== of(one),
    ),
    ...('transactionStatus' in one ? impossibleDebit(one) : []),
    ...LATER.filter((name) => isBefore(one[name], createdAt)),
    ...(isObject(counts) && byState.length > 0 && sum(counts, byState) !== totalElements
      ? ['counts']
      : []),
    ...(String(from).startsWith('20') && isBefore(to, from) ? ['from'] : []),
    ...(Array.isArray(one['errors']) &&
    (one['transaction'] === null) === (one['errors'].length === 0)
      ? ['errors']
      : []),
  ].map(String);
}

function objectsIn(value: unknown): Json[] {
  const inside = Object.values(Object(value)).filter((one) => typeof one === 'object');
  return [...(isObject(value) ? [value] : []), ...inside.flatMap(objectsIn)];
}

test('no example says what can not be', () => {
  for (const { where, example } of MEDIA)
    for (const one of objectsIn(example)) assert.deepEqual(impossible(one), [], where);
});

test('a mandate is made with a product or with terms, and with an account only where it is needed', () => {
  const body = Object(MEDIA.find(({ where }) => where === 'createMandate body')?.example);
  assert.ok('productId' in body && !('schedule' in body) && !('amount' in body));
  assert.ok(body.consentWay === 'PAGE' && !('accountNumber' in body));
});
