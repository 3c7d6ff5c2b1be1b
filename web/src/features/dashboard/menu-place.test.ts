import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MENU_TABS, MENUS } from '@tegeka/contract/kit/menus.ts';
import { mayVisit, placeOf, tabsOf } from '#features/dashboard/menu-place.ts';

const labelOf = (path: string) => placeOf(MENUS.OPERATOR, path)?.link.label;

test('a page belongs to the menu entry with the longest matching path', () => {
  assert.equal(labelOf('/dashboard/mandates'), 'Mandates');
  assert.equal(labelOf('/dashboard/mandates/transactions'), 'Transactions');
  assert.equal(labelOf('/dashboard/mandates/0199'), 'Mandates');
  assert.equal(placeOf(MENUS.OPERATOR, '/dashboard/approval-requests/0199')?.group, 'Approvals');
});

test('a page that no menu names belongs to the entry that it stands beside as a tab', () => {
  const at = (path: string) => placeOf(MENUS.OPERATOR, path, MENU_TABS.OPERATOR);
  assert.equal(at('/dashboard/mandates/exceptions/0199')?.link.label, 'Transactions');
  assert.equal(at('/dashboard/billing/ledger')?.link.label, 'Revenue');
  const { MERCHANT } = MENU_TABS;
  const billing = placeOf(MENUS.MERCHANT, '/dashboard/billing/0199', MERCHANT);
  assert.equal(billing?.link.label, 'Mandates');
  const labels = (path: string) => tabsOf(billing, path, MERCHANT).map(({ label }) => label);
  assert.deepEqual(labels('/dashboard/billing'), [
    'Mandates',
    'Billing',
    'Statements',
    'Analytics',
  ]);
  assert.deepEqual(labels('/dashboard/mandates/uploads'), []);
});

test('a page of another domain belongs to no entry', () => {
  assert.equal(placeOf(MENUS.MERCHANT, '/dashboard/banks'), null);
  assert.equal(placeOf(MENUS.BANK, '/dashboard/customers'), null);
});

test('a page outside the domain’s menu is not found, except those open to all', () => {
  assert.equal(mayVisit('MERCHANT', '/dashboard/approval-requests'), false);
  assert.equal(mayVisit('OPERATOR', '/dashboard/approval-requests/0199'), true);
  assert.equal(mayVisit('MERCHANT', '/dashboard/billing'), true);
  assert.equal(mayVisit('MERCHANT', '/dashboard/billing/0199'), true);
  assert.equal(mayVisit('MERCHANT', '/dashboard/billings'), false);
  assert.equal(mayVisit('MERCHANT', '/dashboard/analytics/'), true);
  assert.equal(mayVisit('BANK', '/dashboard/profile/sessions'), true);
  assert.equal(mayVisit('BANK', '/dashboard/banks'), false);
  assert.equal(mayVisit('CONSUMER', '/dashboard/users'), false);
});

test('a page that is a tab of other domains alone is not found', () => {
  for (const page of ['/dashboard/mandates/sessions', '/dashboard/mandates/exceptions/0199']) {
    assert.equal(mayVisit('OPERATOR', page), true);
    assert.equal(mayVisit('BANK', page), false);
    assert.equal(mayVisit('MERCHANT', page), false);
  }
  assert.equal(mayVisit('BANK', '/dashboard/mandates/clearing-files/0199'), true);
  assert.equal(mayVisit('MERCHANT', '/dashboard/mandates/clearing-files'), false);
  assert.equal(mayVisit('MERCHANT', '/dashboard/mandates/0199'), true);
});
