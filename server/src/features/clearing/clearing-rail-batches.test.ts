import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { nextFile, nextTwoFiles, openStatements, takenBy } from './clearing-test-hostile.ts';
import { type GotFile, openRail, type Rail, statusOf } from './clearing-test-rail.ts';
import type { DebitItem } from './iso/iso-debits.ts';

const EXCEPTIONS = '/api/v1/operator/exceptions';

async function openSent(t: TestContext, debits: number, itemsPerFile = 10) {
  const rail = await openRail({ itemsPerFile }, 1);
  t.after(() => rail.close());
  await rail.makeDebits(debits);
  await rail.cutOff();
  return rail;
}

const sumOf = (debits: readonly DebitItem[]) =>
  debits.reduce((total, { amount }) => total + amount, 0);

/** One credit for several debits, which it does not name. */
function sumFor(
  rail: Rail,
  file: GotFile,
  debits: readonly DebitItem[],
  messageId: string | null = file.messageId,
) {
  const [first] = debits;
  assert.ok(first);
  const batch = { messageId, count: debits.length };
  return rail.credits(file, [first], { amount: sumOf(debits), items: [], batch });
}

const answered = async (rail: Rail, file: GotFile, debits: readonly DebitItem[], code = '') => {
  const statuses = debits.map((debit) => statusOf(file, debit, code || null));
  return (await takenBy(rail, 'clearing-house', rail.statuses(statuses))).kinds;
};
const booked = async (rail: Rail, text: string) =>
  (await takenBy(rail, 'settlement-bank', text)).kinds;

/** The newest exception about money. */
async function newest({ operator: { client } }: Rail) {
  const { json } = await client.call(`${EXCEPTIONS}?kind=UNMATCHED`);
  return (await client.call(`${EXCEPTIONS}/${json.content[0].id}`)).json;
}

/** The id of a file as on the wire. */
const idOf = ({ messageId }: GotFile) => messageId.replaceAll('-', '');

const name = ({ operator: { client } }: Rail, id: string, fileId: string) =>
  client.call(`${EXCEPTIONS}/${id}/match`, {
    method: 'POST',
    body: { fileId, reason: 'The settlement bank, by phone' },
  });

async function approve(rail: Rail, file: GotFile) {
  const checker = await rail.testServer.operator();
  return decideAbout(checker, idOf(file), { decision: 'APPROVE' });
}

test('of six debits whose sum is booked before their answers all settle once they are answered, without a person', async (t) => {
  const rail = await openSent(t, 6);
  const file = await nextFile(rail);
  assert.deepEqual(await booked(rail, sumFor(rail, file, file.debits)), ['UNMATCHED']);
  assert.deepEqual(await rail.states(), { PROCESSING: 6 });
  assert.deepEqual(await answered(rail, file, file.debits), []);
  assert.deepEqual(await rail.states(), { SETTLED: 6 });
  const { state, outcome, suspense } = await newest(rail);
  assert.deepEqual([state, outcome, suspense], ['CLOSED', 'MATCHED', 0]);
  await checkLedger(rail.testServer);
});

test('a sum of the debits that are left after a rejection settles them once the rejection has come', async (t) => {
  const rail = await openSent(t, 6);
  const file = await nextFile(rail);
  const [rejected, ...paid] = file.debits;
  assert.ok(rejected);
  assert.deepEqual(await booked(rail, sumFor(rail, file, paid)), ['UNMATCHED']);
  const exception = await newest(rail);
  const body = { outcome: 'KEPT_IN_SUSPENSE', reason: 'Nobody knows whose it is' };
  const { client } = rail.operator;
  await client.call(`${EXCEPTIONS}/${exception.id}/close`, { method: 'POST', body });
  assert.deepEqual(await answered(rail, file, [rejected], 'AC04'), []);
  assert.deepEqual(await rail.states(), { FAILED: 1, SETTLED: 5 });
  const { state, outcome } = await newest(rail);
  assert.deepEqual([state, outcome], ['CLOSED', 'MATCHED'], 'also where it was kept in suspense');
  await checkLedger(rail.testServer);
});

