import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { API } from './api.ts';
import { ERRORS } from './kit/errors.ts';
import { exportEndpoint } from './kit/list.ts';
import type { StateMachine } from './kit/state-machine.ts';
import { APPROVAL_REQUEST } from './approvals.ts';
import { BANK } from './bank-records.ts';
import { CALENDAR_OVERRIDE } from './calendar/calendar-overrides.ts';
import { CLEARING_FILE } from './clearing/clearing.ts';
import { EXCEPTION } from './clearing/exceptions.ts';
import { DEBIT } from './debits/debits.ts';
import { CUSTOMER } from './customers/customers.ts';
import { DISPUTE } from './debits/disputes.ts';
import { IMPORT_MACHINE } from './imports/import-kind.ts';
import { BULK_CONSENT_REQUEST } from './mandates/bulk-consent-requests.ts';
import { MANDATE } from './mandates/mandates.ts';
import { MERCHANT } from './merchants/merchants.ts';
import { PAYOUT } from './payouts/payouts.ts';
import { PRODUCT } from './products.ts';
import { USER } from './users.ts';

test('every endpoint has a name and an address of its own', () => {
  const names = API.map((endpoint) => endpoint.name);
  const addresses = API.map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  assert.equal(new Set(names).size, names.length);
  assert.equal(new Set(addresses).size, addresses.length);
});

test('every parameter in a path is in the shape of the endpoint', () => {
  for (const endpoint of API) {
    const wanted = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const sample = Object.fromEntries(wanted.map((name) => [name, 'no such value']));
    if (wanted.length === 0) assert.equal(endpoint.params, undefined, endpoint.name);
    else assert.equal(endpoint.params?.safeParse(sample).success, false, endpoint.name);
  }
});

/** Query parameters that have a default in every list; any other one narrows the list. */
const USUAL = ['page', 'size', 'sort'];

test('a hidden default date filter: no list and no export narrows anything unless it is asked to', () => {
  const lists = API.filter(({ query }) => 'sort' in Object(query?.safeParse({}).data));
  assert.ok(lists.length > 10);
  for (const { name, query } of lists) {
    const narrowed = Object.entries(Object(query?.safeParse({}).data)).filter(
      ([key, value]) => !USUAL.includes(key) && value !== '',
    );
    assert.deepEqual(narrowed, [], name);
  }
});

test('an empty number in a query counts as not given', () => {
  const read = API.flatMap(({ name, query }) => {
    const shapes = query instanceof z.ZodMiniObject ? Object.entries(query.def.shape) : [];
    return shapes
      .filter(([, shape]) => typeof z.safeParse(shape, '7').data === 'number')
      .map(([key, shape]) => [`${name} ${key}`, shape] as const);
  });
  assert.ok(read.length > 10);
  for (const [place, shape] of read)
    for (const empty of ['', ' '])
      assert.deepEqual(z.safeParse(shape, empty), z.safeParse(shape, undefined), place);
});

test('a reason is taken as it is typed, with line breaks, which become spaces', () => {
  const names = ['reason', 'comment', 'evidence'];
  const typed = 'It was lost.  \n\nMs Akello said so\r\nby phone.';
  const taken = API.flatMap(({ name, body }) => {
    if (body.kind !== 'json') return [];
    const options = body.shape instanceof z.ZodMiniUnion ? body.shape.def.options : [body.shape];
    const objects = options.filter((shape) => shape instanceof z.ZodMiniObject);
    return objects.flatMap(({ def: { shape } }) =>
      names.flatMap((key) => (shape[key] ? [[name, z.safeParse(shape[key], typed).data]] : [])),
    );
  });
  assert.ok(taken.length > 20, String(taken.length));
  for (const [name, text] of taken)
    assert.equal(text, 'It was lost. Ms Akello said so by phone.', String(name));
});

test('an export has the guards of its options', () => {
  const limit = { max: 5, per: 'person', windowSeconds: 60 } as const;
  const exported = exportEndpoint({
    name: 'exportThings',
    summary: 'Export things.',
    path: '/api/v1/things',
    admission: { kind: 'public' },
    item: z.object({ id: z.uuid() }),
    sorts: ['id'],
    active: true,
    limit,
    audit: 'read',
  });
  assert.deepEqual([exported.active, exported.limit, exported.audit], [true, limit, 'read']);
});

test('a file is a stored one, or made for the call and limited as heavy work', () => {
  const stored = new Set(['getFile', 'readClearingFile']);
  const unlimited = API.filter(({ output, heavy }) => output.kind === 'file' && !heavy);
  assert.deepEqual(new Set(unlimited.map(({ name }) => name)), stored);
});

test('the calls of the specification are there, to the letter', () => {
  const addresses = new Set(API.map((endpoint) => `${endpoint.method} ${endpoint.path}`));
  for (const address of [
    'GET /identity/api/v1/users/currentuser',
    'GET /api/v1/banks',
    'POST /identity/api/v1/users/merchant-rep-account',
    'POST /api/v1/merchants',
    'GET /identity/api/v1/settings/{name}',
    'GET /identity/api/v1/users/phone-exists',
    'GET /identity/api/v1/users/email-exists',
    'POST /identity/api/v1/auth/public/sec-token',
    'POST /identity/api/v1/auth/public/sec-token/verify',
    'GET /api/v1/merchants/organization/{organizationId}',
    'GET /api/v1/banks/organization-id/{organizationId}',
  ]) {
    assert.ok(addresses.has(address), address);
  }
});

test('a refusal is 403 only for somebody who is not admitted at all', () => {
  const forbidden = Object.entries(ERRORS).filter(([, [status]]) => status === 403);
  assert.deepEqual(
    forbidden.map(([code]) => code),
    ['NOT_ADMITTED'],
  );
});

/** Every state machine with its initial states. */
const MACHINES: readonly (readonly [StateMachine<string>, readonly string[]])[] = [
  [APPROVAL_REQUEST, ['PENDING']],
  [BANK, ['ACTIVE']],
  [CALENDAR_OVERRIDE, ['ANNOUNCED']],
  [CLEARING_FILE, ['READY', 'RECEIVED', 'HELD']],
  [DEBIT, ['PENDING']],
  [CUSTOMER, ['ACTIVE']],
  [DISPUTE, ['OPEN']],
  [EXCEPTION, ['OPEN']],
  [IMPORT_MACHINE, ['UPLOADED']],
  [MANDATE, ['GENERATED']],
  [BULK_CONSENT_REQUEST, ['RUNNING']],
  [MERCHANT, ['PENDING_APPROVAL']],
  [PAYOUT, ['PENDING']],
  [PRODUCT, ['ACTIVE']],
  [USER, ['ENABLED']],
];

test('states lead to known states and every state but the first is reached', () => {
  for (const [{ entity, states, transitions }, first] of MACHINES) {
    assert.deepEqual(Object.keys(transitions).toSorted(), [...states].toSorted(), entity);
    const reached = new Set(first);
    for (const state of reached) for (const next of transitions[state] ?? []) reached.add(next);
    assert.deepEqual([...reached].toSorted(), [...states].toSorted(), entity);
  }
});
