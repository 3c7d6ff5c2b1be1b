import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statementBlocks } from './billing-statements.ts';

const MONTH = {
  month: '2026-11',
  opening: 0,
  settled: 5000,
  charge: 500,
  exciseDuty: 75,
  returned: 0,
  paidOut: 0,
  cameBack: 0,
  repaid: 0,
  other: 0,
  closing: 4425,
};

const textOf = (closing: number) =>
  JSON.stringify(
    statementBlocks(
      { ...MONTH, closing },
      {
        merchantName: 'Kampala Fitness',
        repayment: { reference: 'TGB23456789AB', account: '0100000000001', bic: 'DFCUUGKA' },
        now: new Date('2026-12-01T08:00:00Z'),
      },
    ),
  );

test('a statement says where to repay, with the reference, where its balance is owed and not otherwise', () => {
  assert.match(textOf(-575), /You owe USh 575.*0100000000001.*DFCUUGKA.*TGB23456789AB/);
  for (const closing of [0, 4425]) assert.doesNotMatch(textOf(closing), /You owe|TGB/);
});
