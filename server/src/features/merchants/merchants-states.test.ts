import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  MERCHANT,
  MERCHANT_STATES,
  type MerchantState,
} from '@tegeka/contract/merchants/merchants.ts';
import {
  APPROVE,
  decide,
  openRequestOf,
  readState,
  type Waiting,
  waitingBusiness,
  withdraw,
} from '#features/approvals/approvals-test-calls.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import { submitRegistration } from '#testing/test-merchant.ts';
import { SYSTEM, transition } from '#platform/state/transition.ts';
import { changeMerchantState } from './merchants-writes.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const move = ({ merchantId }: Waiting, to: MerchantState) =>
  testServer.ctx.db.asPlatform('test', (tx) => {
    const at = testServer.clock.now();
    const change = { to, actor: SYSTEM, reason: 'test', review: null, at };
    return changeMerchantState(tx, merchantId, change);
  });

/** The transitions that lead from PENDING_APPROVAL to each state. */
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
    const merchant = await businessIn(from);
    for (const to of MERCHANT_STATES) {
      if (!MERCHANT.transitions[from].includes(to))
        await assert.rejects(move(merchant, to), /can not go from/);
    }
    for (const to of MERCHANT.transitions[from]) {
      const waiting = await businessIn(from);
      await move(waiting, to);
      assert.equal((await readState(waiting.person)).merchantState, to);
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

for (const revision of [1, undefined]) {
  const how = revision ? 'from the revision that was read' : 'under a lock';
  test(`of transitions at the same moment, made ${how}, one is made`, async () => {
    const { merchantId: id } = await waitingBusiness(testServer);
    const made = await Promise.allSettled(
      (['ACTIVE', 'REJECTED', 'ACTION_REQUIRED'] as const).map((to) =>
        testServer.ctx.db.asPlatform('test', (tx) =>
          transition(
            tx,
            { machine: MERCHANT, table: 'merchants' },
            {
              id,
              to,
              actor: SYSTEM,
              reason: null,
              at: testServer.clock.now(),
              ...(revision && { revision }),
            },
          ),
        ),
      ),
    );
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const result of made)
      if (result.status === 'rejected' && revision)
        assert.equal(result.reason.code, 'BUSY_ELSEWHERE');
  });
}

test('every transition of a business is written down with who and why', async () => {
  const operator = await testServer.operator();
  const waiting = await waitingBusiness(testServer);
  const { person, merchant, merchantId } = waiting;
  await withdraw(waiting);
  assert.match((await readState(person)).review.reason, /You took the registration back/);
  await submitRegistration(person.client, merchant);
  const request = await openRequestOf(operator.client, person.businessName);
  assert.equal(request.attempt, 2);
  await decide(operator.client, request, APPROVE);
  const transitions = await testServer.ctx.db.asTenant(person.organizationId, (tx) =>
    tx
      .selectFrom('transitions')
      .select(['revision', 'from_state', 'to_state', 'actor_id'])
      .where('entity', '=', 'merchant')
      .where('entity_id', '=', merchantId)
      .orderBy('revision')
      .execute(),
  );
  assert.deepEqual(
    transitions.map((row) => Object.values(row)),
    [
      [1, null, 'PENDING_APPROVAL', person.userId],
      [2, 'PENDING_APPROVAL', 'ACTION_REQUIRED', person.userId],
      [3, 'ACTION_REQUIRED', 'PENDING_APPROVAL', person.userId],
      [4, 'PENDING_APPROVAL', 'ACTIVE', operator.userId],
    ],
  );
  const address = `/api/v1/merchants/${merchantId}/events`;
  const { json } = await person.client.call(`${address}?size=2`);
  assert.deepEqual([json.totalElements, json.totalPages], [4, 2]);
  const { by, kind, from, to } = json.content[0];
  // The business must not learn who decided.
  assert.deepEqual([by, kind, from, to], ['Tegeka', 'STATE_CHANGED', 'PENDING_APPROVAL', 'ACTIVE']);
  const next = await person.client.call(`${address}?size=2&page=1`);
  assert.deepEqual(
    next.json.content.map((event: { to: string }) => event.to),
    ['ACTION_REQUIRED', 'PENDING_APPROVAL'],
  );
  const other = await testServer.merchant();
  assert.equal((await other.client.call(address)).status, 404);
});
