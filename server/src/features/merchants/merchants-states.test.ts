import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  MERCHANT_TRANSITIONS,
  MERCHANT_STATES,
  type MerchantState,
} from '@tegeka/contract/merchants.ts';
import {
  APPROVE,
  decide,
  openRequestOf,
  standingOf,
  type Waiting,
  waitingBusiness,
  withdraw,
} from '#features/approvals/approvals-test-calls.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { submitRegistration } from '#testing/test-merchant.ts';
import { lockMerchant } from './merchants-store.ts';
import { transitionMerchant } from './merchants-writes.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const move = ({ merchantId }: Waiting, to: MerchantState) =>
  testServer.ctx.db.asPlatform('test', async (tx) => {
    const merchant = await lockMerchant(tx, merchantId);
    const at = testServer.clock.now();
    await transitionMerchant(tx, merchant, { to, actorId: null, reason: 'test', review: null, at });
  });

/** How a business comes to stand in each state. */
const WAYS: Record<MerchantState, readonly MerchantState[]> = {
  PENDING_APPROVAL: [],
  ACTION_REQUIRED: ['ACTION_REQUIRED'],
  ACTIVE: ['ACTIVE'],
  SUSPENDED: ['ACTIVE', 'SUSPENDED'],
  REJECTED: ['REJECTED'],
};

async function businessIn(state: MerchantState): Promise<Waiting> {
  const waiting = await waitingBusiness(testServer);
  for (const step of WAYS[state]) await move(waiting, step);
  return waiting;
}

for (const from of MERCHANT_STATES) {
  test(`from ${from} a business goes where the table says, and nowhere else`, async () => {
    const standing = await businessIn(from);
    for (const to of MERCHANT_STATES) {
      if (!MERCHANT_TRANSITIONS[from].includes(to))
        await assert.rejects(move(standing, to), /can not go from/);
    }
    for (const to of MERCHANT_TRANSITIONS[from]) {
      const waiting = await businessIn(from);
      await move(waiting, to);
      assert.equal((await standingOf(waiting.person)).merchantState, to);
    }
  });
}

test('only a business that was asked to correct can be sent again', async () => {
  for (const state of ['ACTIVE', 'SUSPENDED', 'REJECTED'] as const) {
    const { person, merchant } = await businessIn(state);
    const { status, json } = await submitRegistration(person.client, merchant);
    assert.equal(status, 409, state);
    assert.equal(json.code, 'MERCHANT_ALREADY_REGISTERED');
  }
});

test('of two moves at the same moment one is made', async () => {
  const { merchantId } = await waitingBusiness(testServer);
  const moved = await Promise.allSettled(
    (['ACTIVE', 'REJECTED', 'ACTION_REQUIRED'] as const).map((to) =>
      testServer.ctx.db.asPlatform('test', async (tx) => {
        const at = testServer.clock.now();
        const { submission } = await lockMerchant(tx, merchantId);
        // As one who has read the business before the others moved it.
        const seen = {
          id: merchantId,
          state: 'PENDING_APPROVAL',
          revision: 1,
          submission,
        } as const;
        await transitionMerchant(tx, seen, { to, actorId: null, reason: null, review: null, at });
      }),
    ),
  );
  assert.equal(moved.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('every move of a business is written down with who and why', async () => {
  const operator = await testServer.operator();
  const waiting = await waitingBusiness(testServer);
  const { person, merchant, merchantId } = waiting;
  await withdraw(waiting);
  assert.match((await standingOf(person)).review.reason, /You took the registration back/);
  await submitRegistration(person.client, merchant);
  const request = await openRequestOf(operator.client, person.businessName);
  assert.equal(request.attempt, 2);
  await decide(operator.client, request, APPROVE);
  const revision = await testServer.ctx.db.asTenant(person.organizationId, (tx) =>
    tx
      .selectFrom('merchant_transitions')
      .select(['number', 'from_state', 'to_state', 'actor_id'])
      .where('merchant_id', '=', merchantId)
      .orderBy('number')
      .execute(),
  );
  assert.deepEqual(
    revision.map((row) => Object.values(row)),
    [
      [1, null, 'PENDING_APPROVAL', person.userId],
      [2, 'PENDING_APPROVAL', 'ACTION_REQUIRED', person.userId],
      [3, 'ACTION_REQUIRED', 'PENDING_APPROVAL', person.userId],
      [4, 'PENDING_APPROVAL', 'ACTIVE', operator.userId],
    ],
  );
});
