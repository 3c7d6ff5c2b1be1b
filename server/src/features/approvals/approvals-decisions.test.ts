import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ERRORS } from '@tegeka/contract/kit/errors.ts';
import { MERCHANT_LABELS } from '@tegeka/contract/merchants/merchant-fields.ts';
import { createAccount } from '#identity/accounts/accounts-service.ts';
import { pdfOf } from '#demo/demo-files.ts';
import {
  type TestServer,
  openTestServer,
  TEST_PASSWORD_HASH,
  type TestPerson,
} from '#testing/test-server.ts';
import { submitRegistration } from '#testing/test-merchant.ts';
import { APPROVE, correct, decide, openRequestOf, REJECT } from './approvals-test-calls.ts';
import { readState, waitingBusiness, withdraw } from './approvals-test-calls.ts';
import { requestApproval } from './approvals-service.ts';

let testServer: TestServer;
let operator: TestPerson;
before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
});
after(() => testServer.close());

test('a submitted business is in the inbox with every field and both documents', async () => {
  const { person, merchant } = await waitingBusiness(testServer);
  const request = await openRequestOf(operator.client, person.businessName);
  assert.equal(request.state, 'PENDING');
  assert.equal(request.attempt, 1);
  assert.equal(request.maker, `${person.firstName} ${person.lastName}`);
  assert.equal(request.makerEmail, person.email);
  assert.equal(request.cannotDecide, null);
  assert.equal(request.policyName, 'Review by one operator');
  assert.deepEqual(request.steps, [{ name: 'Review', approvals: 0, approvalsNeeded: 1 }]);
  assert.deepEqual(
    Object.fromEntries(request.fields.map(({ key, label }) => [key, label])),
    MERCHANT_LABELS,
  );
  assert.ok(request.fields.every(({ changed, before: old }) => !changed && old === null));
  const field = (key: string) => request.fields.find((known) => known.key === key);
  assert.equal(field('accountNumber')?.value, merchant.bankAccounts[0]?.accountNumber);
  for (const key of ['logo', 'certificateOfIncorporation']) {
    const answer = await operator.client.call(field(key)?.fileUrl ?? '');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], field(key)?.mediaType);
  }
});

test('an approved business is active, is told so, and its request shows what happened', async () => {
  const { person, merchantId } = await waitingBusiness(testServer);
  const read = await openRequestOf(operator.client, person.businessName);
  const decided = await decide(operator.client, read, { ...APPROVE, comment: 'All found.' });
  assert.equal(decided.status, 200);
  assert.deepEqual(decided.json, { state: 'EXECUTED', approvals: 1, approvalsNeeded: 1 });
  const merchant = await readState(person);
  assert.equal(merchant.merchantState, 'ACTIVE');
  assert.equal(merchant.review, null);
  const request = await openRequestOf(operator.client, person.businessName);
  const revision = request.history.map(({ from, to }) => [from, to]);
  assert.deepEqual(revision, [
    [null, 'PENDING'],
    ['PENDING', 'APPROVED'],
    ['APPROVED', 'EXECUTED'],
  ]);
  assert.equal(request.decisions[0]?.comment, 'All found.');
  assert.equal(request.cannotDecide, ERRORS.REQUEST_NOT_PENDING[1]);
  const [message] = await testServer.outbox(person.email);
  assert.equal(message?.subject, `${person.businessName} is verified`);
  assert.match(message?.text ?? '', /http:\/\/merchant\.localhost:\d+\/auth\/login/);
  const domainEvents = await testServer.ctx.db.asPlatform('test', (tx) =>
    tx
      .selectFrom('domain_events')
      .select(['kind', 'payload'])
      .where('organization_id', '=', person.organizationId)
      .orderBy('id')
      .execute(),
  );
  assert.deepEqual(
    domainEvents.map(({ kind }) => kind),
    ['merchant.submitted', 'merchant.approved'],
  );
  assert.ok(
    domainEvents.every(({ payload }) => !JSON.stringify(payload).includes(person.businessName)),
  );
  assert.ok(JSON.stringify(domainEvents[1]?.payload).includes(merchantId));
  const again = await decide(operator.client, read, REJECT);
  assert.equal(again.json.code, 'REQUEST_NOT_PENDING');
});

