import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from './api.ts';
import { FAULTS } from './faults.ts';
import { MERCHANT_MOVES, MERCHANT_STATES } from './merchants.ts';
import { REQUEST_MOVES, REQUEST_STATES } from './approvals.ts';

test('every row has a name and an address of its own', () => {
  const names = API.map((row) => row.name);
  const addresses = API.map((row) => `${row.method} ${row.path}`);
  assert.equal(new Set(names).size, names.length);
  assert.equal(new Set(addresses).size, addresses.length);
});

test('every parameter in a path is in the shape of the row', () => {
  for (const row of API) {
    const wanted = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const sample = Object.fromEntries(wanted.map((name) => [name, 'no such value']));
    if (wanted.length === 0) assert.equal(row.params, undefined, row.name);
    else assert.equal(row.params?.safeParse(sample).success, false, row.name);
  }
});

test('the calls of the specification are there, to the letter', () => {
  const addresses = new Set(API.map((row) => `${row.method} ${row.path}`));
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
  const forbidden = Object.entries(FAULTS).filter(([, [status]]) => status === 403);
  assert.deepEqual(
    forbidden.map(([code]) => code),
    ['NOT_ADMITTED'],
  );
});

test('states lead to known states and every state but the first is reached', () => {
  for (const [states, moves] of [
    [MERCHANT_STATES, MERCHANT_MOVES],
    [REQUEST_STATES, REQUEST_MOVES],
  ] as const) {
    const reached = new Set<string>(Object.values(moves).flat());
    const [first, ...others] = states;
    assert.ok(first);
    for (const state of others) assert.ok(reached.has(state), state);
    assert.ok([...reached].every((state) => states.some((known) => known === state)));
  }
});
