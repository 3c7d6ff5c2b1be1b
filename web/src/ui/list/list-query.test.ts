import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chipsOf } from './list-chips.ts';
import {
  addressOfView,
  formatCount,
  filterOf,
  inState,
  type ListSource,
  orderOf,
  queryOf,
  stateOf,
  toggledSort,
  viewOfAddress,
} from './list-query.ts';
import { listSearchOf } from './list-search.ts';

const LIST: ListSource = {
  about: {
    states: ['ACTIVE', 'DISABLED'],
    stateKey: 'status',
    sorts: ['-createdAt', 'createdAt', 'name', '-name'],
    filters: ['bank', 'city', 'from', 'to'],
    searchable: true,
  },
  filters: [
    { kind: 'select', key: 'bank', label: 'Bank', options: [{ value: '7', label: 'Nile Bank' }] },
    { kind: 'text', key: 'city', label: 'City' },
    { kind: 'days', from: 'from', to: 'to', label: 'Submitted' },
  ],
};
const INBOX: ListSource = {
  about: { ...LIST.about, states: ['PENDING', 'REJECTED'], stateKey: 'state' },
  firstState: 'PENDING',
};

test('a list opens with its first page of ten, and asks for nothing else', () => {
  assert.deepEqual(queryOf(LIST, listSearchOf({})), { page: 0, size: 10 });
});

test('an address leads to the page it names, and what it says wrongly is left out', () => {
  const address = { search: 772, status: 'DISABLED', sort: 'name', page: 3, size: 50 };
  assert.deepEqual(queryOf(LIST, listSearchOf(address)), {
    page: 3,
    size: 50,
    search: '772',
    status: 'DISABLED',
    sort: 'name',
  });
  const wrong = { search: ' ', status: 'GONE', sort: 'shoe', page: -1, size: 11 };
  assert.deepEqual(queryOf(LIST, listSearchOf(wrong)), { page: 0, size: 10 });
  const nonsense = { page: 1e9, size: 'x', search: {}, bank: '8', from: 'soon', city: [] };
  assert.deepEqual(queryOf(LIST, listSearchOf(nonsense)), { page: 0, size: 10 });
});

test('no page beyond the ten-thousandth row is asked for', () => {
  assert.equal(queryOf(LIST, listSearchOf({ page: 999 })).page, 999);
  assert.equal(queryOf(LIST, listSearchOf({ page: 5000 })).page, 999);
  assert.equal(queryOf(LIST, listSearchOf({ page: 5000, size: 100 })).page, 99);
});

test('an export takes the filter and the order, and no page', () => {
  const search = listSearchOf({ search: 'grace', status: 'ACTIVE', page: 4, bank: 7 });
  assert.deepEqual(filterOf(LIST, search), { search: 'grace', status: 'ACTIVE', bank: '7' });
});

test('a press on a column sorts by it, the next one turns it round, from the first page on', () => {
  const start = listSearchOf({ page: 7, search: 'a' });
  assert.equal(orderOf(LIST, start, 'createdAt'), 'descending');
  assert.equal(orderOf(LIST, start, 'name'), null);
  const byName = toggledSort(LIST, start, 'name');
  assert.equal(byName.sort, 'name');
  assert.equal(byName.page, undefined);
  assert.equal(byName.search, 'a');
  assert.equal(orderOf(LIST, byName, 'name'), 'ascending');
  assert.equal(toggledSort(LIST, byName, 'name').sort, '-name');
  assert.equal(toggledSort(LIST, start, 'createdAt').sort, 'createdAt');
});

test('the usual order is not spelled out in the address', () => {
  assert.equal(toggledSort(LIST, listSearchOf({ sort: 'createdAt' }), 'createdAt').sort, undefined);
  assert.equal(toggledSort(LIST, listSearchOf({ sort: 'name' }), 'createdAt').sort, undefined);
});

test('an inbox opens with what waits, and all states have a word of their own', () => {
  assert.deepEqual(filterOf(INBOX, listSearchOf({ status: 'LOST' })), { state: 'PENDING' });
  const all = inState(INBOX, listSearchOf({ page: 3 }), null);
  assert.equal(stateOf(INBOX, all), null);
  assert.deepEqual(filterOf(INBOX, all), {});
  assert.equal('page' in all, false);
  assert.equal(inState(INBOX, all, 'PENDING').status, undefined);
  assert.equal(inState(LIST, all, null).status, undefined);
});

test('filters that are set are said in text, each with the way without it', () => {
  const address = { bank: '7', city: 'Gulu', from: '2026-11-01', to: '2026-11-05', page: 2 };
  const search = listSearchOf(address);
  const [bank, city, days, ...others] = chipsOf(LIST, search);
  assert.deepEqual(others, []);
  assert.equal(bank?.text, 'Nile Bank');
  assert.deepEqual(bank?.without, { ...search, page: undefined, bank: undefined });
  assert.equal(city?.text, 'Gulu');
  assert.equal(days?.text, '01/11/2026 to 05/11/2026');
  assert.deepEqual([days?.without['from'], days?.without['to']], [undefined, undefined]);
  const since = chipsOf(LIST, listSearchOf({ from: '2026-11-01' }));
  assert.equal(since[0]?.text, 'from 01/11/2026');
});

test('a saved view brings back all but the page', () => {
  const address = {
    search: 'a & b',
    status: 'DISABLED',
    sort: 'name',
    bank: '7',
    page: 4,
    size: 25,
  };
  const search = listSearchOf(address);
  const kept = { ...search, page: undefined, size: undefined };
  assert.deepEqual(addressOfView(viewOfAddress(search)), kept);
  assert.deepEqual(addressOfView(''), listSearchOf({}));
});

test('a count is read in groups of three, and one that stopped early says so', () => {
  assert.equal(formatCount(7), '7');
  assert.equal(formatCount(1_234_567), '1,234,567');
  assert.equal(formatCount(10_000, true), 'more than 10,000');
});