test('approvals without a difference shown: corrections reach the business field by field, and what was corrected is marked', async () => {
  const { person, merchant, merchantId } = await waitingBusiness(testServer);
  const read = await openRequestOf(operator.client, person.businessName);
  const unknown = await decide(operator.client, read, correct('shoeSize'));
  assert.equal(unknown.json.code, 'INPUT_INVALID');
  assert.equal(unknown.json.fields[0].field, 'corrections.0.field');
  const asked = await decide(operator.client, read, {
    decision: 'REQUEST_CORRECTION',
    comment: 'Nearly there.',
    corrections: [
      { field: 'taxNumber', comment: 'The TIN is of another company.' },
      { field: 'certificateOfIncorporation', comment: 'The scan is too dark.' },
    ],
  });
  assert.deepEqual(asked.json, { state: 'REJECTED', approvals: 0, approvalsNeeded: 1 });
  const state = await readState(person);
  assert.equal(state.merchantState, 'ACTION_REQUIRED');
  assert.equal(state.review.comment, 'Nearly there.');
  assert.deepEqual(
    state.review.corrections.map(({ label }: { label: string }) => label),
    ['Tax Number', 'Certificate'],
  );
  const [message] = await testServer.outbox(person.email);
  assert.match(message?.text ?? '', /- Tax Number: The TIN is of another company\./);
  assert.match(message?.text ?? '', /- Certificate: The scan is too dark\.\n\nNearly there\./);
  const corrected = { ...merchant, taxNumber: '1999999999' };
  const sent = await submitRegistration(person.client, corrected, {
    logo: null,
    certificateOfIncorporation: pdfOf('A better scan'),
  });
  assert.deepEqual(sent.json, { merchantId, merchantState: 'PENDING_APPROVAL' });
  assert.equal((await readState(person)).review, null);
  const next = await openRequestOf(operator.client, person.businessName);
  assert.notEqual(next.id, read.id);
  assert.equal(next.attempt, 2);
  const changed = next.fields.filter((field) => field.changed);
  assert.deepEqual(
    changed.map((field) => [field.key, field.before]),
    [
      ['taxNumber', merchant.taxNumber],
      // The same file name, but another document.
      ['certificateOfIncorporation', 'certificate.pdf'],
    ],
  );
  assert.equal((await decide(operator.client, next, APPROVE)).json.state, 'EXECUTED');
});

test('approvals without a reason: a rejected business is told why and can not send again', async () => {
  const { person, merchant } = await waitingBusiness(testServer);
  const read = await openRequestOf(operator.client, person.businessName);
  const wordless = { ...REJECT, comment: ' ' };
  assert.equal((await decide(operator.client, read, wordless)).json.code, 'INPUT_INVALID');
  assert.equal((await decide(operator.client, read, REJECT)).json.state, 'REJECTED');
  const { merchantState, review } = await readState(person);
  assert.equal(merchantState, 'REJECTED');
  assert.equal(review.reason, 'The business was not found in the register of companies.');
  assert.equal(review.comment, REJECT.comment);
  const [message] = await testServer.outbox(person.email);
  assert.match(message?.text ?? '', /We found no such company\./);
  const again = await submitRegistration(person.client, merchant);
  assert.equal(again.json.code, 'MERCHANT_ALREADY_REGISTERED');
});

test('a decision on another snapshot than that of the request is refused', async () => {
  const { person } = await waitingBusiness(testServer);
  const read = await openRequestOf(operator.client, person.businessName);
  for (const decision of [APPROVE, REJECT, correct('city')]) {
    const answer = await decide(operator.client, { ...read, snapshotHash: 'older' }, decision);
    assert.equal(answer.json.code, 'REQUEST_CHANGED');
  }
  assert.equal((await readState(person)).merchantState, 'PENDING_APPROVAL');
});

