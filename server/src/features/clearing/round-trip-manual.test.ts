import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { uploadFile } from '#testing/setup/test-clearing-file.ts';
import { until } from '#testing/test-mandate.ts';
import type { TestPerson } from '#testing/test-server.ts';
import { nextFile, takenBy } from './clearing-test-hostile.ts';
import { type GotFile, openRoundTrip, type RoundTrip, statusOf } from './clearing-test-trip.ts';

let trip: RoundTrip;
let checker: TestPerson;
let file: GotFile;
before(async () => {
  trip = await openRoundTrip({ itemsPerFile: 10 }, 2);
  checker = await trip.testServer.operator();
  await trip.addDebits(4);
  await trip.cutOff();
  const sent = await nextFile(trip);
  file = sent;
});
after(() => trip.close());

const FILES = '/api/v1/clearing-files';

/** The money of a debit, as the settlement bank says it. */
async function moneyOf(n: number) {
  const debit = file.debits[n];
  assert.ok(debit);
  return trip.credits(file, [debit]);
}

/** An operator uploads a file. */
async function ingest(name: string, content: string, from = 'settlement-bank') {
  const { status, json, text } = await uploadFile(trip.operator.client, {
    from,
    name,
    content,
  });
  assert.equal(status, 201, text);
  return json;
}

const stateOf = async (id: string) => (await checker.client.call(`${FILES}/${id}`)).json.state;

/** The state of a file once it is neither held nor to be processed. */
const endOf = (id: string) =>
  until(async () => {
    const state: string = await stateOf(id);
    return state !== 'HELD' && state !== 'RECEIVED' && state;
  });

const approve = (by: TestPerson, name: string) => decideAbout(by, name, { decision: 'APPROVE' });

test('money that one operator says the bank has booked counts once a second one has approved it', async () => {
  const content = await moneyOf(0);
  const { id, state } = await ingest('money.xml', content);
  assert.equal(state, 'HELD');
  assert.equal((await ingest('again.xml', content)).id, id, 'the same bytes are held once');
  assert.equal((await approve(trip.operator, 'money.xml')).json.code, 'REQUEST_IS_YOURS');
  assert.deepEqual(await trip.states(), { PROCESSING: 4 });
  const [request] = (await checker.client.call('/api/v1/approval-requests?search=money')).json
    .content;
  const { fields } = (await checker.client.call(`/api/v1/approval-requests/${request.id}`)).json;
  const shown = Object.fromEntries(
    fields.map(({ key, value }: { key: string; value: string }) => [key, value]),
  );
  assert.equal(shown.name, 'money.xml');
  assert.equal(shown.sha256, trip.sha256(content));
  assert.match(shown.message, /^camt\.054/);
  assert.match(shown.booked, /^USh 5,\d{3} in, USh 0 out$/);
  const approved = await approve(checker, 'money.xml');
  assert.equal(approved.json.state, 'EXECUTED', approved.text);
  assert.equal(await endOf(id), 'PROCESSED');
  assert.deepEqual(await trip.states(), { PROCESSING: 3, SETTLED: 1 });
  assert.equal((await ingest('late.xml', content)).id, id, 'it was processed before');
  await checkLedger(trip.testServer);
});

test('a file that a second operator rejects books nothing, and the bank can still send it', async () => {
  const content = await moneyOf(1);
  const { id } = await ingest('forged.xml', content);
  const refused = { decision: 'REJECT', code: 'ORIGIN', comment: 'The bank knows nothing of it' };
  assert.equal((await decideAbout(checker, 'forged.xml', refused)).status, 200);
  assert.equal(await stateOf(id), 'REFUSED');
  const { content: events } = (await checker.client.call(`${FILES}/${id}/events`)).json;
  assert.match(events[0].reason, /knows nothing of it/);
  assert.deepEqual(await trip.states(), { PROCESSING: 3, SETTLED: 1 });
  assert.equal((await takenBy(trip, 'settlement-bank', content)).state, 'PROCESSED');
  assert.deepEqual(await trip.states(), { PROCESSING: 2, SETTLED: 2 });
  await checkLedger(trip.testServer);
});

