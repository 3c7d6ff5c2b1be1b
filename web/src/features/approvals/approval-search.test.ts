import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approvalSearchOf } from '#features/approvals/approval-search.ts';
import { listedOf, queryOf, tabsOf } from '#features/approvals/approval-tab.ts';

const NONE = {
  PENDING: 0,
  APPROVED: 0,
  EXECUTED: 0,
  EXECUTION_FAILED: 0,
  REJECTED: 0,
  WITHDRAWN: 0,
  EXPIRED: 0,
};

test('an address that says nonsense opens the inbox as it is', () => {
  const search = approvalSearchOf({ tab: 'LOST', page: -1, search: {} });
  assert.equal(listedOf(search), 'PENDING');
  assert.deepEqual(queryOf(search), { page: 0, size: 10, state: 'PENDING' });
});

test('all states are asked for by leaving the state out', () => {
  const search = approvalSearchOf({ tab: 'ALL', page: 2, search: ' nile ' });
  assert.deepEqual(queryOf(search), { page: 2, size: 10, search: 'nile' });
  assert.equal(approvalSearchOf({ search: 8002 }).search, '8002');
});

test('a state has a tab when it has requests or is shown', () => {
  assert.deepEqual(tabsOf(NONE, 'PENDING'), ['PENDING', 'EXECUTED', 'REJECTED', 'ALL']);
  assert.deepEqual(tabsOf({ ...NONE, WITHDRAWN: 1 }, 'EXPIRED'), [
    'PENDING',
    'EXECUTED',
    'REJECTED',
    'WITHDRAWN',
    'EXPIRED',
    'ALL',
  ]);
});
