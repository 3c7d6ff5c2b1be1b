import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from './api.ts';
import { ERRORS } from './kit/errors.ts';
import { APPROVAL_REQUEST } from './approvals.ts';
import { MERCHANT } from './merchants/merchants.ts';

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

/** What every list has a usual value of; everything else narrows it. */
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

test('states lead to known states and every state but the first is reached', () => {
  for (const { states, transitions } of [MERCHANT, APPROVAL_REQUEST]) {
    const reached = new Set<string>(Object.values(transitions).flat());
    const [first, ...others] = states;
    assert.ok(first);
    for (const state of others) assert.ok(reached.has(state), state);
    assert.ok([...reached].every((state) => states.some((known) => known === state)));
  }
});
