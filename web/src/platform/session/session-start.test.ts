import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideStart, isPublic, strangerPath, wantedPath } from './session-start.ts';

const start = (path: string, held = false) => decideStart({ path, search: '', held, token: held });

test('a page behind the sign-in asks the provider once when no session is held', () => {
  assert.equal(start('/dashboard/mandates'), 'check');
  assert.equal(start('/register/business'), 'check');
  assert.equal(start('/nowhere'), 'check');
});

test('nobody is asked on reset-password, register/user and auth/logout', () => {
  for (const path of ['/reset-password', '/register/user', '/register/user/', '/auth/logout'])
    assert.equal(start(path), 'stay', path);
});

test('the sign-in page goes to the provider, unless it has an answer or a token to go on with', () => {
  for (const path of ['/', '/auth']) assert.equal(start(path), 'stay', path);
  const login = (search: string, token: boolean) =>
    decideStart({ path: '/auth/login', search, held: false, token });
  assert.equal(login('', false), 'sign-in');
  assert.equal(login('?other=1', false), 'sign-in');
  assert.equal(login('?state=a&code=b', false), 'stay');
  assert.equal(login('?state=a&error=login_required', false), 'stay');
  assert.equal(login('', true), 'stay');
  assert.equal(start('/auth/login', true), 'stay');
});

test('who holds a session is not asked again', () => {
  assert.equal(start('/dashboard/mandates', true), 'stay');
});

test('a stranger goes to auth/logout, stays where everybody may be, and finds no unknown page', () => {
  assert.equal(strangerPath('/dashboard/mandates?page=2'), '/auth/logout');
  assert.equal(strangerPath('/register/business'), '/auth/logout');
  assert.equal(strangerPath('/nowhere'), '/auth/404');
  assert.equal(strangerPath('/auth/404'), '/auth/404');
  assert.ok(isPublic('/auth/403/'));
});

test('after a sign-in only pages of the dashboard are gone back to', () => {
  assert.equal(wantedPath('/dashboard/customers?page=1'), '/dashboard/customers?page=1');
  for (const path of ['/', '//evil.example/dashboard', '/auth/logout', '/dashboardx'])
    assert.equal(wantedPath(path), null, path);
});
