import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { approvalActions } from '#app-features.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { submitRegistration } from '#testing/test-merchant.ts';
import { expireRequests } from './approvals-decide.ts';
import { APPROVE, decide, openRequestOf, readState } from './approvals-test-calls.ts';
import { waitingBusiness } from './approvals-test-calls.ts';

const DAY = 24 * 60 * 60 * 1000;

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

test('what is not reviewed in time expires, and can be sent again as it is', async () => {
  const operator = await testServer.operator();
  const waiting = await waitingBusiness(testServer);
  const { person, merchant, merchantId } = waiting;
  const expire = () => expireRequests(testServer.ctx, approvalActions(testServer.ctx));
  const read = await openRequestOf(operator.client, person.businessName);
  testServer.clock.advance(14 * DAY - 60_000);
  await expire();
  const signIn = async () => {
    operator.client = await testServer.signIn('OPERATOR', operator.email);
    person.client = await testServer.signIn('MERCHANT', person.email);
  };
  await signIn();
  assert.equal((await readState(person)).merchantState, 'PENDING_APPROVAL');
  testServer.clock.advance(61_000);
  const late = await decide(operator.client, read, APPROVE);
  assert.equal(late.json.code, 'REQUEST_NOT_PENDING', 'too late, though no job has run yet');
  assert.notEqual((await openRequestOf(operator.client, person.businessName)).cannotDecide, null);
  await Promise.all([expire(), expire(), expire()]);
  const { merchantState, review } = await readState(person);
  assert.equal(merchantState, 'ACTION_REQUIRED');
  assert.match(review.reason, /not reviewed in time/);
  const request = await openRequestOf(operator.client, person.businessName);
  assert.equal(request.state, 'EXPIRED');
  assert.deepEqual(
    request.history.map(({ to }) => to),
    ['PENDING', 'EXPIRED'],
  );
  const messages = await testServer.outbox(person.email);
  assert.equal(messages.filter(({ subject }) => subject?.startsWith('Please send')).length, 1);
  const nothing = { logo: null, certificateOfIncorporation: null };
  const again = await submitRegistration(person.client, merchant, nothing);
  assert.deepEqual(again.json, { merchantId, merchantState: 'PENDING_APPROVAL' });
  const next = await openRequestOf(operator.client, person.businessName);
  assert.equal(next.attempt, 2);
  assert.ok(next.fields.every(({ changed }) => !changed));
});
