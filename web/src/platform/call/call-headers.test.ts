import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CallFacts, fillPath, headersOf, queryText } from './call-headers.ts';

const headers = (facts: Partial<CallFacts>) =>
  headersOf({
    method: 'GET',
    path: '/api/v1/merchants/organization/1',
    domain: 'MERCHANT',
    relative: true,
    token: 'jwt',
    csrfToken: 'csrf',
    idempotencyKey: 'key',
    ...facts,
  });

test('a call sends the domain and the token', () => {
  const sent = headers({});
  assert.equal(sent['Application-Domain'], 'MERCHANT');
  assert.equal(sent['Authorization'], 'Bearer jwt');
});

test('the banks content service gets neither', () => {
  const sent = headers({ path: '/api/v1/banks' });
  assert.deepEqual(Object.keys(sent), ['Accept']);
  assert.ok(headers({ path: '/api/v1/banks/organization-id/{organizationId}' })['Authorization']);
});

test('reading a password reset sends no token, setting one does', () => {
  const path = '/identity/api/v1/users/reset-password';
  assert.equal(headers({ path })['Authorization'], undefined);
  assert.equal(headers({ path, method: 'POST' })['Authorization'], 'Bearer jwt');
});

test('changes at a relative URL send the CSRF token; reads and other servers get none', () => {
  assert.equal(headers({ method: 'PUT' })['X-XSRF-TOKEN'], 'csrf');
  assert.equal(headers({})['X-XSRF-TOKEN'], undefined);
  assert.equal(headers({ method: 'PUT', relative: false })['X-XSRF-TOKEN'], undefined);
  assert.equal(headers({ method: 'PUT', csrfToken: null })['X-XSRF-TOKEN'], undefined);
});

test('only a POST has an idempotency key', () => {
  assert.equal(headers({ method: 'POST' })['Idempotency-Key'], 'key');
  assert.equal(headers({ method: 'PATCH' })['Idempotency-Key'], undefined);
});

test('path parameters are escaped', () => {
  assert.equal(fillPath('/a/{id}/b/{name}', { id: 7, name: 'x/y z' }), '/a/7/b/x%2Fy%20z');
});

test('a query omits undefined values and escapes the rest', () => {
  assert.equal(
    queryText({ email: 'a+b@c.ug', page: 0, search: undefined }),
    '?email=a%2Bb%40c.ug&page=0',
  );
  assert.equal(queryText({ search: undefined }), '');
  assert.equal(queryText(), '');
});
