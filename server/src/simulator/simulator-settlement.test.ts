import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { schemaErrors, WITHOUT_SCHEMAS } from '#testing/iso-schemas.ts';
import {
  debitOf,
  linesOf,
  openTestSimulator,
  partsIn,
  transferOf,
  uuidOf,
} from '#testing/test-simulator.ts';
import { openSimulator } from './simulator-transport.ts';

const open = (t: TestContext) => openTestSimulator(t, openSimulator);

test('a transfer is accepted at once and booked on the next day', async (t) => {
  const simulator = await open(t);
  await simulator.transfers(1, [transferOf('Jinja Academy', 1), transferOf('Closed Ltd', 2)]);
  const answers = await simulator.answers(simulator.inDays(1.1));
  const told = answers.filter(({ text }) => !text.includes('camt.053'));
  assert.deepEqual(linesOf(told), [
    '23 09:00 ACSP',
    '23 09:00 RJCT AC04',
    '24 10:00 ACSC',
    '24 10:00 -1250000',
  ]);
  const [first] = partsIn(answers, 'pain.002', 'STATUS');
  assert.deepEqual(
    [first?.originalMessageId, first?.instructionId, first?.endToEndId, first?.amount],
    [uuidOf('a', 1), uuidOf('b', 1), uuidOf('c', 1), 1_250_000],
  );
  const [entry] = partsIn(answers, 'camt.054', 'ENTRY');
  assert.deepEqual(entry?.items, [
    {
      instructionId: uuidOf('b', 1),
      transactionId: null,
      endToEndId: uuidOf('c', 1),
      amount: 1_250_000,
      returnReason: null,
    },
  ]);
});

test('a transfer to a bouncing account comes back a day later, with the reason', async (t) => {
  const simulator = await open(t);
  await simulator.transfers(1, [transferOf('Bouncing Traders', 1)]);
  const answers = await simulator.answers(simulator.inDays(3));
  const entries = partsIn(answers, 'camt.054', 'ENTRY');
  assert.deepEqual(
    entries.map(({ direction, bookedOn, items }) => [direction, bookedOn, items[0]?.returnReason]),
    [
      ['DEBIT', '2026-11-24', null],
      ['CREDIT', '2026-11-25', 'AC04'],
    ],
  );
});

test('each day has a statement with its balances and its entries, weekends left out', async (t) => {
  const simulator = await open(t);
  await simulator.debits(1, [debitOf('Grace', 1), debitOf('Bounced', 2)]);
  await simulator.transfers(2, [transferOf('Jinja Academy', 1)], simulator.inDays(0.1));
  const answers = await simulator.answers(simulator.inDays(8));
  const statements = answers.filter(({ text }) => text.includes('camt.053'));
  assert.deepEqual(linesOf(statements), [
    '23 18:00 OPBD 0',
    '23 18:00 CLBD 0',
    '24 18:00 OPBD 0',
    '24 18:00 CLBD -950000',
    '24 18:00 +300000',
    '24 18:00 -1250000',
    '25 18:00 OPBD -950000',
    '25 18:00 CLBD -1100000',
    '25 18:00 -150000',
    '26 18:00 OPBD -1100000',
    '26 18:00 CLBD -1100000',
    '27 18:00 OPBD -1100000',
    '27 18:00 CLBD -1100000',
    '30 18:00 OPBD -1100000',
    '30 18:00 CLBD -1100000',
  ]);
  const known = ({ entryId }: { entryId: string }) => entryId;
  assert.deepEqual(
    partsIn(answers, 'camt.053', 'ENTRY').map(known),
    partsIn(answers, 'camt.054', 'ENTRY').map(known),
    'an entry has the same reference wherever it stands',
  );
});

test('what is accepted on a Friday is credited on Monday', async (t) => {
  const simulator = await open(t);
  await simulator.debits(1, [debitOf('Grace', 1)], simulator.inDays(4));
  await simulator.transfers(2, [transferOf('Bouncing Traders', 2)], simulator.inDays(3));
  const entries = partsIn(await simulator.answers(simulator.inDays(9)), 'camt.054', 'ENTRY');
  assert.deepEqual(
    entries.map(({ bookedOn, direction }) => [bookedOn, direction]),
    [
      ['2026-11-27', 'DEBIT'],
      ['2026-11-30', 'CREDIT'],
      ['2026-11-30', 'CREDIT'],
    ],
  );
});

test('statements begin with the first file, and are made once', async (t) => {
  const simulator = await open(t);
  assert.equal(await simulator.nextAt(), null);
  assert.deepEqual(await simulator.answers(simulator.inDays(30)), []);
  const evening = simulator.inDays(0.5);
  await simulator.transfers(1, [transferOf('Closed Ltd', 1)], evening);
  await simulator.answers(evening);
  assert.deepEqual(await simulator.nextAt(), new Date('2026-11-24T15:00:00Z'));
  assert.equal((await simulator.answers(simulator.inDays(1.5))).length, 1);
  simulator.reopen();
  assert.deepEqual(await simulator.nextAt(), new Date('2026-11-25T15:00:00Z'));
});

test(
  'what the settlement bank sends is valid against the public schema',
  { skip: WITHOUT_SCHEMAS },
  async (t) => {
    const simulator = await open(t);
    await simulator.transfers(1, [transferOf('Bouncing', 1), transferOf('Closed', 2)]);
    const answers = await simulator.answers(simulator.inDays(1.5));
    assert.equal(await schemaErrors(...answers.map(({ text }) => text)), '');
  },
);
