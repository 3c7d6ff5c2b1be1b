import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openRequestOf, waitingBusiness } from '#features/approvals/approvals-test-calls.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

/** Tables with rows of organizations, as a program with a hole in it would read them. */
const TABLES = [
  'merchants',
  'merchant_bank_accounts',
  'transitions',
  'files',
  'merchant_changes',
  'approval_requests',
  'approval_request_files',
  'approval_decisions',
];

const countIn = (organizationId: string, table: string) =>
  testServer.ctx.db.asTenant(organizationId, async (tx) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)}`.execute(tx);
    return rows[0]?.n ?? -1;
  });

test('an organization’s transaction reads no other’s rows, whatever its SQL', async () => {
  const { person } = await waitingBusiness(testServer);
  const other = await testServer.merchant();
  for (const table of TABLES) assert.equal(await countIn(other.organizationId, table), 0, table);
  assert.equal(await countIn(person.organizationId, 'merchants'), 1);
  assert.equal(await countIn(person.organizationId, 'files'), 2);
  assert.equal(await countIn(person.organizationId, 'approval_requests'), 1);
});

test('every table of ours has row policies that bind its owner too', async () => {
  const { rows } = await testServer.ctx.db.asPlatform('test', (tx) =>
    sql<{ relname: string }>`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and (relname ~ '^(banks|settings|approval_|merchant)')
        and not (relrowsecurity and relforcerowsecurity)`.execute(tx),
  );
  assert.deepEqual(rows, []);
});

test('an organization’s transaction can neither approve itself nor change another', async () => {
  const { person, merchantId } = await waitingBusiness(testServer);
  const operator = await testServer.operator();
  const { id } = await openRequestOf(operator.client, person.businessName);
  const other = await testServer.merchant();
  const as = (organizationId: string, statement: ReturnType<typeof sql>) =>
    testServer.ctx.db.asTenant(organizationId, (tx) => statement.execute(tx));
  const own = person.organizationId;
  const forbidden = [
    sql`update merchants set state = 'ACTIVE' where id = ${merchantId}`,
    sql`update approval_requests set state = 'APPROVED', settled_at = now() where id = ${id}`,
    sql`update approval_requests set approvals = 1 where id = ${id}`,
    sql`insert into approval_decisions (id, request_id, organization_id, step, decision, checker_id,
      checker_name, corrections, at) values (gen_random_uuid(), ${id}, ${own}, 1, 'APPROVE', 'me',
      'Me', '[]', now())`,
    ...[
      ['merchant', merchantId, 'ACTIVE'],
      ['merchant', merchantId, 'REJECTED'],
      ['approval-request', id, 'APPROVED'],
      ['approval-request', id, 'EXECUTED'],
    ].map(
      ([entity, entityId, to]) => sql`insert into transitions (organization_id, entity, entity_id,
        revision, from_state, to_state, actor_kind, actor_id, actor_name, at)
        values (${own}, ${entity}, ${entityId}, 2, 'PENDING_APPROVAL', ${to}, 'MERCHANT', 'me',
          'Me', now())`,
    ),
    sql`update transitions set to_state = 'ACTIVE' where entity_id = ${merchantId}`,
    sql`insert into transition_entities (entity, tenant_reads, tenant_states)
      values ('mine', true, '{ACTIVE}')`,
    sql`select count from limits`,
    sql`update merchants set organization_id = ${other.organizationId} where id = ${merchantId}`,
    sql`delete from merchants where id = ${merchantId}`,
    sql`insert into approval_policies (id, name, action, checkers, expires_after_days, created_at)
      values (gen_random_uuid(), 'Mine', 'MERCHANT_REGISTRATION', 'OPERATOR', 1, now())`,
    sql`update banks set name = 'Mine'`,
  ];
  for (const statement of forbidden)
    await assert.rejects(as(own, statement), /permission denied|row-level security/);
  const { numAffectedRows } = await as(
    other.organizationId,
    sql`update merchants set city = 'Mine' where id = ${merchantId}`,
  );
  assert.equal(numAffectedRows, 0n);
});

test('nobody opens a stranger’s file by putting it up as their own', async () => {
  const { person } = await waitingBusiness(testServer);
  const other = await waitingBusiness(testServer);
  const fileOf = (organizationId: string) =>
    testServer.ctx.db.asTenant(organizationId, (tx) =>
      tx.selectFrom('files').select('id').executeTakeFirstOrThrow(),
    );
  const file = await fileOf(person.organizationId);
  const { organizationId } = other.person;
  await assert.rejects(
    testServer.ctx.db.asTenant(organizationId, async (tx) => {
      const { id } = await tx
        .selectFrom('approval_requests')
        .select('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('approval_request_files')
        .values({ request_id: id, file_id: file.id, organization_id: organizationId })
        .execute();
    }),
    /row-level security/,
  );
});
