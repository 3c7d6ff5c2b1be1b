import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { API } from '../api.ts';
import { ACCOUNT_FIELDS } from '../merchants/merchant-fields.ts';
import type { Endpoint } from './endpoint.ts';
import { holdsPersonal } from './personal-data.ts';

const number = ACCOUNT_FIELDS.accountNumber.schema;

const inClear = (endpoints: readonly Endpoint[]) =>
  endpoints.filter(({ output }) => output.kind === 'json' && holdsPersonal(output.shape));

test('whoever is shown an account number in clear leaves a record', () => {
  const shown = inClear(API);
  assert.deepEqual(shown.map(({ name }) => name).toSorted(), [
    'getApprovalRequest',
    'getRegistration',
    'revealAccountNumber',
    'revealMerchantAccount',
  ]);
  const unrecorded = shown.filter(({ audit }) => audit !== 'read');
  assert.deepEqual(unrecorded, []);
});

test('whoever exports names, phones or emails of people leaves a record', () => {
  const unrecorded = API.filter(({ path, audit }) => path.endsWith('/export') && audit !== 'read');
  // Payouts name businesses alone.
  assert.deepEqual(
    unrecorded.map(({ name }) => name),
    ['exportPayouts', 'exportAllPayouts'],
  );
});

test('an account number is found at any depth of a shape', () => {
  const shapes = [
    number,
    z.object({ account: z.optional(z.object({ number })) }),
    z.array(z.nullable(number)),
    z.union([z.string(), z.object({ number })]),
    z.record(z.string(), number),
    z.extend(z.object({}), { number: z._default(number, '123456789') }),
  ];
  for (const shape of shapes) assert.ok(holdsPersonal(shape));
  assert.ok(!holdsPersonal(z.object({ maskedNumber: z.string() })));
});
