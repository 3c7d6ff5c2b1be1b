import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setSetting } from '#features/settings/settings-store.ts';
import { approvalActions } from '#app-features.ts';
import { type TestServer, openTestServer, type TestPerson } from '#testing/test-server.ts';
import type { TestAnswer } from '#testing/test-client.ts';
import { submitRegistration } from '#testing/test-merchant.ts';
import { expireRequests } from './approvals-decide.ts';
import { createPolicy } from '#testing/setup/test-policies.ts';
import { APPROVE, correct, decide, openRequestOf, REJECT } from './approvals-test-calls.ts';
import { readState, waitingBusiness, withdraw } from './approvals-test-calls.ts';

let testServer: TestServer;
let operators: readonly [TestPerson, TestPerson];
before(async () => {
  testServer = await openTestServer();
  operators = [await testServer.operator(), await testServer.operator()];
});
after(() => testServer.close());

/** Counts answers by error code; those without one by their state, or as `done`. */
function countsOf(answers: TestAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, json } of answers) {
    const code: string = status < 300 ? (json?.state ?? 'done') : json.code;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

const ROUNDS = [1, 2, 3, 4, 5];

for (const round of ROUNDS) {
  test(`of two operators who decide at the same moment one settles it (${round})`, async () => {
    const [first, second] = operators;
    const { person } = await waitingBusiness(testServer);
    const read = await openRequestOf(first.client, person.businessName);
    const decision = round % 2 === 0 ? APPROVE : REJECT;
    const answers = await Promise.all([
      decide(first.client, read, APPROVE),
      decide(second.client, read, decision),
    ]);
    const { REQUEST_NOT_PENDING: late, EXECUTED = 0, REJECTED = 0 } = countsOf(answers);
    assert.deepEqual([late, EXECUTED + REJECTED], [1, 1]);
    const messages = await testServer.outbox(person.email);
    assert.equal(messages.length, 2, 'one when it was submitted, one when it was decided');
  });

  test(`a decision and a withdrawal at the same moment leave one of both (${round})`, async () => {
    const [{ client }] = operators;
    const waiting = await waitingBusiness(testServer);
    const read = await openRequestOf(client, waiting.person.businessName);
    const answers = await Promise.all([
      decide(client, read, round % 2 === 0 ? APPROVE : correct('city')),
      withdraw(waiting),
    ]);
    assert.equal(countsOf(answers)['REQUEST_NOT_PENDING'], 1);
    const { history, state } = await openRequestOf(client, waiting.person.businessName);
    assert.equal(history.filter(({ from }) => from === 'PENDING').length, 1);
    const merchant = await readState(waiting.person);
    assert.equal(merchant.merchantState, state === 'EXECUTED' ? 'ACTIVE' : 'ACTION_REQUIRED');
  });

  test(`the same submission from five tabs at once is one business (${round})`, async () => {
    const { person, merchant } = await waitingBusiness(testServer);
    const fresh = await testServer.merchant();
    const own = {
      ...merchant,
      organizationId: fresh.organizationId,
      businessName: fresh.businessName,
      userInfo: { ...merchant.userInfo, email: fresh.email },
    };
    assert.notEqual(person.organizationId, fresh.organizationId);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => submitRegistration(fresh.client, own)),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(answers.map(({ json }) => json.merchantId)).size, 1);
    const { json } = await operators[0].client.call(
      `/api/v1/approval-requests?search=${encodeURIComponent(fresh.businessName)}`,
    );
    assert.equal(json.totalElements, 1);
    assert.equal((await testServer.outbox(fresh.email)).length, 1);
    const files = await testServer.ctx.db.asTenant(fresh.organizationId, (tx) =>
      tx.selectFrom('files').select('id').execute(),
    );
    assert.equal(files.length, 2);
  });

  test(`a corrected registration sent twice at once is one attempt (${round})`, async () => {
    const [{ client }] = operators;
    const { person, merchant } = await waitingBusiness(testServer);
    const read = await openRequestOf(client, person.businessName);
    await decide(client, read, correct('city'));
    const corrected = {
      ...merchant,
      businessAddress: { ...merchant.businessAddress, city: 'Entebbe' },
    };
    const answers = await Promise.all(
      [1, 2, 3].map(() => submitRegistration(person.client, corrected)),
    );
    assert.deepEqual(countsOf(answers), { done: 3 });
    assert.equal((await openRequestOf(client, person.businessName)).attempt, 2);
  });
}

test('two approvals at the same moment are two, and carry out once', async () => {
  await testServer.ctx.db.asPlatform('test', async (tx) => {
    const value = await createPolicy(testServer.ctx, tx, {
      name: 'Two of one step',
      action: 'MERCHANT_REGISTRATION',
      expiresAfterDays: 1,
      checkers: { domain: 'OPERATOR' },
      steps: [{ name: 'Review', approvalsNeeded: 2 }],
    });
    const at = testServer.clock.now();
    await setSetting(tx, { name: 'MERCHANT_APPROVAL_POLICY_ID', value, at });
  });
  const [first, second] = operators;
  const { person } = await waitingBusiness(testServer);
  const read = await openRequestOf(first.client, person.businessName);
  const own = await Promise.all([1, 2, 3].map(() => decide(first.client, read, APPROVE)));
  assert.deepEqual(countsOf(own), { REQUEST_DECIDED_BY_YOU: 2, PENDING: 1 });
  const other = await waitingBusiness(testServer);
  const next = await openRequestOf(first.client, other.person.businessName);
  const both = await Promise.all([
    decide(first.client, next, APPROVE),
    decide(second.client, next, APPROVE),
  ]);
  assert.deepEqual(countsOf(both), { EXECUTED: 1, PENDING: 1 });
  assert.equal((await readState(other.person)).merchantState, 'ACTIVE');
});

test('expiry and a withdrawal at the same moment leave one of both', async () => {
  const waiting = await waitingBusiness(testServer);
  const { person } = waiting;
  testServer.clock.advance(15 * 24 * 60 * 60 * 1000);
  person.client = await testServer.signIn('MERCHANT', person.email);
  const [taken] = await Promise.all([
    withdraw(waiting),
    expireRequests(testServer.ctx, approvalActions(testServer.ctx)),
  ]);
  assert.ok([204, 409].includes(taken.status));
  assert.equal((await readState(person)).merchantState, 'ACTION_REQUIRED');
  const { rows } = await testServer.ctx.db.asPlatform('test', async (tx) => ({
    rows: await tx
      .selectFrom('transitions')
      .select('to_state')
      .where('entity', '=', 'merchant')
      .where('entity_id', '=', waiting.merchantId)
      .orderBy('revision')
      .execute(),
  }));
  assert.deepEqual(
    rows.map(({ to_state: to }) => to),
    ['PENDING_APPROVAL', 'ACTION_REQUIRED'],
  );
});
