import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { approvalActions } from '../../app.ts';
import { type House, openHouse } from '../../test-house.ts';
import { submitRegistration } from '../../test-merchant.ts';
import { expireRequests } from './approvals-jobs.ts';
import { APPROVE, decide, openRequestOf, standingOf } from './approvals-test-calls.ts';
import { waitingBusiness } from './approvals-test-calls.ts';

const DAY = 24 * 60 * 60 * 1000;

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

test('what is not reviewed in time expires, and can be sent again as it is', async () => {
  const operator = await house.operator();
  const waiting = await waitingBusiness(house);
  const { person, merchant, merchantId } = waiting;
  const expire = () => expireRequests(house.frame, approvalActions(house.frame));
  const read = await openRequestOf(operator.client, person.businessName);
  house.clock.advance(14 * DAY - 60_000);
  await expire();
  const signIn = async () => {
    operator.client = await house.signIn('OPERATOR', operator.email);
    person.client = await house.signIn('MERCHANT', person.email);
  };
  await signIn();
  assert.equal((await standingOf(person)).merchantState, 'PENDING_APPROVAL');
  house.clock.advance(61_000);
  const late = await decide(operator.client, read, APPROVE);
  assert.equal(late.json.code, 'REQUEST_NOT_PENDING', 'too late, though no job has run yet');
  assert.notEqual((await openRequestOf(operator.client, person.businessName)).cannotDecide, null);
  await Promise.all([expire(), expire(), expire()]);
  const { merchantState, review } = await standingOf(person);
  assert.equal(merchantState, 'ACTION_REQUIRED');
  assert.match(review.reason, /not reviewed in time/);
  const request = await openRequestOf(operator.client, person.businessName);
  assert.equal(request.state, 'EXPIRED');
  assert.deepEqual(
    request.history.map(({ to }) => to),
    ['PENDING', 'EXPIRED'],
  );
  const letters = await house.outbox(person.email);
  assert.equal(letters.filter(({ subject }) => subject?.startsWith('Please send')).length, 1);
  const nothing = { logo: null, certificateOfIncorporation: null };
  const again = await submitRegistration(person.client, merchant, nothing);
  assert.deepEqual(again.json, { merchantId, merchantState: 'PENDING_APPROVAL' });
  const next = await openRequestOf(operator.client, person.businessName);
  assert.equal(next.attempt, 2);
  assert.ok(next.fields.every(({ changed }) => !changed));
});
