import { sql } from 'kysely';
import { ledgerFaults } from '../ledger-checks.ts';
import type { TestServer } from '../test-server.ts';

// A failed debit that waits for its next try still counts.
const CONSUMES = `(c.state in ('PENDING', 'PROCESSING', 'UNKNOWN', 'CLEARED', 'SETTLED')
  or (c.state = 'FAILED' and c.wake_for = 'RETRY'))`;

/** What must never happen: each statement gives the rows that break the rule. */
const RULES: Readonly<Record<string, string>> = {
  'two collections for one due key': `
    select organization_id, series_id, due_key from collections
    group by 1, 2, 3 having count(*) > 1`,
  'a debit above the limit per debit': `
    select c.id from collections c join mandates m on m.organization_id = c.organization_id
      and m.id = c.mandate_id
    where c.amount > m.max_per_debit and c.state <> 'REJECTED'`,
  'more than the number or the sum of a mandate allows': `
    select m.id from mandates m join collections c on c.organization_id = m.organization_id
      and c.series_id = m.series_id
    where m.state = 'ACTIVE' and ${CONSUMES}
    group by m.organization_id, m.id, m.max_count, m.max_total
    having count(*) > m.max_count or sum(c.amount) > m.max_total`,
  'more than a period of a mandate allows': `
    select m.id from mandates m join collections c on c.organization_id = m.organization_id
      and c.series_id = m.series_id
    where m.state = 'ACTIVE' and m.period is not null and ${CONSUMES}
    group by m.organization_id, m.id, m.max_per_period,
      date_trunc(lower(m.period), c.collect_on::timestamp)
    having sum(c.amount) > m.max_per_period`,
  'more than a schedule takes in its week or month, or once': `
    select m.id from mandates m join collections c on c.organization_id = m.organization_id
      and c.series_id = m.series_id
    where m.state = 'ACTIVE' and m.schedule ->> 'kind' in ('WEEKLY', 'MONTHLY') and ${CONSUMES}
      and (m.schedule ->> 'kind', m.period) is distinct from ('MONTHLY', 'MONTH')
    group by m.organization_id, m.id, m.max_per_debit, date_trunc(
      case m.schedule ->> 'kind' when 'WEEKLY' then 'week' else 'month' end, c.due_on::timestamp)
    having sum(c.amount) > m.max_per_debit
    union all select c.mandate_id from collections c join mandates m
      on m.organization_id = c.organization_id and m.id = c.mandate_id
    where m.schedule ->> 'kind' = 'ONE_OFF' and ${CONSUMES}
    group by c.organization_id, c.mandate_id having count(*) > 1`,
  'a debit without notice, or earlier than the notice says': `
    select a.collection_id from collection_attempts a join collections c
      on c.organization_id = a.organization_id and c.id = a.collection_id
    join mandates m on m.organization_id = c.organization_id and m.id = c.mandate_id
    where a.attempt = c.attempt and c.state not in ('PENDING', 'CANCELLED', 'REJECTED')
      and (c.told_at is null or (a.cut_off at time zone 'Africa/Kampala')::date
        < (c.told_at at time zone 'Africa/Kampala')::date + m.notice_days)`,
  'a debit by a mandate that was not active when it was sealed': `
    select a.collection_id from collection_attempts a join collections c
      on c.organization_id = a.organization_id and c.id = a.collection_id
    join lateral (select t.to_state from transitions t
      where t.organization_id = c.organization_id and t.entity = 'mandate'
        and t.entity_id = c.mandate_id and t.at < a.cut_off
      order by t.revision desc limit 1) state on true
    where state.to_state <> 'ACTIVE'`,
  'a new submission before the bank has rejected the one before': `
    select later.collection_id from collection_attempts later join collection_attempts earlier
      on earlier.organization_id = later.organization_id
      and earlier.collection_id = later.collection_id and earlier.attempt = later.attempt - 1
    where earlier.outcome is distinct from 'REJECTED'`,
  'more submissions than attempts, or fewer': `
    select c.id from collections c left join collection_attempts a
      on a.organization_id = c.organization_id and a.collection_id = c.id
    group by c.organization_id, c.id, c.attempt having count(a.attempt) <> c.attempt`,
  'a state without its transition': `
    select c.id, c.state from collections c join lateral (
      select t.to_state, t.revision from transitions t where t.organization_id = c.organization_id
        and t.entity = 'transaction' and t.entity_id = c.id order by t.revision desc limit 1) last
      on true
    where last.to_state <> c.state or last.revision <> c.revision`,
  'an answer routed to nothing, or a submission in no file or in two': `
    select a.instruction_id from collection_attempts a left join clearing_items i
      on i.instruction_id = a.instruction_id and i.file_id = a.file_id
      and i.organization_id = a.organization_id and i.collection_id = a.collection_id
      and i.attempt = a.attempt
    group by a.instruction_id having count(i.instruction_id) <> 1`,
  'an amount that is not charge, duty and net': `
    select id from collections where amount <> charge + excise_duty + net`,
  'what is owed to a merchant differs from what was collected, returned and paid out': `
    with owed as (
      select organization_id, sum(case when state in ('SETTLED', 'RETURNED') then net else 0 end)
        - sum(case when state <> 'RETURNED' then 0 when gives_back then net else amount end) as sum
      from collections group by 1),
    paid as (
      select organization_id, sum(amount) as sum from payouts
      where state in ('PENDING', 'SENT', 'UNKNOWN', 'PAID') group by 1),
    booked as (
      select organization_id, -sum(p.amount) as sum from postings p
      where account = 'PAYABLE' group by 1)
    select organization_id, owed.sum, paid.sum, booked.sum
    from owed full join paid using (organization_id) full join booked using (organization_id)
    where coalesce(owed.sum, 0) - coalesce(paid.sum, 0) <> coalesce(booked.sum, 0)`,
  'what is in transit differs from the payouts on their way': `
    with sent as (
      select organization_id, sum(amount) as sum from payouts
      where state in ('PENDING', 'SENT', 'UNKNOWN') group by 1),
    booked as (
      select organization_id, -sum(p.amount) as sum from postings p
      where account = 'IN_TRANSIT' group by 1)
    select * from sent full join booked using (organization_id)
    where coalesce(sent.sum, 0) <> coalesce(booked.sum, 0)`,
  'charges and duty of the ledger differ from those of the collections': `
    with taken as (
      select coalesce(sum(charge), 0) as charge, coalesce(sum(excise_duty), 0) as duty
      from collections where state = 'SETTLED' or (state = 'RETURNED' and not gives_back)),
    booked as (
      select coalesce(-sum(amount) filter (where account = 'CHARGES_INCOME'), 0) as charge,
        coalesce(-sum(amount) filter (where account = 'DUTY_PAYABLE'), 0) as duty from postings)
    select * from taken, booked where (taken.charge, taken.duty) <> (booked.charge, booked.duty)`,
  'a file with other bytes under the same id': `
    select message_id from clearing_files where direction = 'OUT' and message_id is not null
    group by message_id having count(distinct sha256) > 1`,
  'an account number in clear': `
    select 'transitions' as where from transitions where reason like '%903000555566%'
    union all select 'audit' from audit where changes::text like '%903000555566%'
    union all select 'messages' from messages where body like '%903000555566%'
    union all select 'events' from domain_events where payload::text like '%903000555566%'
    union all select 'files' from clearing_files where content_sealed like '%903000555566%'`,
};

/** The rules that are broken, each with some of the rows that break it. */
export async function brokenRules(testServer: TestServer): Promise<string[]> {
  const { ctx } = testServer;
  const broken = await ledgerFaults(testServer);
  await ctx.db.asPlatform('the rules of the simulation', async (tx) => {
    for (const [rule, statement] of Object.entries(RULES)) {
      const { rows } = await sql.raw(statement).execute(tx);
      if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`);
    }
  });
  return broken;
}
