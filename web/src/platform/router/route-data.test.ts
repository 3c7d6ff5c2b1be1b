import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf, shellOf, titleOf } from './route-data.ts';

const at = (pathname: string, searchStr = '') => shellOf(true, { pathname, searchStr });

test('signed-in people get the side layout, except on the pages of sign-in, sign-out and sign-up', () => {
  assert.equal(at('/dashboard/mandates'), 'side');
  assert.equal(at('/register/business'), 'side');
  for (const path of ['/auth/login', '/auth/logout', '/register/user'])
    assert.equal(at(path), 'guest', path);
});

test("a page with an answer of the provider ('state=') and a guest's page get the guest shell", () => {
  assert.equal(at('/dashboard/mandates', '?state=abc'), 'guest');
  assert.equal(at('/dashboard/mandates', '?estate=abc'), 'side');
  assert.equal(shellOf(false, { pathname: '/dashboard/mandates', searchStr: '' }), 'guest');
});

test("the document title is the innermost route's title, ' - ' and the product name", () => {
  const matches = [{ staticData: {} }, { staticData: { title: 'Login' } }, { staticData: {} }];
  assert.equal(titleOf(matches, 'MERCHANT'), 'Login - Tegeka');
  assert.equal(titleOf([], 'MERCHANT'), 'Tegeka');
  const billing = [{ staticData: { title: 'Billing', titles: { OPERATOR: 'Revenue' } } }];
  assert.equal(titleOf(billing, 'OPERATOR'), 'Revenue - Tegeka');
  assert.equal(titleOf(billing, 'MERCHANT'), 'Billing - Tegeka');
});

const merchant = { domain: 'MERCHANT', merchantId: 'm', roles: ['customers.read'] } as const;
const refused = (staticData: Parameters<typeof refusalOf>[0][number]['staticData']) =>
  refusalOf([{ staticData: { permission: 'customers.read' } }, { staticData }], merchant);

test('a page is refused without its permission, and not found in other domains', () => {
  assert.equal(refused({}), null);
  assert.equal(refused({ permission: 'customers.write' }), '/auth/403');
  assert.equal(refused({ permissions: { MERCHANT: 'customers.write' } }), '/auth/403');
  assert.equal(refused({ permissions: { OPERATOR: 'customers.write' } }), null);
  assert.equal(refused({ permission: 'customers.write', domains: ['OPERATOR'] }), '/auth/404');
  assert.equal(refused({ domains: ['OPERATOR', 'MERCHANT'] }), null);
});

test('a page of businesses is not found by people of a business that is not registered', () => {
  const pages = [{ staticData: { domains: ['MERCHANT'] } as const }];
  assert.equal(refusalOf(pages, { ...merchant, merchantId: null }), '/auth/404');
  assert.equal(refusalOf(pages, merchant), null);
});
