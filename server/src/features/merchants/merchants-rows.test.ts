import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openRequestOf, waitingBusiness } from '#features/approvals/approvals-test-calls.ts';
import { registeredMerchant } from '#testing/setup/test-registered.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

/** Tables that the transaction of an organization may read or write, with rows of organizations. */
const tenantTables = () =>
  testServer.ctx.db.asPlatform('test', async (tx) => {
    const { rows } = await sql<{ name: string; isBound: boolean; isRead: boolean }>`
      select t.relname as name, t.relrowsecurity and t.relforcerowsecurity as "isBound",
        has_any_column_privilege('tegeka_tenant', t.oid, 'select') as "isRead"
      from pg_class t
      join pg_attribute a on a.attrelid = t.oid and a.attname = 'organization_id'
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
        and (has_any_column_privilege('tegeka_tenant', t.oid, 'select, insert, update')
          or has_table_privilege('tegeka_tenant', t.oid, 'delete'))`.execute(tx);
    return rows;
  });

test('an organization’s transaction reads no other’s rows, whatever its SQL', async () => {
  const { ids } = await registeredMerchant(testServer);
  const { organizationId: owner } = ids;
  const other = await testServer.merchant();
  const filled: string[] = [];
  for (const { name } of (await tenantTables()).filter(({ isRead }) => isRead)) {
    const count = (as: string) =>
      testServer.ctx.db.asTenant(as, async (tx) => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n
          from ${sql.table(name)} where organization_id = ${owner}`.execute(tx);
        return rows[0]?.n ?? -1;
      });
    assert.equal(await count(other.organizationId), 0, name);
    if ((await count(owner)) > 0) filled.push(name);
  }
  for (const name of ['merchants', 'files', 'mandates', 'debits', 'payouts', 'postings'])
    assert.ok(filled.includes(name), `${name} is empty: ${filled.join(', ')}`);
});

test('every table with rows of organizations that they reach has row policies that bind its owner too', async () => {
  const unbound = (await tenantTables()).filter(({ isBound }) => !isBound);
  assert.deepEqual(unbound, []);
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
    sql`update approval_requests set state = 'APPROVED' where id = ${id}`,
    sql`update approval_requests set approvals = 1 where id = ${id}`,
    sql`insert into approval_decisions (id, request_id, organization_id, decision, checker_id,
      checker_name, corrections, at) values (gen_random_uuid(), ${id}, ${own}, 'APPROVE', 'me',
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
