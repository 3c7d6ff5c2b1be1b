import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { schemaErrors, WITHOUT_SCHEMAS } from '#testing/iso-schemas.ts';
import { debitOf, linesOf, openTestSimulator, partsIn, uuidOf } from '#testing/test-simulator.ts';
import { openSimulator } from './simulator-transport.ts';

const open = (t: TestContext) => openTestSimulator(t, openSimulator);

const ACCEPTED = ['23 09:00 ACSP', '23 11:00 ACSC'];
const PAID = [...ACCEPTED, '24 10:00 +150000'];
const FATES: readonly (readonly [firstName: string, fate: readonly string[]])[] = [
  ['Successful', PAID],
  ['Grace', PAID],
  ['constructor', PAID],
  ['Penniless', ['23 09:00 RJCT AM04']],
  ['Closed', ['23 09:00 RJCT AC04']],
  ['Blocked', ['23 09:00 RJCT AC06']],
  ['Stopped', ['23 09:00 RJCT MS02']],
  ['Silent', []],
  ['Bounced', [...PAID, '25 10:00 returned AM04', '25 10:00 -150000']],
  ['Disputer', [...PAID, '26 10:00 returned MD06', '26 10:00 -150000']],
  ['Twice', ACCEPTED.flatMap((line) => [line, line, line]).concat(PAID.slice(2))],
  ['Mixed', ['23 11:00 ACSC', '23 11:01 ACSP', '24 10:00 +150000']],
  ['Garbled', ['23 09:00 broken', '23 09:00 ACSP', '23 11:00 broken', ...PAID.slice(1)]],
];
for (const [firstName, fate] of FATES)
  test(`a debit of ${firstName} becomes what the reference says`, async (t) => {
    const simulator = await open(t);
    await simulator.debits(1, [debitOf(firstName, 1)]);
    const answers = await simulator.answers(simulator.inDays(5));
    const told = answers.filter(({ text }) => !text.includes('camt.053'));
    assert.deepEqual(linesOf(told), ['23 09:00 file ACTC', ...fate]);
  });

test('an answer names its debit by every id, its amount and the bank of the payer', async (t) => {
  const simulator = await open(t);
  await simulator.debits(1, [debitOf('Closed', 7)]);
  const answers = await simulator.answers(simulator.start);
  assert.deepEqual(partsIn(answers, 'pacs.002', 'STATUS'), [
    {
      kind: 'STATUS',
      originalMessageId: uuidOf('a', 1),
      instructionId: uuidOf('b', 7),
      transactionId: uuidOf('b', 7),
      endToEndId: uuidOf('c', 7),
      status: 'RJCT',
      reasonCode: 'AC04',
      text: null,
      amount: 150_000,
      currency: 'UGX',
      agent: 'DFCUUGKA',
    },
  ]);
  const [header] = partsIn(answers, 'pacs.002', 'HEADER');
  assert.deepEqual([header?.from, header?.to], ['UGCHUGKA', 'TEGEUGKA']);
});

test('what was debited is credited in one sum for each file', async (t) => {
  const simulator = await open(t);
  const names = ['Grace', 'Closed', 'Bounced', 'Silent', 'Twice'];
  await simulator.debits(
    1,
    names.map((name, n) => debitOf(name, n, { amount: 1000 + n })),
  );
  await simulator.debits(2, [debitOf('Grace', 9)]);
  const entries = partsIn(await simulator.answers(simulator.inDays(1.5)), 'camt.054', 'ENTRY');
  assert.deepEqual(
    entries.map(({ amount, batch }) => [amount, batch]),
    [
      [1000 + 1002 + 1004, { messageId: uuidOf('a', 1), others: [], count: 3 }],
      [150_000, { messageId: uuidOf('a', 2), others: [], count: 1 }],
    ],
  );
});