test('a sum that is booked before any answer settles its whole file with the statement of its day', async (t) => {
  const rail = await openSent(t, 3);
  const file = await nextFile(rail);
  assert.deepEqual(await booked(rail, sumFor(rail, file, file.debits)), ['UNMATCHED']);
  const { statement } = openStatements(rail);
  assert.deepEqual(await booked(rail, statement([], sumOf(file.debits))), []);
  assert.deepEqual(await rail.states(), { SETTLED: 3 });
  // A rejection that comes now needs a person: only a return moves money back.
  assert.deepEqual(await answered(rail, file, file.debits.slice(2), 'AM04'), ['CONTRADICTION']);
  assert.deepEqual(await rail.states(), { SETTLED: 3 });
  await checkLedger(rail.testServer);
});

test('a sum whose file has a rejected debit is named by hand, and one approval settles all its debits', async (t) => {
  const rail = await openSent(t, 4);
  const file = await nextFile(rail);
  const [rejected, ...others] = file.debits;
  assert.ok(rejected);
  assert.deepEqual(await booked(rail, sumFor(rail, file, file.debits)), ['UNMATCHED']);
  await answered(rail, file, [rejected], 'AM04');
  await answered(rail, file, others);
  assert.deepEqual(await rail.states(), { CLEARED: 3, FAILED: 1 });
  const { id, matchingFiles } = await newest(rail);
  assert.deepEqual(
    matchingFiles.map(({ messageId, items }: GotFile & { items: number }) => [messageId, items]),
    [[idOf(file), 4]],
  );
  const asked = await name(rail, id, matchingFiles[0].id);
  assert.equal(asked.status, 202, asked.text);
  assert.deepEqual(await rail.states(), { CLEARED: 3, FAILED: 1 });
  const decided = await approve(rail, file);
  assert.equal(decided.json.state, 'EXECUTED', decided.text);
  assert.deepEqual(await rail.states(), { SETTLED: 4 });
  assert.deepEqual((await newest(rail)).outcome, 'MATCHED');
  await checkLedger(rail.testServer);
});

test('a sum that names no file and fits two is for the one that an operator names', async (t) => {
  const rail = await openSent(t, 4, 2);
  const [one, other] = await nextTwoFiles(rail);
  // Amounts differ by one shilling from debit to debit: both files get the same sum.
  await rail.rows('update clearing_items set amount = 5000');
  await rail.rows('update collections set amount = 5000, net = 5000 - charge - excise_duty');
  await rail.rows('update clearing_files set total = 10000 where cut_off is not null');
  const debits = one.debits.map((debit) => ({ ...debit, amount: 5000 }));
  assert.deepEqual(await booked(rail, sumFor(rail, one, debits, null)), ['UNMATCHED']);
  const answers = [one, other].flatMap((file) =>
    file.debits.map((debit) => ({ ...statusOf(file, debit, null), amount: 5000 })),
  );
  await takenBy(rail, 'clearing-house', rail.statuses(answers));
  assert.deepEqual(await rail.states(), { CLEARED: 4 });
  const { id, matchingFiles } = await newest(rail);
  const found = new Set(matchingFiles.map(({ messageId }: GotFile) => messageId));
  assert.deepEqual(found, new Set([idOf(one), idOf(other)]));
  const chosen = matchingFiles.find(({ messageId }: GotFile) => messageId === idOf(one));
  const none = await name(rail, id, randomUUID());
  assert.deepEqual([none.status, none.json.fields?.[0]?.field], [400, 'fileId']);
  assert.equal((await name(rail, id, chosen.id)).status, 202);
  await approve(rail, one);
  assert.deepEqual(await rail.states(), { CLEARED: 2, SETTLED: 2 });
  await checkLedger(rail.testServer);
});
