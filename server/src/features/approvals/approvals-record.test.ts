import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { setSetting } from '#features/settings/settings-store.ts';
import { type TestServer, openTestServer, type TestPerson } from '#testing/test-server.ts';
import { createPolicy } from '#testing/setup/test-policies.ts';
import {
  APPROVE,
  decide,
  openRequestOf,
  readState,
  waitingBusiness,
} from './approvals-test-calls.ts';

let testServer: TestServer;
let officer: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await testServer.banker();
  const { organizationId } = officer;
  await testServer.ctx.db.asPlatform('test', async (tx) => {
    const value = await createPolicy(testServer.ctx, tx, {
      name: 'By the bank',
      action: 'MERCHANT_REGISTRATION',
      expiresAfterDays: 7,
      checkers: { domain: 'BANK', organizationId },
      steps: [{ name: 'Bank', approvalsNeeded: 1 }],
    });
    const at = testServer.clock.now();
    await setSetting(tx, { name: 'MERCHANT_APPROVAL_POLICY_ID', value, at });
  });
});
after(() => testServer.close());

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: testServer.connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const recordsOf = (requestId: string) =>
  testServer.ctx.db.asPlatform('test', (tx) =>
    tx
      .selectFrom('audit')
      .select(['user_id', 'organization_id', 'domain', 'changes'])
      .where('action', '=', 'decideApprovalRequest')
      .where('entity_id', '=', requestId)
      .execute(),
  );

test('a bank’s decision that can not be put on record has not been made', async () => {
  const { person } = await waitingBusiness(testServer);
  const read = await openRequestOf(officer.client, person.businessName);
  await asOwner(`create function no_record() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$;
    create trigger no_record before insert on audit for each row
    when (new.action = 'decideApprovalRequest') execute function no_record()`);
  assert.equal((await decide(officer.client, read, APPROVE)).status, 500);
  await asOwner('drop trigger no_record on audit');
  assert.equal((await readState(person)).merchantState, 'PENDING_APPROVAL');
  const untouched = await openRequestOf(officer.client, person.businessName);
  assert.deepEqual([untouched.state, untouched.decisions], ['PENDING', []]);
  assert.equal(
    (await testServer.outbox(person.email)).length,
    1,
    'nobody was told that it was decided',
  );

  assert.equal((await decide(officer.client, read, APPROVE)).json.state, 'EXECUTED');
  assert.deepEqual(await recordsOf(read.id), [
    {
      user_id: officer.userId,
      organization_id: officer.organizationId,
      domain: 'BANK',
      changes: {
        decision: { before: null, after: 'APPROVE' },
        state: { before: 'PENDING', after: 'EXECUTED' },
      },
    },
  ]);
});

test('a bank’s decision that is sent twice is made and recorded once', async () => {
  const { person } = await waitingBusiness(testServer);
  const { id, snapshotHash } = await openRequestOf(officer.client, person.businessName);
  const send = () =>
    officer.client.call(`/api/v1/approval-requests/${id}/decisions`, {
      method: 'POST',
      body: { ...APPROVE, snapshotHash },
      headers: { 'idempotency-key': 'a-decision-of-the-bank' },
    });
  const answers = await Promise.all([send(), send()]);
  assert.deepEqual(
    answers.map(({ json }) => json.state),
    ['EXECUTED', 'EXECUTED'],
  );
  assert.equal((await recordsOf(id)).length, 1);
});
