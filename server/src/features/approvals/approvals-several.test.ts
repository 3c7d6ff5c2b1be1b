import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  consentedMandate,
  decideMandate,
  mandateRequest,
  openBank,
  openShop,
} from '#testing/test-mandate.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;

before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
});
after(() => testServer.close());

const APPROVE = { decision: 'APPROVE' };
const INBOX = '/api/v1/approval-requests';

/** A mandate that waits for its bank, and the request about it as the officer has read it. */
async function waiting() {
  const shop = await openShop(testServer);
  const mandate = await consentedMandate(testServer, shop);
  const { id: requestId, snapshotHash } = await mandateRequest(officer, mandate.reference);
  const state = async (): Promise<string> =>
    (await shop.client.call(`${shop.mandates}/${mandate.id}`)).json.state;
  return { shop, mandate, state, request: { requestId, snapshotHash } };
}

const decide = ({ client }: TestPerson, decision: object, requests: readonly object[]) =>
  client.call(`${INBOX}/decisions`, { method: 'POST', body: { decision, requests } });

/** The state or the code of the refusal of each request. */
const resultsOf = ({
  json,
}: {
  json: { results: { state: string; refusal: { code: string } }[] };
}) => json.results.map(({ state, refusal }) => state ?? refusal.code);

test('several mandates are confirmed in one call, each by itself and on its own record', async () => {
  const [one, two] = [await waiting(), await waiting()];
  const answer = await decide(officer, APPROVE, [one.request, two.request]);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(resultsOf(answer), ['EXECUTED', 'EXECUTED']);
  assert.deepEqual([await one.state(), await two.state()], ['ACTIVE', 'ACTIVE']);
  const { json } = await officer.client.call(`${INBOX}/${two.request.requestId}/events`);
  const decided = json.content.find(({ kind }: { kind: string }) => kind === 'DECIDED');
  assert.equal(decided.by, `${officer.firstName} ${officer.lastName}`);
});

test('several are rejected with one reason, which the business reads', async () => {
  const [one, two] = [await waiting(), await waiting()];
  const decision = { decision: 'REJECT', code: 'ACCOUNT_CLOSED', comment: 'Closed last year' };
  const answer = await decide(officer, decision, [one.request, two.request]);
  assert.deepEqual(resultsOf(answer), ['REJECTED', 'REJECTED']);
  assert.deepEqual([await one.state(), await two.state()], ['REJECTED', 'REJECTED']);
  const code = await decide(officer, { ...decision, code: 'NO_SUCH' }, [(await waiting()).request]);
  assert.deepEqual(resultsOf(code), ['INPUT_INVALID']);
  assert.equal(code.json.results[0].refusal.message, 'This reason does not apply to this request.');
});

test('what was decided, ended or changed meanwhile is named, and the others are decided all the same', async () => {
  const [taken, ended, changed, good] = [
    await waiting(),
    await waiting(),
    await waiting(),
    await waiting(),
  ];
  await decideMandate(officer, taken.mandate.reference, APPROVE);
  const cancel = `${ended.shop.mandates}/${ended.mandate.id}/cancel`;
  await ended.shop.client.call(cancel, { method: 'POST', body: { reason: 'Not needed' } });
  const answer = await decide(officer, APPROVE, [
    taken.request,
    ended.request,
    { ...changed.request, snapshotHash: 'another' },
    good.request,
    good.request,
  ]);
  assert.deepEqual(resultsOf(answer), [
    'REQUEST_NOT_PENDING',
    'REQUEST_NOT_PENDING',
    'REQUEST_CHANGED',
    'EXECUTED',
    'REQUEST_NOT_PENDING',
  ]);
  assert.deepEqual([await changed.state(), await good.state()], ['PENDING_APPROVAL', 'ACTIVE']);
});

test('a request of another bank is not found, and one after it is decided', async () => {
  const [foreign, own] = [await waiting(), await waiting()];
  const other = await openBank(testServer, 'EQBLUGKA');
  const missed = await decide(other, APPROVE, [foreign.request]);
  assert.deepEqual(resultsOf(missed), ['NOT_FOUND']);
  assert.equal(await foreign.state(), 'PENDING_APPROVAL');
  const unknown = { requestId: own.mandate.id, snapshotHash: own.request.snapshotHash };
  const answer = await decide(officer, APPROVE, [unknown, own.request]);
  assert.deepEqual(resultsOf(answer), ['NOT_FOUND', 'EXECUTED']);
});

test('two officers who confirm the same mandates at the same time confirm each once', async () => {
  const both = [await waiting(), await waiting()];
  const requests = both.map(({ request }) => request);
  const answers = await Promise.all([
    decide(officer, APPROVE, requests),
    decide(officer, APPROVE, requests.toReversed()),
  ]);
  const all = answers.flatMap(resultsOf);
  assert.deepEqual(all.toSorted(), [
    'EXECUTED',
    'EXECUTED',
    'REQUEST_NOT_PENDING',
    'REQUEST_NOT_PENDING',
  ]);
});

test('one call decides on 1 to 50 requests', async () => {
  const { request } = await waiting();
  for (const requests of [[], Array<object>(51).fill(request)])
    assert.equal((await decide(officer, APPROVE, requests)).status, 400);
  const correction = { decision: 'REQUEST_CORRECTION', corrections: [] };
  assert.equal((await decide(officer, correction, [request])).status, 400);
});
