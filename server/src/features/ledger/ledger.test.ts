import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { checkLedger } from '#testing/ledger-checks.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import {
  balancesOf,
  type LedgerEntry,
  payableOf,
  postEntries,
  settledAfter,
} from './ledger-store.ts';

let testServer: TestServer;
let operator: TestPerson;
let owner: pg.Client;

before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
  owner = new pg.Client({ connectionString: testServer.connectionString });
  await owner.connect();
});
after(async () => {
  await checkLedger(testServer);
  await owner.end();
  await testServer.close();
});

const id = () => testServer.ctx.ids.uuid(testServer.clock.now());

/** A debit of 100,000 that was settled. */
function settled(organizationId: string, sourceId = id()): LedgerEntry {
  return {
    organizationId,
    sourceId,
    lines: [
      { account: 'SETTLEMENT_BANK', amount: 100_000 },
      { account: 'PAYABLE', amount: -98_850 },
      { account: 'CHARGES_INCOME', amount: -1000n },
      { account: 'DUTY_PAYABLE', amount: -150 },
    ],
  };
}

async function post(entries: readonly LedgerEntry[], purpose = 'SETTLED') {
  const at = await businessNow(operator);
  await testServer.ctx.db.asPlatform('test', (tx) =>
    postEntries(tx, { sourceKind: 'debit', purpose, at }, entries),
  );
}

const payable = (organizationId: string) =>
  testServer.ctx.db.asPlatform('test', (tx) => payableOf(tx, organizationId));

test('what was settled is owed to the merchant, and what came back is not', async () => {
  const { organizationId } = await testServer.merchant();
  const first = settled(organizationId);
  await post([first, settled(organizationId)]);
  assert.equal(await payable(organizationId), 197_700);
  const returned = {
    organizationId,
    sourceId: first.sourceId,
    lines: [
      { account: 'PAYABLE', amount: 100_000 },
      { account: 'CHARGES_INCOME', amount: 0 },
      { account: 'SETTLEMENT_BANK', amount: -100_000 },
    ],
  } satisfies LedgerEntry;
  await post([returned], 'RETURNED');
  assert.equal(await payable(organizationId), 97_700);
  const { rows } = await owner.query(`select account from postings where amount = 0`);
  assert.deepEqual(rows, []);
});

test('the same event of a source is posted once, whoever is faster', async () => {
  const { organizationId } = await testServer.merchant();
  const entry = settled(organizationId);
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => post([entry])));
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
  await assert.rejects(post([settled(organizationId), entry]), /journal_entries_once/);
  const twice = settled(organizationId);
  await assert.rejects(post([twice, twice]), /duplicate key/);
  assert.equal(await payable(organizationId), 98_850);
});

test('an entry that does not add up is refused with all that is posted beside it', async () => {
  const { organizationId } = await testServer.merchant();
  const short = settled(organizationId);
  const wrong = { ...short, lines: short.lines.slice(0, 3) };
  await assert.rejects(post([settled(organizationId), wrong]), /debits and credits/);
  // Two wrong entries whose errors cancel out are refused too.
  const off = (account: 'SUSPENSE' | 'PAYABLE', amount: number) => ({
    organizationId,
    sourceId: id(),
    lines: [{ account, amount }],
  });
  await assert.rejects(post([off('SUSPENSE', 5), off('PAYABLE', -5)]), /debits and credits/);
  assert.equal(await payable(organizationId), 0);
});

test('nobody changes or deletes what is posted, the owner of the tables neither', async () => {
  const { organizationId } = await testServer.merchant();
  await post([settled(organizationId)]);
  const statements = ['journal_entries', 'postings', 'ledger_days', 'ledger_closed_days'].flatMap(
    (table) => [
      `delete from ${table}`,
      `update ${table} set ${table === 'ledger_closed_days' ? 'day = day' : 'organization_id = organization_id'}`,
    ],
  );
  for (const statement of [...statements, 'truncate postings', 'truncate journal_entries cascade'])
    await assert.rejects(owner.query(statement), /only added to/, statement);
  const { db } = testServer.ctx;
  for (const statement of statements)
    await assert.rejects(
      db.asPlatform('test', (tx) => sql.raw(statement).execute(tx)),
      /permission denied/,
      statement,
    );
  const insert = sql`insert into postings (organization_id, entry_id, account, booked_on, amount)
    values (${organizationId}, 1, 'PAYABLE', '2026-01-01', 1)`;
  await assert.rejects(
    db.asTenant(organizationId, (tx) => insert.execute(tx)),
    /permission denied/,
  );
});

