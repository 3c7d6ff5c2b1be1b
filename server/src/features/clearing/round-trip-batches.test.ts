import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { nextFile, nextTwoFiles, openStatements, takenBy } from './clearing-test-hostile.ts';
import { type GotFile, openRoundTrip, type RoundTrip, statusOf } from './clearing-test-trip.ts';
import type { DebitItem } from './iso/iso-debits.ts';

const EXCEPTIONS = '/api/v1/operator/exceptions';

async function openSent(t: TestContext, debits: number, itemsPerFile = 10) {
  const trip = await openRoundTrip({ itemsPerFile }, 1);
  t.after(() => trip.close());
  await trip.addDebits(debits);
  await trip.cutOff();
  return trip;
}

const sumOf = (debits: readonly DebitItem[]) =>
  debits.reduce((total, { amount }) => total + amount, 0);

/** One credit for several debits, which it does not name. */
function sumFor(
  trip: RoundTrip,
  file: GotFile,
  debits: readonly DebitItem[],
  messageId: string | null = file.messageId,
) {
  const [first] = debits;
  assert.ok(first);
  const batch = { messageId, count: debits.length };
  return trip.credits(file, [first], { amount: sumOf(debits), items: [], batch });
}

const answered = async (
  trip: RoundTrip,
  file: GotFile,
  debits: readonly DebitItem[],
  code = '',
) => {
  const statuses = debits.map((debit) => statusOf(file, debit, code || null));
  return (await takenBy(trip, 'clearing-house', trip.statuses(statuses))).kinds;
};
const booked = async (trip: RoundTrip, text: string) =>
  (await takenBy(trip, 'settlement-bank', text)).kinds;

/** The newest exception about money. */
async function newest({ operator: { client } }: RoundTrip) {
  const { json } = await client.call(`${EXCEPTIONS}?kind=UNMATCHED`);
  return (await client.call(`${EXCEPTIONS}/${json.content[0].id}`)).json;
}

/** The id of a file as on the wire. */
const idOf = ({ messageId }: GotFile) => messageId.replaceAll('-', '');

const name = ({ operator: { client } }: RoundTrip, id: string, fileId: string) =>
  client.call(`${EXCEPTIONS}/${id}/match`, {
    method: 'POST',
    body: { fileId, reason: 'The settlement bank, by phone' },
  });

async function approve(trip: RoundTrip, file: GotFile) {
  const checker = await trip.testServer.operator();
  return decideAbout(checker, idOf(file), { decision: 'APPROVE' });
}

test('of six debits whose sum is booked before their answers all settle once they are answered, without a person', async (t) => {
  const trip = await openSent(t, 6);
  const file = await nextFile(trip);
  assert.deepEqual(await booked(trip, sumFor(trip, file, file.debits)), ['UNMATCHED']);
  assert.deepEqual(await trip.states(), { PROCESSING: 6 });
  assert.deepEqual(await answered(trip, file, file.debits), []);
  assert.deepEqual(await trip.states(), { SETTLED: 6 });
  const { state, outcome, suspense } = await newest(trip);
  assert.deepEqual([state, outcome, suspense], ['CLOSED', 'MATCHED', 0]);
  await checkLedger(trip.testServer);
});

test('a sum of the debits that are left after a rejection settles them once the rejection has come', async (t) => {
  const trip = await openSent(t, 6);
  const file = await nextFile(trip);
  const [rejected, ...paid] = file.debits;
  assert.ok(rejected);
  assert.deepEqual(await booked(trip, sumFor(trip, file, paid)), ['UNMATCHED']);
  const exception = await newest(trip);
  const body = { outcome: 'KEPT_IN_SUSPENSE', reason: 'Nobody knows whose it is' };
  const { client } = trip.operator;
  await client.call(`${EXCEPTIONS}/${exception.id}/close`, { method: 'POST', body });
  assert.deepEqual(await answered(trip, file, [rejected], 'AC04'), []);
  assert.deepEqual(await trip.states(), { FAILED: 1, SETTLED: 5 });
  const { state, outcome } = await newest(trip);
  assert.deepEqual([state, outcome], ['CLOSED', 'MATCHED'], 'also where it was kept in suspense');
  await checkLedger(trip.testServer);
});

