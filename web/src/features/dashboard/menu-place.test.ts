import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MENUS } from '@tegeka/contract/kit/menus.ts';
import { placeOf } from '#features/dashboard/menu-place.ts';

const labelOf = (path: string) => placeOf(MENUS.OPERATOR, path)?.link.label;

test('a page belongs to the menu entry with the longest matching path', () => {
  assert.equal(labelOf('/dashboard/mandates'), 'Mandates');
  assert.equal(labelOf('/dashboard/mandates/transactions'), 'Transactions');
  assert.equal(labelOf('/dashboard/mandates/0199'), 'Mandates');
  assert.equal(placeOf(MENUS.OPERATOR, '/dashboard/approval-requests/0199')?.group, 'Approvals');
});

test('a page of another domain belongs to no entry', () => {
  assert.equal(placeOf(MENUS.MERCHANT, '/dashboard/banks'), null);
  assert.equal(placeOf(MENUS.BANK, '/dashboard/customers'), null);
});