test('a merchant sees what it is owed, and nothing of the platform or of others', async () => {
  const { organizationId } = await testServer.merchant();
  const other = await testServer.merchant();
  await post([settled(organizationId)]);
  const { db } = testServer.ctx;
  const seenBy = (reader: string) =>
    db.asTenant(reader, async (tx) => {
      const { rows } = await sql<{
        account: string;
      }>`select distinct account from postings`.execute(tx);
      return {
        accounts: rows.map(({ account }) => account),
        payable: await payableOf(tx, organizationId),
      };
    });
  assert.deepEqual(await seenBy(organizationId), { accounts: ['PAYABLE'], payable: 98_850 });
  assert.deepEqual(await seenBy(other.organizationId), { accounts: [], payable: 0 });
});

const moved = (to: 'TOMORROW' | 'WEEK') => moveClock(operator, to);

const checks = async () =>
  (await owner.query(`select day::text, difference from ledger_checks order by day`)).rows;

test('days are closed at night, and balances stay what they were', async () => {
  const { organizationId } = await testServer.merchant();
  await post([settled(organizationId), settled(organizationId)]);
  const day = isoDay(await businessNow(operator));
  await moved('TOMORROW');
  const { rows } = await owner.query(
    `select day::text, debit, credit, balance from ledger_days
    where organization_id = $1 and account = 'PAYABLE'`,
    [organizationId],
  );
  assert.deepEqual(rows, [{ day, debit: '0', credit: '197700', balance: '-197700' }]);
  assert.equal(await payable(organizationId), 197_700);
  await post([settled(organizationId)]);
  assert.equal(await payable(organizationId), 296_550);
  await moved('WEEK');
  assert.equal(await payable(organizationId), 296_550);
  const checked = await checks();
  assert.ok(checked.length >= 7, 'a day without entries is closed too');
  assert.ok(checked.every(({ difference }) => difference === null));
  await checkLedger(testServer);
});

test('what happened at the end of a day that is closed counts to the next one', async () => {
  const { organizationId } = await testServer.merchant();
  const now = await businessNow(operator);
  const late = new Date(now.getTime() - 30 * 86_400_000);
  await testServer.ctx.db.asPlatform('test', async (tx) => {
    const kind = { sourceKind: 'debit', purpose: 'SETTLED', at: late } as const;
    await postEntries(tx, kind, [settled(organizationId)]);
    const settledSince = async (days: number) =>
      (await settledAfter(tx, [organizationId], addDays(isoDay(now), -days))).get(organizationId);
    assert.equal(await settledSince(31), 98_850);
    assert.equal(await settledSince(30), undefined);
    const transit = await balancesOf(tx, 'IN_TRANSIT', [organizationId]);
    assert.equal(transit.get(organizationId), 0);
  });
  await moved('TOMORROW');
  assert.equal(await payable(organizationId), 98_850);
});

test('an entry that somebody changes behind the back of the database is found the next night', async () => {
  const { organizationId } = await testServer.merchant();
  await post([settled(organizationId)]);
  const day = isoDay(await businessNow(operator));
  await moved('TOMORROW');
  await owner.query(`begin`);
  await owner.query(`set local session_replication_role = replica`);
  await owner.query(`update postings set amount = amount * 2 where organization_id = $1`, [
    organizationId,
  ]);
  await owner.query(`commit`);
  await moved('TOMORROW');
  const wrong = (await checks()).filter(({ difference }) => difference !== null);
  assert.deepEqual(
    wrong.map((one) => one.day),
    [day],
  );
  assert.match(wrong[0].difference, /entries are not those.*sums are not those/);
  await owner.query(`begin`);
  await owner.query(`set local session_replication_role = replica`);
  await owner.query(`update postings set amount = amount / 2 where organization_id = $1`, [
    organizationId,
  ]);
  await owner.query(`commit`);
  await moved('TOMORROW');
  assert.ok((await checks()).every(({ difference }) => difference === null));
});

test('ten thousand settled debits are posted in a moment', async () => {
  const { organizationId } = await testServer.merchant();
  const entries = Array.from({ length: 10_000 }, () => settled(organizationId));
  const from = performance.now();
  await post(entries);
  const took = performance.now() - from;
  assert.equal(await payable(organizationId), 988_500_000);
  // Seconds, also beside other tests; a statement for each posting takes minutes.
  assert.ok(took < 60_000, `${Math.round(took)} ms`);
});