test('who has no money pays at the second attempt, under the same or another id', async (t) => {
  const simulator = await open(t);
  const statuses = async (n: number, ids: { instructionId: string; endToEndId: string }) => {
    await simulator.debits(n, [debitOf('Penniless', 1, ids)]);
    const answers = await simulator.answers(simulator.start);
    return partsIn(answers, 'pacs.002', 'STATUS').map(({ status }) => status);
  };
  const [first, second, third] = [uuidOf('b', 1), uuidOf('b', 2), uuidOf('b', 3)];
  const [one, other] = [uuidOf('c', 1), uuidOf('c', 2)];
  assert.deepEqual(await statuses(1, { instructionId: first, endToEndId: one }), ['RJCT']);
  simulator.reopen();
  assert.deepEqual(await statuses(2, { instructionId: second, endToEndId: one }), ['ACSP']);
  assert.deepEqual(await statuses(1, { instructionId: first, endToEndId: one }), ['RJCT']);
  assert.deepEqual(await statuses(3, { instructionId: third, endToEndId: other }), ['RJCT']);
});

test('a silent bank answers when it is asked, and the debit is credited on its own', async (t) => {
  const simulator = await open(t);
  await simulator.debits(1, [debitOf('Silent', 1), debitOf('Grace', 2)]);
  await simulator.answers(simulator.inDays(2));
  const ask = (n: number) =>
    simulator.inquiry(n, { message: 1, debits: [1, 2, 3] }, simulator.inDays(2));
  await ask(2);
  await ask(3);
  await ask(2);
  const answers = await simulator.answers(simulator.inDays(3.1));
  const statuses = partsIn(answers, 'pacs.002', 'STATUS');
  assert.deepEqual(
    statuses.map(({ status, instructionId }) => [status, instructionId]),
    [
      ['ACSC', uuidOf('b', 1)],
      ['ACSC', uuidOf('b', 1)],
    ],
    'each inquiry once: the same one again is the same file',
  );
  const [entry, ...others] = partsIn(answers, 'camt.054', 'ENTRY');
  assert.equal(others.length, 0);
  assert.deepEqual(entry?.items, [
    {
      instructionId: uuidOf('b', 1),
      transactionId: uuidOf('b', 1),
      endToEndId: uuidOf('c', 1),
      amount: 150_000,
      returnReason: null,
    },
  ]);
});

test('a file that comes again is answered with the same bytes, and counts once', async (t) => {
  const simulator = await open(t);
  const names = ['Grace', 'Penniless', 'Bounced', 'Silent', 'Twice', 'Mixed', 'Garbled'];
  const items = names.map((name, n) => debitOf(name, n));
  await simulator.debits(1, items);
  const first = await simulator.answers(simulator.inDays(2.2));
  simulator.reopen();
  await simulator.debits(1, items, simulator.inDays(2.3));
  const again = await simulator.answers(simulator.inDays(2.3));
  const sums = (answers: typeof first) =>
    answers
      .filter(({ text }) => !text.includes('camt.053'))
      .map(({ sha256 }) => sha256)
      .toSorted((one, other) => one.localeCompare(other, 'en'));
  assert.deepEqual(sums(again), sums(first));
  const statements = partsIn(await simulator.answers(simulator.inDays(9)), 'camt.053', 'BALANCE');
  assert.equal(statements.at(-1)?.amount, 4 * 150_000);
});

test('a file of thousands of debits is answered by few files', async (t) => {
  const simulator = await open(t);
  const items = Array.from({ length: 12_000 }, (_, n) => debitOf(n === 5 ? 'Closed' : 'Grace', n));
  await simulator.debits(1, items);
  const answers = await simulator.answers(simulator.inDays(0.2));
  assert.equal(answers.length, 1 + 3 + 3);
  const statuses = partsIn(answers, 'pacs.002', 'STATUS');
  assert.equal(statuses.length, 12_000 + 11_999);
});

test('what is remembered and what waits names no account of a payer, and is for the server alone', async (t) => {
  const simulator = await open(t);
  await simulator.debits(1, [debitOf('Silent', 1), debitOf('Penniless', 2), debitOf('Bounced', 3)]);
  const folder = path.join(simulator.folder, 'simulator');
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.doesNotMatch(await readFile(file, 'utf8'), /9030001234567|Okello/);
  }
});

test('every answer is valid against the public schema', { skip: WITHOUT_SCHEMAS }, async (t) => {
  const simulator = await open(t);
  await simulator.debits(1, [debitOf('Closed', 1), debitOf('Bounced', 2), debitOf('Silent', 3)]);
  await simulator.inquiry(2, { message: 1, debits: [3] }, simulator.start);
  const answers = await simulator.answers(simulator.inDays(2.2));
  assert.equal(await schemaErrors(...answers.map(({ text }) => text)), '');
});
