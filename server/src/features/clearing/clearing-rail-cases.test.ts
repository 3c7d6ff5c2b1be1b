import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkLedger } from '#testing/ledger-checks.ts';
import { readCase } from './clearing-test-cases.ts';
import { nextFile, takenBy } from './clearing-test-hostile.ts';
import { type GotFile, openRail, type Rail } from './clearing-test-rail.ts';
import type { DebitItem } from './iso/iso-debits.ts';

// Messages after public reports of other programs, which are named with each.

let rail: Rail;
let file: GotFile;
before(async () => {
  rail = await openRail({ itemsPerFile: 20 }, 3);
  await rail.makeDebits(12);
  await rail.cutOff();
  file = await nextFile(rail);
});
after(async () => {
  try {
    await checkLedger(rail.testServer);
  } finally {
    await rail.close();
  }
});

/** A debit that no test before has used. */
function nextDebit(): DebitItem {
  const debit = file.debits.shift();
  assert.ok(debit);
  return debit;
}

const channelOf = (name: string) =>
  name.includes('.camt') ? ('settlement-bank' as const) : ('clearing-house' as const);

/** Takes a case in. Returns the kinds of its exceptions. */
async function take(name: string, debit: DebitItem): Promise<string[]> {
  const bytes = await readCase(rail, name, file, debit);
  const { state, failures, kinds } = await takenBy(rail, channelOf(name), bytes);
  assert.deepEqual([state, failures], ['TAKEN', 0]);
  return kinds;
}

async function stateOf({ endToEndId }: DebitItem): Promise<unknown> {
  const rows = await rail.rows('select state from collections where reference = $1', [endToEndId]);
  return rows[0]?.['state'];
}

/** What came in and is in suspense. */
async function inSuspense(): Promise<number> {
  const [row] = await rail.rows<{ sum: number }>(
    `select coalesce(-sum(amount), 0)::integer as sum from postings where account = 'SUSPENSE'`,
  );
  return row?.sum ?? 0;
}

// https://github.com/actualbudget/actual/issues/8912
test('a message in the encoding that it declares settles its debit', async () => {
  const debit = nextDebit();
  assert.deepEqual(await take('latin1.camt054.xml', debit), []);
  assert.equal(await stateOf(debit), 'SETTLED');
});

// https://github.com/mojaloop/mojaloop-specification/issues/146
test('a status in an envelope with its application header is taken in', async () => {
  const debit = nextDebit();
  assert.deepEqual(await take('application-header.pacs002.xml', debit), []);
  assert.equal(await stateOf(debit), 'CLEARED');
});
