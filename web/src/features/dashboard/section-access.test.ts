import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayVisit } from '#features/dashboard/section-access.ts';

test('a page outside the domain’s menu is not found, except those open to all', () => {
  assert.equal(mayVisit('MERCHANT', '/dashboard/approval-requests'), false);
  assert.equal(mayVisit('OPERATOR', '/dashboard/approval-requests/0199'), true);
  assert.equal(mayVisit('MERCHANT', '/dashboard/billing'), true);
  assert.equal(mayVisit('MERCHANT', '/dashboard/analytics/'), true);
  assert.equal(mayVisit('BANK', '/dashboard/profile/sessions'), true);
  assert.equal(mayVisit('BANK', '/dashboard/banks'), false);
  assert.equal(mayVisit('CONSUMER', '/dashboard/users'), false);
});
