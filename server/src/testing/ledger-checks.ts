import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { STATE_INVARIANTS } from './checks/state-checks.ts';
import type { TestServer } from './test-server.ts';

/** The journal entries of debits, with one amount for each account. */
const DEBIT_ENTRIES = `entries as (
  select e.organization_id, e.source_id as id, e.purpose,
    coalesce(sum(p.amount) filter (where p.account = 'SETTLEMENT_BANK'), 0) as bank,
    coalesce(-sum(p.amount) filter (where p.account = 'PAYABLE'), 0) as payable,
    coalesce(-sum(p.amount) filter (where p.account = 'CHARGES_INCOME'), 0) as charge,
    coalesce(-sum(p.amount) filter (where p.account = 'DUTY_PAYABLE'), 0) as duty
  from journal_entries e
  join postings p on p.organization_id = e.organization_id and p.entry_id = e.id
  where e.source_kind = 'debit' group by e.organization_id, e.source_id, e.purpose)`;

/** Invariants of the ledger: each statement returns the rows that violate it. */
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
  'what is in suspense is not what entries of the bank have there': `
    select * from (select coalesce(-sum(amount), 0) as amount from postings
      where account = 'SUSPENSE') posted,
      (select coalesce(sum(suspense), 0) as amount from clearing_entries) kept,
      -- Booked manually, and the bank's entry of it is not closed with it yet.
      (select coalesce(-sum(p.amount), 0) as amount from postings p
        join journal_entries e on e.organization_id = p.organization_id and e.id = p.entry_id
        where p.account = 'SUSPENSE' and e.source_kind = 'adjustment'
          and e.source_id not in (select booked_as from clearing_exceptions
            where booked_as is not null)) ahead
    where posted.amount <> kept.amount + ahead.amount`,
  'a state of a payout has no entry, or an entry no state': `
    select * from (
      select t.organization_id, t.entity_id as id,
        case t.to_state when 'PENDING' then 'CREATED' else t.to_state end as purpose
      from transitions t where t.entity = 'payout' and t.to_state not in ('SENT', 'UNKNOWN')) t
    full join (select organization_id, source_id as id, purpose from journal_entries
      where source_kind = 'payout') e using (organization_id, id, purpose)
    where t.id is null or e.id is null`,
  'a payout is not what it lists and what is left before and after it': `
    select p.id from payouts p
    left join (select organization_id, payout_id, sum(net) as net from payout_items group by 1, 2) i
      on i.organization_id = p.organization_id and i.payout_id = p.id
    where p.amount <> p.brought_forward + coalesce(i.net, 0) - p.carried_forward`,
  'a payout does not begin with what the one before has left': `
    select * from (
      select id, number, brought_forward,
        lag(carried_forward, 1, 0) over of_merchant as left_before,
        row_number() over of_merchant as place
      from payouts window of_merchant as (partition by organization_id order by number)) p
    where (brought_forward, number) <> (left_before, place)`,
  'an item of a payout is not what is posted': `
    select i.* from payout_items i
    left join (
      select organization_id, entry_id, -sum(amount) filter (where account = 'PAYABLE') as net,
        coalesce(-sum(amount) filter (where account = 'CHARGES_INCOME'), 0) as charge,
        coalesce(-sum(amount) filter (where account = 'DUTY_PAYABLE'), 0) as duty
      from postings group by 1, 2) p using (organization_id, entry_id)
    where (i.net, i.charge, i.excise_duty) is distinct from (p.net, p.charge, p.duty)`,
  'a payout can not list an entry any more that none lists': `
    select p.organization_id, p.entry_id from postings p
    join journal_entries e on e.organization_id = p.organization_id and e.id = p.entry_id
    where p.account = 'PAYABLE' and not (e.source_kind = 'payout' and e.purpose = 'CREATED')
      and not exists (select from payout_items i
        where i.organization_id = p.organization_id and i.entry_id = p.entry_id)
      and p.booked_on < (select unlisted_from from payouts o
        where o.organization_id = p.organization_id order by number desc limit 1)`,
  'a settled debit is posted with other amounts, or not at all': `
    with ${DEBIT_ENTRIES}
    select c.id from debits c
    left join entries e on e.organization_id = c.organization_id and e.id = c.id
      and e.purpose = 'SETTLED'
    where c.settled_at is not null and (e.bank, e.payable, e.charge, e.duty)
      is distinct from (c.amount, c.net, c.charge, c.excise_duty)`,
  'a returned debit is posted with other amounts, or not at all': `
    with ${DEBIT_ENTRIES}
    select c.id from debits c
    left join entries e on e.organization_id = c.organization_id and e.id = c.id
      and e.purpose = 'RETURNED'
    where c.state = 'RETURNED' and (-e.bank, -e.charge, -e.duty) is distinct from (c.amount,
      case when c.gives_back then c.charge else 0 end,
      case when c.gives_back then c.excise_duty else 0 end)`,
  'a debit is posted that has not come to that': `
    with ${DEBIT_ENTRIES}
    select e.* from entries e
    join debits c on c.organization_id = e.organization_id and c.id = e.id
    where c.settled_at is null or (e.purpose = 'RETURNED' and c.state <> 'RETURNED')`,
  'what a merchant is owed is not what was settled, returned and paid out': `
    with ${DEBIT_ENTRIES},
    -- Money that a test has posted without a debit can not be compared.
    made_up as (select e.organization_id from entries e where not exists (
      select from debits c where c.organization_id = e.organization_id and c.id = e.id)),
    owed as (select organization_id, -sum(amount) as amount from postings
      where account = 'PAYABLE' group by organization_id),
    parts as (
      select organization_id, net as amount from debits where settled_at is not null
      union all
      select organization_id, payable from entries where purpose = 'RETURNED'
      union all
      select organization_id, -amount from payouts
      where state in ('PENDING', 'SENT', 'UNKNOWN', 'PAID')
      union all
      select p.organization_id, -p.amount from postings p
      join journal_entries e on e.organization_id = p.organization_id and e.id = p.entry_id
      where p.account = 'PAYABLE' and e.source_kind in ('adjustment', 'exception'))
    select * from owed
    full join (select organization_id, sum(amount) as amount from parts group by organization_id) p
      using (organization_id)
    where organization_id not in (select organization_id from made_up)
      and coalesce(owed.amount, 0) <> coalesce(p.amount, 0)`,
  'the balance of a closed day is not that of all postings until then': `
    select d.organization_id, d.account, d.day from ledger_days d
    where d.balance <> (select sum(p.amount) from postings p
      where p.organization_id = d.organization_id and p.account = d.account
        and p.booked_on <= d.day)`,
};

/** Returns the violated invariants of ledger and states, each with some of the violating rows. */
export async function ledgerFaults({ ctx }: TestServer): Promise<string[]> {
  const faults: string[] = [];
  await ctx.db.asPlatform('test', async (tx) => {
    for (const [broken, statement] of Object.entries({ ...INVARIANTS, ...STATE_INVARIANTS })) {
      const { rows } = await sql.raw(statement).execute(tx);
      if (rows.length > 0) faults.push(`${broken}: ${JSON.stringify(rows.slice(0, 5))}`);
    }
  });
  return faults;
}

/** Asserts the invariants of ledger and states. Call it at the end of every test that moves money. */
export async function checkLedger(testServer: TestServer): Promise<void> {
  assert.deepEqual(await ledgerFaults(testServer), []);
}
