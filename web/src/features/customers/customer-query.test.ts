import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterOf, orderOf, queryOf, turned } from './customer-query.ts';
import { customerSearchOf } from './customer-search.ts';

test('the list opens with its first page of ten, and asks for nothing else', () => {
  assert.deepEqual(queryOf(customerSearchOf({})), { page: 0, size: 10 });
});

test('an address leads to the page it names, and what it says wrongly is left out', () => {
  const address = { search: 772, status: 'DISABLED', sort: 'name', page: 3, size: 50 };
  assert.deepEqual(queryOf(customerSearchOf(address)), {
    ...{ page: 3, size: 50, search: '772', status: 'DISABLED', sort: 'name' },
  });
  const wrong = { search: ' ', status: 'GONE', sort: 'shoe', page: -1, size: 11 };
  assert.deepEqual(queryOf(customerSearchOf(wrong)), { page: 0, size: 10 });
  assert.deepEqual(queryOf(customerSearchOf({ page: 1e9, size: 'x', search: {} })), {
    page: 0,
    size: 10,
  });
});

test('an export takes the filter and the order, and no page', () => {
  const search = customerSearchOf({ search: 'grace', status: 'ACTIVE', page: 4, size: 25 });
  assert.deepEqual(filterOf(search), { search: 'grace', status: 'ACTIVE' });
});

test('a press on a column sorts by it, the next one turns it round, from the first page on', () => {
  const start = customerSearchOf({ page: 7, search: 'a' });
  assert.equal(orderOf(start, 'createdAt'), 'descending');
  assert.equal(orderOf(start, 'name'), null);
  const byName = turned(start, 'name');
  assert.equal(byName.sort, 'name');
  assert.equal(byName.page, undefined);
  assert.equal(byName.search, 'a');
  assert.equal(orderOf(byName, 'name'), 'ascending');
  assert.equal(turned(byName, 'name').sort, '-name');
  assert.equal(turned(start, 'createdAt').sort, 'createdAt');
});

test('the usual order is not spelled out in the address', () => {
  assert.equal(turned(customerSearchOf({ sort: 'createdAt' }), 'createdAt').sort, undefined);
  assert.equal(turned(customerSearchOf({ sort: 'name' }), 'createdAt').sort, undefined);
});
