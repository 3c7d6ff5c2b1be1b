import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { TestServer } from './test-server.ts';

/** What must hold of the books whatever happened: each statement gives the rows that break it. */
const INVARIANTS: Readonly<Record<string, string>> = {
  'debits and credits of an entry differ': `
    select organization_id, entry_id, sum(amount) from postings
    group by organization_id, entry_id having sum(amount) <> 0`,
  'an entry has no postings': `
    select e.* from journal_entries e where not exists (select from postings p
      where p.organization_id = e.organization_id and p.entry_id = e.id)`,
  'a posting counts to another day than its entry': `
    select p.* from postings p join journal_entries e
      on e.organization_id = p.organization_id and e.id = p.entry_id
    where e.booked_on <> p.booked_on`,
  'debits and credits of everything differ': `
    select sum(amount) from postings having sum(amount) <> 0`,
  'the sums of a closed day are not those of its postings': `
    with sums as (
      select organization_id, account, booked_on as day,
        coalesce(sum(amount) filter (where amount > 0), 0) as debit,
        coalesce(-sum(amount) filter (where amount < 0), 0) as credit
      from postings where booked_on <= (select max(day) from ledger_closed_days)
      group by organization_id, account, booked_on)
    select * from sums full join ledger_days d using (organization_id, account, day)
    where (sums.debit, sums.credit) is distinct from (d.debit, d.credit)`,
  'the movements of closed days are not those of their postings': `
    with sums as (
      select p.organization_id, p.booked_on as day, p.account, e.source_kind, e.purpose,
        sum(p.amount) as amount
      from postings p
      join journal_entries e on e.organization_id = p.organization_id and e.id = p.entry_id
      where p.booked_on <= (select max(day) from ledger_closed_days)
      group by p.organization_id, p.booked_on, p.account, e.source_kind, e.purpose)
    select * from sums full join ledger_flows f
      using (organization_id, day, account, source_kind, purpose)
    where sums.amount is distinct from f.amount`,
  'what is in transit is not what payouts have reserved': `
    with transit as (
      select organization_id, -sum(amount) as amount from postings
      where account = 'IN_TRANSIT' group by organization_id having sum(amount) <> 0),
    reserved as (
      select organization_id, sum(amount) as amount from payouts
      where state in ('PENDING', 'SENT', 'UNKNOWN') group by organization_id)
    select * from transit full join reserved using (organization_id)
    where transit.amount is distinct from reserved.amount`,
  'a state of a payout has no entry, or an entry no state': `
    select * from (
      select t.organization_id, t.entity_id as id,
        case t.to_state when 'PENDING' then 'CREATED' else t.to_state end as purpose
      from transitions t where t.entity = 'payout' and t.to_state not in ('SENT', 'UNKNOWN')) t
    full join (select organization_id, source_id as id, purpose from journal_entries
      where source_kind = 'payout') e using (organization_id, id, purpose)
    where t.id is null or e.id is null`,
  'the balance of a closed day is not that of all postings until then': `
    select d.organization_id, d.account, d.day from ledger_days d
    where d.balance <> (select sum(p.amount) from postings p
      where p.organization_id = d.organization_id and p.account = d.account
        and p.booked_on <= d.day)`,
};

/** Compares the books with what must hold of them; for the end of every test that moves money. */
export async function checkLedger({ ctx }: TestServer): Promise<void> {
  await ctx.db.asPlatform('test', async (tx) => {
    for (const [broken, statement] of Object.entries(INVARIANTS)) {
      const { rows } = await sql.raw(statement).execute(tx);
      assert.deepEqual(rows.slice(0, 5), [], broken);
    }
  });
}