test('a sum that is booked before any answer settles its whole file with the statement of its day', async (t) => {
  const trip = await openSent(t, 3);
  const file = await nextFile(trip);
  assert.deepEqual(await booked(trip, sumFor(trip, file, file.debits)), ['UNMATCHED']);
  const { statement } = openStatements(trip);
  assert.deepEqual(await booked(trip, statement([], sumOf(file.debits))), []);
  assert.deepEqual(await trip.states(), { SETTLED: 3 });
  // A rejection that comes now needs a person: only a return moves money back.
  assert.deepEqual(await answered(trip, file, file.debits.slice(2), 'AM04'), ['CONTRADICTION']);
  assert.deepEqual(await trip.states(), { SETTLED: 3 });
  await checkLedger(trip.testServer);
});

test('a sum whose file has a rejected debit is named manually, and one approval settles all its debits', async (t) => {
  const trip = await openSent(t, 4);
  const file = await nextFile(trip);
  const [rejected, ...others] = file.debits;
  assert.ok(rejected);
  assert.deepEqual(await booked(trip, sumFor(trip, file, file.debits)), ['UNMATCHED']);
  await answered(trip, file, [rejected], 'AM04');
  await answered(trip, file, others);
  assert.deepEqual(await trip.states(), { CLEARED: 3, FAILED: 1 });
  const { id, matchingFiles } = await newest(trip);
  assert.deepEqual(
    matchingFiles.map(({ messageId, items }: GotFile & { items: number }) => [messageId, items]),
    [[idOf(file), 4]],
  );
  const asked = await name(trip, id, matchingFiles[0].id);
  assert.equal(asked.status, 202, asked.text);
  assert.deepEqual(await trip.states(), { CLEARED: 3, FAILED: 1 });
  const decided = await approve(trip, file);
  assert.equal(decided.json.state, 'EXECUTED', decided.text);
  assert.deepEqual(await trip.states(), { SETTLED: 4 });
  assert.deepEqual((await newest(trip)).outcome, 'MATCHED');
  await checkLedger(trip.testServer);
});

test('a sum that names no file and fits two is for the one that an operator names', async (t) => {
  const trip = await openSent(t, 4, 2);
  const [one, other] = await nextTwoFiles(trip);
  // Amounts differ by one shilling from debit to debit: both files get the same sum.
  await trip.rows('update clearing_items set amount = 5000');
  await trip.rows('update debits set amount = 5000, net = 5000 - charge - excise_duty');
  await trip.rows('update clearing_files set total = 10000 where cut_off is not null');
  const debits = one.debits.map((debit) => ({ ...debit, amount: 5000 }));
  assert.deepEqual(await booked(trip, sumFor(trip, one, debits, null)), ['UNMATCHED']);
  const answers = [one, other].flatMap((file) =>
    file.debits.map((debit) => ({ ...statusOf(file, debit, null), amount: 5000 })),
  );
  await takenBy(trip, 'clearing-house', trip.statuses(answers));
  assert.deepEqual(await trip.states(), { CLEARED: 4 });
  const { id, matchingFiles } = await newest(trip);
  const found = new Set(matchingFiles.map(({ messageId }: GotFile) => messageId));
  assert.deepEqual(found, new Set([idOf(one), idOf(other)]));
  const chosen = matchingFiles.find(({ messageId }: GotFile) => messageId === idOf(one));
  const none = await name(trip, id, randomUUID());
  assert.deepEqual([none.status, none.json.fields?.[0]?.field], [400, 'fileId']);
  assert.equal((await name(trip, id, chosen.id)).status, 202);
  await approve(trip, one);
  assert.deepEqual(await trip.states(), { CLEARED: 2, SETTLED: 2 });
  await checkLedger(trip.testServer);
});

