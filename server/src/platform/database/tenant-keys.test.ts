import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type TestServer, openTestServer } from '#testing/test-server.ts';

/**
 * Tables that all tenants share or that belong to the platform: in a distributed database they are
 * replicated to every machine, or are on one. All other tables belong to a tenant.
 */
const PLATFORM_TABLES: Readonly<Record<string, string>> = {
  organizations: 'the tenants themselves',
  accounts: 'found by email, before an organization is known',
  sessions: 'those of accounts',
  sign_in_guards: 'failures by keyed hash, before anybody is known',
  verifications: 'before there is an account',
  reset_links: 'found by a token, before an organization is known',
  provider_state: 'what the identity provider remembers',
  provider_keys: 'keys of the identity provider',
  banks: 'reference data',
  settings: 'reference data',
  business_clock: "reference data: the clock's one row",
  calendar_overrides: 'reference data',
  clearing_sessions: 'reference data',
  channel_profiles: 'reference data',
  debit_sessions: 'two rows a business day',
  currencies: 'reference data',
  payment_categories: 'reference data',
  price_plans: 'reference data: a few plans, most of them for all merchants',
  dated_rates: 'reference data',
  ledger_accounts: 'reference data: the accounts by name',
  ledger_totals: 'sums across organizations: a few rows a day',
  ledger_state: "the ledger's one row",
  ledger_closed_days: 'a row a day',
  ledger_checks: 'a row a day',
  ledger_statements: 'a row a day',
  summary_state: 'one row: up to when everything is told',
  clearing_files: 'messages with banks, found by their ids, before an organization is known',
  clearing_exceptions: 'those of messages with banks',
  submission_sessions: 'two rows a day',
  clearing_items: 'leads answers to their tenant, found by an id of the wire',
  clearing_entries: 'what was booked on the pooled account, before an organization is known',
  consent_links: 'found by a token, before an organization is known',
  payer_links: 'found by a token, before anybody is known',
  payer_sessions: 'found by a token; a payer has mandates of many organizations',
  approval_policies: 'reference data: a few workflows',
  transition_entities: 'reference data: the state machines',
  audit: 'rows of no organization are in it as well; nothing refers to it',
  idempotency: 'the scope names the organization; rows live for 7 days',
  limits: 'counters of addresses and people, for minutes',
  domain_events: 'an outbox: rows live until they are handed over',
  messages: 'an outbox: rows live until they are sent',
  migrations: 'what was applied',
};

/** A primary key or unique index, by its columns. */
interface UniqueKey {
  table: string;
  name: string;
  columns: string[];
}

/** A foreign key: its columns and the referenced columns, in the same order. */
interface ForeignKey extends UniqueKey {
  target: string;
  targetColumns: string[];
}

let testServer: TestServer;
let tables: string[];
let uniqueKeys: UniqueKey[];
let foreignKeys: ForeignKey[];

const namesOf = (table: string, numbers: string) =>
  sql`array(select a.attname::text
    from unnest(${sql.raw(numbers)}::smallint[]) with ordinality n (number, place)
    join pg_attribute a on a.attrelid = ${sql.raw(table)} and a.attnum = n.number order by place)`;

before(async () => {
  testServer = await openTestServer();
  await testServer.ctx.db.asPlatform('test', async (tx) => {
    const known = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(tx);
    tables = known.rows.map(({ name }) => name);
    const unique = await sql<UniqueKey>`
      select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as name,
        ${namesOf('i.indrelid', 'i.indkey')} as columns
      from pg_index i join pg_class t on t.oid = i.indrelid
      where t.relnamespace = 'public'::regnamespace and i.indisunique`.execute(tx);
    uniqueKeys = unique.rows;
    const foreign = await sql<ForeignKey>`
      select conrelid::regclass::text as "table", conname as name,
        confrelid::regclass::text as target,
        ${namesOf('conrelid', 'conkey')} as columns,
        ${namesOf('confrelid', 'confkey')} as "targetColumns"
      from pg_constraint
      where connamespace = 'public'::regnamespace and contype = 'f'`.execute(tx);
    foreignKeys = foreign.rows;
  });
});
after(() => testServer.close());

const isPlatform = (table: string) => table in PLATFORM_TABLES;
const isTenant = (table: string) => !isPlatform(table);

test('keys of tenant tables begin with the tenant', () => {
  const wrong = uniqueKeys.filter(
    ({ table, columns }) => isTenant(table) && columns[0] !== 'organization_id',
  );
  assert.deepEqual(wrong, []);
  const keyless = tables.filter(
    (table) => isTenant(table) && !uniqueKeys.some((key) => key.table === table),
  );
  assert.deepEqual(keyless, [], 'a table without a key');
});

test('foreign keys of tenant tables stay within the tenant', () => {
  const wrong = foreignKeys.filter(({ table, target, columns, targetColumns }) => {
    if (!isTenant(table) || isPlatform(target)) return false;
    return targetColumns[columns.indexOf('organization_id')] !== 'organization_id';
  });
  assert.deepEqual(wrong, []);
});

test('what all tenants share refers to no tenant’s table', () => {
  const wrong = foreignKeys.filter(({ table, target }) => isPlatform(table) && !isPlatform(target));
  assert.deepEqual(wrong, []);
  const gone = Object.keys(PLATFORM_TABLES).filter((table) => !tables.includes(table));
  assert.deepEqual(gone, [], 'listed, and not there');
});
