import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDay, showDay } from '@tegeka/contract/kit/day.ts';
import { DOMAINS } from '@tegeka/contract/kit/domains.ts';
import { showNegated } from '@tegeka/contract/kit/money.ts';
import { reasonLabel } from '@tegeka/contract/kit/status.ts';
import { proves, provesByFunction } from './proof-mark.ts';
import { lineNamed } from './specification-lines.ts';

// Values that no screen shows yet are tested on the contract's functions, which screens will use.

test('charges and duty are shown negated, and nothing as nothing', () => {
  assert.equal(showNegated(1500), '-USh 1,500');
  assert.equal(showNegated(0), 'USh 0');
  assert.throws(() => showNegated(0.5), RangeError);
});

test('a reason is recognised by what is in it', (t) => {
  for (const [reason, label, id] of [
    ['FAIL: Insufficient Funds on account', 'Insufficient funds', 'insufficient-funds'],
    ['400 bad request', 'Bad request', 'bad-request'],
    ['an unexpected error occurred', 'Unexpected error', 'unexpected-error'],
    ['debit not permitted by bank', 'Not permitted', 'not-permitted'],
    ['operation not allowed', 'Not allowed', 'not-allowed'],
    ['sandbox: no money moves', 'Test', 'sandbox'],
    ['the request timed out', 'Timeout', 'timed-out'],
  ] as const) {
    assert.equal(reasonLabel(reason, 'FAILED'), label);
    assert.equal(reasonLabel(reason, 'SETTLED'), label);
    provesByFunction(t, lineNamed(`8.reason.${id}`));
  }
  assert.equal(reasonLabel('Account is closed', 'FAILED'), 'Account is closed');
  assert.equal(reasonLabel('Account is closed', 'SETTLED'), null);
  provesByFunction(t, '8.reason.other', '3.transaction.status');
});

test('a day is read as day/month/year, and shown so', (t) => {
  assert.equal(parseDay('21/11/2026'), '2026-11-21');
  assert.equal(parseDay('1/2/2026'), '2026-02-01');
  assert.equal(parseDay('29/02/2028'), '2028-02-29');
  for (const none of ['29/02/2026', '31/04/2026', '11/21/2026', '2026-11-21', ''])
    assert.equal(parseDay(none), null, none);
  assert.equal(showDay('2026-11-20T21:30:00Z'), '21/11/2026');
  provesByFunction(t, '9.dates');
});

test('there are five roles', (t) => {
  assert.deepEqual(DOMAINS, ['OPERATOR', 'ACH', 'BANK', 'MERCHANT', 'CONSUMER']);
  proves(t, '3.roles', '6.roles');
});