test('a file that comes through the channel while it is held for a second operator is processed once', async () => {
  const content = await moneyOf(2);
  const { id } = await ingest('held.xml', content);
  const name = await trip.put('settlement-bank', content);
  await until(async () => {
    const [own] = await trip.rows('select state from clearing_files where name = $1', [name]);
    return own?.['state'] === 'PROCESSED';
  });
  assert.deepEqual(await trip.states(), { PROCESSING: 1, SETTLED: 3 });
  assert.equal((await approve(checker, 'held.xml')).json.state, 'EXECUTION_FAILED');
  assert.equal(await stateOf(id), 'REFUSED');
  await checkLedger(trip.testServer);
});

test('what the clearing house says by the hand of one operator counts once a second one has approved it', async () => {
  const [paid, , , last] = file.debits;
  assert.ok(paid && last);
  const answers = [
    ['status.xml', trip.statuses([statusOf(file, last, 'AM04')]), '1 RJCT AM04'],
    ['return.xml', trip.returns(file, [paid], 'MD06'), /^1 returned MD06, USh 5,\d{3} in all$/],
  ] as const;
  for (const [name, content, said] of answers) {
    const { id, state } = await ingest(name, content, 'clearing-house');
    assert.equal(state, 'HELD');
    assert.equal((await trip.states())['SETTLED'], 3);
    const found = (await checker.client.call(`/api/v1/approval-requests?search=${name}`)).json;
    const [{ id: requestId }] = found.content;
    const { fields } = (await checker.client.call(`/api/v1/approval-requests/${requestId}`)).json;
    const { value } = fields.find(({ key }: { key: string }) => key === 'answers');
    assert.match(value, new RegExp(said));
    assert.equal((await approve(checker, name)).json.state, 'EXECUTED');
    assert.equal(await endOf(id), 'PROCESSED');
  }
  assert.deepEqual(await trip.states(), { FAILED: 1, RETURNED: 1, SETTLED: 2 });
  await checkLedger(trip.testServer);
});

test('a file that was refused because of a wrong setting is read again and counts once', async () => {
  const [debit] = file.debits;
  assert.ok(debit);
  const content = trip.credits(file, [debit], { items: [] });
  const { ctx, config } = trip.testServer;
  const clearing = { ...config.clearing, settlementAccount: '1234567890' };
  Object.assign(ctx, { config: { ...config, clearing } });
  const refused = await takenBy(trip, 'settlement-bank', content);
  assert.deepEqual([refused.state, refused.kinds], ['REFUSED', ['OTHER_ACCOUNT']]);
  const { client } = trip.operator;
  const [{ id }] = (await client.call(`${FILES}?state=REFUSED&sort=-createdAt`)).json.content;
  const body = { reason: 'The setting was corrected' };
  const retry = (fileId: string) =>
    client.call(`${FILES}/${fileId}/retry`, { method: 'POST', body });
  const exceptions = async () => {
    const { json } = await client.call('/api/v1/operator/exceptions?sort=createdAt');
    return json.content.flatMap((one: { file: { id: string }; kind: string; state: string }) =>
      one.file.id === id ? [`${one.kind} ${one.state}`] : [],
    );
  };
  const again = await retry(id);
  assert.equal(again.status, 200, again.text);
  assert.equal(await endOf(id), 'REFUSED', 'the setting is still wrong');
  assert.deepEqual(await exceptions(), ['OTHER_ACCOUNT CLOSED', 'OTHER_ACCOUNT OPEN']);
  Object.assign(ctx, { config });
  assert.equal((await retry(id)).status, 200);
  assert.equal(await endOf(id), 'PROCESSED');
  const taken = ['OTHER_ACCOUNT CLOSED', 'OTHER_ACCOUNT CLOSED', 'UNMATCHED OPEN'];
  assert.deepEqual(await exceptions(), taken);
  assert.equal((await retry(id)).json.code, 'FILE_STATE', 'it is processed already');
  await takenBy(trip, 'settlement-bank', content);
  assert.deepEqual(await exceptions(), taken);
  await checkLedger(trip.testServer);
});

test('an upload that no second operator has approved is not read again', async () => {
  const { client } = trip.operator;
  const { json } = await uploadFile(client, {
    from: 'settlement-bank',
    content: 'Dear sirs',
  });
  assert.equal(await endOf(json.id), 'REFUSED');
  const { content } = (await client.call(`${FILES}?state=REFUSED`)).json;
  assert.equal(content.length, 3, 'also those whose request was rejected');
  for (const { id } of content) {
    const options = { method: 'POST', body: { reason: 'Once more' } } as const;
    const { code } = (await client.call(`${FILES}/${id}/retry`, options)).json;
    assert.equal(code, 'FILE_STATE');
  }
});
