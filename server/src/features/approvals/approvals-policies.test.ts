import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ERRORS } from '@tegeka/contract/kit/errors.ts';
import { closeBank } from '#testing/setup/test-banks.ts';
import { setSetting } from '#features/settings/settings-store.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { submissionOf, submitRegistration } from '#testing/test-merchant.ts';
import { createPolicy, type PolicyPlan } from '#testing/setup/test-policies.ts';
import { APPROVE, correct, decide, openRequestOf, REJECT } from './approvals-test-calls.ts';
import { readState, waitingBusiness } from './approvals-test-calls.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const TWO_STEPS: PolicyPlan = {
  name: 'Review and release',
  action: 'MERCHANT_REGISTRATION',
  expiresAfterDays: 7,
  checkers: { domain: 'OPERATOR' },
  steps: [
    { name: 'Review', approvalsNeeded: 1 },
    { name: 'Release', approvalsNeeded: 1 },
  ],
};

async function putInForce(plan: PolicyPlan): Promise<string> {
  return testServer.ctx.db.asPlatform('test', async (tx) => {
    const value = await createPolicy(testServer.ctx, tx, plan);
    const at = testServer.clock.now();
    await setSetting(tx, { name: 'MERCHANT_APPROVAL_POLICY_ID', value, at });
    return value;
  });
}

test('two steps are two operators, in order', async () => {
  await putInForce(TWO_STEPS);
  const [first, second] = [await testServer.operator(), await testServer.operator()];
  const { person } = await waitingBusiness(testServer);
  const read = await openRequestOf(first.client, person.businessName);
  assert.equal(read.approvalsNeeded, 2);
  const one = await decide(first.client, read, APPROVE);
  assert.deepEqual(one.json, { state: 'PENDING', approvals: 1, approvalsNeeded: 2 });
  assert.equal((await readState(person)).merchantState, 'PENDING_APPROVAL');
  const twice = await decide(first.client, read, APPROVE);
  assert.equal(twice.json.code, 'REQUEST_DECIDED_BY_YOU');
  const seen = await openRequestOf(first.client, person.businessName);
  assert.equal(seen.cannotDecide, ERRORS.REQUEST_DECIDED_BY_YOU[1]);
  assert.deepEqual(
    seen.steps.map(({ approvals }) => approvals),
    [1, 0],
  );
  const two = await decide(second.client, read, APPROVE);
  assert.deepEqual(two.json, { state: 'EXECUTED', approvals: 2, approvalsNeeded: 2 });
  const done = await openRequestOf(second.client, person.businessName);
  assert.deepEqual(
    done.decisions.map(({ step }) => step),
    [1, 2],
  );
  assert.equal((await readState(person)).merchantState, 'ACTIVE');
});

test('the second of two can still turn down', async () => {
  await putInForce(TWO_STEPS);
  const [first, second] = [await testServer.operator(), await testServer.operator()];
  const { person } = await waitingBusiness(testServer);
  const read = await openRequestOf(first.client, person.businessName);
  await decide(first.client, read, APPROVE);
  assert.equal((await decide(second.client, read, correct('city'))).json.state, 'REJECTED');
  assert.equal((await readState(person)).merchantState, 'ACTION_REQUIRED');
});

test('a business can not pick itself another workflow than the one in force', async () => {
  const easy = await testServer.ctx.db.asPlatform('test', (tx) =>
    createPolicy(testServer.ctx, tx, {
      ...TWO_STEPS,
      steps: [{ name: 'Nod', approvalsNeeded: 1 }],
    }),
  );
  const inForce = await putInForce(TWO_STEPS);
  const person = await testServer.merchant();
  const merchant = await submissionOf(person);
  const send = (approvalPolicyId: string | null) =>
    submitRegistration(person.client, { ...merchant, approvalPolicyId });
  for (const id of [easy, '00000000-0000-4000-8000-000000000000']) {
    const refused = await send(id);
    assert.equal(refused.status, 422);
    assert.equal(refused.json.code, 'POLICY_UNKNOWN');
  }
  assert.equal((await send(inForce)).status, 201);
  assert.equal((await send(null)).status, 201, 'the same again');
});

test('a bank’s policy puts requests before its people, and before nobody else', async () => {
  const officer = await testServer.banker();
  const stranger = await testServer.banker();
  const operator = await testServer.operator();
  await putInForce({
    ...TWO_STEPS,
    steps: [{ name: 'Bank', approvalsNeeded: 1 }],
    checkers: { domain: 'BANK', organizationId: officer.organizationId },
  });
  const businesses = [
    await waitingBusiness(testServer),
    await waitingBusiness(testServer),
  ] as const;
  const [{ person }, { person: other }] = businesses;
  const read = await openRequestOf(officer.client, person.businessName);
  const fileUrl = read.fields.find(({ key }) => key === 'logo')?.fileUrl ?? '';
  assert.equal((await officer.client.call(fileUrl)).status, 200);
  for (const { client } of [stranger, operator]) {
    await assert.rejects(openRequestOf(client, person.businessName), /not in the inbox/);
    const address = `/api/v1/approval-requests/${read.id}`;
    assert.equal((await client.call(address)).status, 404);
    assert.equal((await decide(client, read, APPROVE)).status, 404);
  }
  assert.equal((await stranger.client.call(fileUrl)).status, 404);
  assert.equal((await decide(officer.client, read, APPROVE)).json.state, 'EXECUTED');
  assert.equal((await readState(person)).merchantState, 'ACTIVE');
  const next = await openRequestOf(officer.client, other.businessName);
  assert.equal((await decide(officer.client, next, REJECT)).json.state, 'REJECTED');
  assert.equal((await readState(other)).merchantState, 'REJECTED');
  await putInForce({ ...TWO_STEPS, steps: [{ name: 'Review', approvalsNeeded: 1 }] });
});

test('what can not be carried out is said in words, and the business knows what to do', async () => {
  await putInForce({ ...TWO_STEPS, steps: [{ name: 'Review', approvalsNeeded: 1 }] });
  const operator = await testServer.operator();
  const { person, merchant } = await waitingBusiness(testServer);
  const bankId = merchant.bankAccounts[0]?.bankId ?? '';
  const close = (day: string | null) => closeBank(testServer, bankId, day);
  await close('2020-01-01');
  const read = await openRequestOf(operator.client, person.businessName);
  const decided = await decide(operator.client, read, APPROVE);
  assert.equal(decided.json.state, 'EXECUTION_FAILED');
  const { merchantState, review } = await readState(person);
  assert.equal(merchantState, 'ACTION_REQUIRED');
  assert.match(review.reason, /could not be activated: Please choose a bank from the list\./);
  assert.deepEqual(review.corrections, [
    {
      field: 'bank',
      label: 'Bank',
      comment: 'This bank is no longer available. Please choose another one.',
    },
  ]);
  const request = await openRequestOf(operator.client, person.businessName);
  assert.equal(request.history.at(-1)?.to, 'EXECUTION_FAILED');
  assert.equal(request.history.at(-1)?.reason, ERRORS.BANK_UNKNOWN[1]);
  const messages = await testServer.outbox(person.email);
  assert.match(messages[0]?.subject ?? '', /^One more thing about/);
  assert.ok(!messages.some(({ subject }) => subject?.endsWith('is verified')));
  await close(null);
});