test('a decision with a misspelt name is refused', async () => {
  const { person } = await waitingBusiness(testServer);
  const read = await openRequestOf(operator.client, person.businessName);
  const misspelt = { ...APPROVE, coment: 'All found.' };
  const { json } = await decide(operator.client, read, misspelt);
  assert.deepEqual(json.fields, [{ field: 'coment', message: 'This name is not known.' }]);
});

test('what was changed underneath its request can not be approved', async () => {
  const { person, merchantId } = await waitingBusiness(testServer);
  const read = await openRequestOf(operator.client, person.businessName);
  await testServer.ctx.db.asTenant(person.organizationId, (tx) =>
    tx.updateTable('merchants').set({ city: 'Elsewhere' }).where('id', '=', merchantId).execute(),
  );
  assert.equal((await decide(operator.client, read, APPROVE)).json.code, 'REQUEST_CHANGED');
  const asked = await decide(operator.client, read, correct('city'));
  assert.equal(asked.json.state, 'REJECTED');
});

test('a request that was taken back can not be decided, and nothing else can be taken back', async () => {
  const waiting = await waitingBusiness(testServer);
  const { person } = waiting;
  const read = await openRequestOf(operator.client, person.businessName);
  assert.equal((await withdraw(waiting)).status, 204);
  assert.equal((await readState(person)).merchantState, 'ACTION_REQUIRED');
  const answer = await decide(operator.client, read, APPROVE);
  assert.equal(answer.json.code, 'REQUEST_NOT_PENDING');
  const again = await withdraw(waiting);
  assert.equal(again.status, 409);
  assert.equal(again.json.code, 'REQUEST_NOT_PENDING');
});

test('self-approval: nobody decides on a request of their own', async () => {
  const waiting = await waitingBusiness(testServer);
  await withdraw(waiting);
  await testServer.ctx.db.asPlatform('test', async (tx) => {
    await requestApproval(testServer.ctx, tx, {
      action: 'MERCHANT_REGISTRATION',
      entityId: waiting.merchantId,
      parts: [],
      organizationId: waiting.person.organizationId,
      title: waiting.person.businessName,
      maker: { kind: 'OPERATOR', id: operator.userId, name: 'An operator', email: operator.email },
    });
  });
  const read = await openRequestOf(operator.client, waiting.person.businessName);
  assert.equal(read.cannotDecide, ERRORS.REQUEST_IS_YOURS[1]);
  assert.equal((await decide(operator.client, read, APPROVE)).json.code, 'REQUEST_IS_YOURS');
  const colleague = await testServer.operator();
  const seen = await openRequestOf(colleague.client, waiting.person.businessName);
  assert.equal(seen.cannotDecide, null);
});

test('who may only read is told so, and is refused', async () => {
  const { person } = await waitingBusiness(testServer);
  const email = 'reader@example.com';
  await testServer.ctx.db.asPlatform('test', (tx) =>
    createAccount(testServer.ctx, tx, {
      email,
      firstName: 'Rita',
      lastName: 'Reader',
      phone: null,
      domain: 'OPERATOR',
      organization: { id: operator.organizationId },
      passwordHash: TEST_PASSWORD_HASH,
      permissions: ['approvals.read'],
    }),
  );
  const reader = await testServer.signIn('OPERATOR', email);
  const read = await openRequestOf(reader, person.businessName);
  assert.equal(read.cannotDecide, 'You may read requests, but not decide on them.');
  assert.equal((await decide(reader, read, APPROVE)).status, 404);
});

test('each look at a request is on record', async () => {
  const { person } = await waitingBusiness(testServer);
  const { id } = await openRequestOf(operator.client, person.businessName);
  const looks = await testServer.ctx.db.asPlatform('test', (tx) =>
    tx
      .selectFrom('audit')
      .select(['user_id', 'action'])
      .where('entity', '=', 'approval-request')
      .where('entity_id', '=', id)
      .execute(),
  );
  assert.deepEqual(looks, [{ user_id: operator.userId, action: 'getApprovalRequest' }]);
});