/** An entry for several batches: each a message, and the debits of it. */
function entryOfBatches(
  trip: RoundTrip,
  batches: readonly (readonly [GotFile, readonly DebitItem[]])[],
) {
  const file = batches[0]?.[0];
  const first = file?.debits[0];
  assert.ok(file && first);
  const amount = sumOf(batches.flatMap(([, own]) => own));
  const text = trip.credits(file, [first], { amount, items: [], batch: null });
  const details = batches.map(
    ([of, own]) =>
      `<NtryDtls><Btch><MsgId>${idOf(of)}</MsgId><NbOfTxs>${own.length}</NbOfTxs></Btch></NtryDtls>`,
  );
  return text.replace('</Ntry>', `${details.join('')}</Ntry>`);
}

test('an entry with several batches of one file settles all of them', async (t) => {
  const trip = await openSent(t, 4);
  const file = await nextFile(trip);
  await answered(trip, file, file.debits);
  const [one, two] = [file.debits.slice(0, 3), file.debits.slice(3)];
  const text = entryOfBatches(trip, [
    [file, one],
    [file, two],
  ]);
  assert.deepEqual(await booked(trip, text), []);
  assert.deepEqual(await trip.states(), { SETTLED: 4 });
  await checkLedger(trip.testServer);
});

test('an entry with batches of several files settles all of them, also where it comes before the answers', async (t) => {
  const trip = await openSent(t, 6, 2);
  const [one, two] = await nextTwoFiles(trip);
  const text = entryOfBatches(trip, [
    [one, one.debits],
    [two, two.debits],
  ]);
  await answered(trip, one, one.debits);
  assert.deepEqual(await booked(trip, text), ['UNMATCHED'], 'the second file has no answer yet');
  assert.deepEqual((await newest(trip)).matchingFiles, [], 'it is for no file alone');
  await answered(trip, two, two.debits);
  assert.deepEqual(await trip.states(), { PROCESSING: 2, SETTLED: 4 });
  assert.equal((await newest(trip)).state, 'CLOSED');
  await checkLedger(trip.testServer);
});

test('a file that the bank books in several entries settles with them, each debit once', async (t) => {
  const trip = await openSent(t, 5);
  const file = await nextFile(trip);
  const [first, second] = [file.debits.slice(0, 2), file.debits.slice(2)];
  await answered(trip, file, first);
  trip.testServer.clock.advance(60_000);
  await answered(trip, file, second);
  assert.deepEqual(await booked(trip, sumFor(trip, file, first)), []);
  assert.deepEqual(await trip.states(), { CLEARED: 3, SETTLED: 2 });
  assert.deepEqual(await booked(trip, sumFor(trip, file, second)), []);
  assert.deepEqual(await trip.states(), { SETTLED: 5 });
  await checkLedger(trip.testServer);
});

test('of entries for parts of a file that nobody can tell apart, an operator names the debits', async (t) => {
  const trip = await openSent(t, 4);
  const file = await nextFile(trip);
  await answered(trip, file, file.debits);
  // Accepted at the same moment: which two the entry is for is not known.
  const some = file.debits.slice(1, 3);
  assert.deepEqual(await booked(trip, sumFor(trip, file, some)), ['UNMATCHED']);
  const { id } = await newest(trip);
  const checker = await trip.testServer.operator();
  for (const { endToEndId } of some) {
    const body = { reference: endToEndId, reason: 'The list of the settlement bank' };
    const asked = await trip.operator.client.call(`${EXCEPTIONS}/${id}/match`, {
      method: 'POST',
      body,
    });
    assert.equal(asked.status, 202, asked.text);
    const decided = await decideAbout(checker, endToEndId, { decision: 'APPROVE' });
    assert.equal(decided.json.state, 'EXECUTED', decided.text);
  }
  assert.deepEqual(await trip.states(), { CLEARED: 2, SETTLED: 2 });
  const { state, outcome, suspense } = await newest(trip);
  assert.deepEqual([state, outcome, suspense], ['CLOSED', 'MATCHED', 0]);
  await checkLedger(trip.testServer);
});
