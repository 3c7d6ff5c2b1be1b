import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideStart, isPublic, wantedPath } from './session-start.ts';

const start = (path: string, held = false, inactive = false) =>
  decideStart({ path, search: '', held, inactive, token: held });

test('a protected page checks the provider once if there is no session', () => {
  assert.equal(start('/dashboard/mandates'), 'check');
  assert.equal(start('/register/business'), 'check');
  assert.equal(start('/nowhere'), 'check');
});

test('reset-password, register/user and auth/logout are not checked', () => {
  for (const path of ['/reset-password', '/register/user', '/register/user/', '/auth/logout'])
    assert.equal(start(path), 'stay', path);
});

test('the sign-in page redirects to the provider, unless it has an answer or a token', () => {
  for (const path of ['/', '/auth']) assert.equal(start(path), 'stay', path);
  const login = (search: string, token: boolean) =>
    decideStart({ path: '/auth/login', search, held: false, inactive: true, token });
  assert.equal(login('', false), 'sign-in');
  assert.equal(login('?other=1', false), 'sign-in');
  assert.equal(login('?state=a&code=b', false), 'stay');
  assert.equal(login('?state=a&error=login_required', false), 'stay');
  assert.equal(login('', true), 'stay');
  assert.equal(start('/auth/login', true), 'stay');
});

test('with a session there is no check', () => {
  assert.equal(start('/dashboard/mandates', true), 'stay');
});

test('who returns after the time of inactivity is logged out, but for pages without a session', () => {
  for (const path of ['/', '/auth/login', '/dashboard/mandates', '/auth/404'])
    assert.equal(start(path, true, true), 'sign-out', path);
  assert.equal(start('/reset-password', true, true), 'stay');
  assert.equal(start('/dashboard/mandates', false, true), 'check');
});

test('pages that nobody has to be signed in for stay open when the session ends', () => {
  assert.ok(isPublic('/auth/403/'));
  assert.ok(!isPublic('/dashboard/mandates'));
});

test('after a sign-in only pages of the dashboard are restored', () => {
  assert.equal(wantedPath('/dashboard/customers?page=1'), '/dashboard/customers?page=1');
  for (const path of ['/', '//evil.example/dashboard', '/auth/logout', '/dashboardx'])
    assert.equal(wantedPath(path), null, path);
});
