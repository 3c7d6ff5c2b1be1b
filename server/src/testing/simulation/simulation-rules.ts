import { sql } from 'kysely';
import { ledgerFaults } from '../ledger-checks.ts';
import type { TestServer } from '../test-server.ts';
import type { Truth } from './simulation-misdeeds.ts';

// A failed debit that waits for its retry still counts. A debit that a bank executed after refusing it does
// not: limits can not prevent that.
const CONSUMES = `(c.state in ('PENDING', 'PROCESSING', 'UNKNOWN', 'CLEARED', 'SETTLED')
    or (c.state = 'FAILED' and c.next_action = 'RETRY'))
  and not exists (select from transitions t where t.organization_id = c.organization_id
    and t.entity = 'transaction' and t.entity_id = c.id
    and t.from_state in ('FAILED', 'PENDING') and t.to_state = 'SETTLED')`;

// Checks the limits of an active mandate, and of one that is alone in its series, even after its end. Limits
// of other mandates in a series can be lower than what was debited.
const BINDS = `(m.state = 'ACTIVE' or not exists (select from mandates other
  where other.organization_id = m.organization_id and other.series_id = m.series_id
    and other.id <> m.id))`;

/** What must never happen: each statement returns the rows that break the rule. */
const RULES: Readonly<Record<string, string>> = {
  'two debits for one due key': `
    select organization_id, series_id, due_key from debits
    group by 1, 2, 3 having count(*) > 1`,
  'a debit above the limit per debit': `
    select c.id from debits c join mandates m on m.organization_id = c.organization_id
      and m.id = c.mandate_id
    where c.amount > m.max_per_debit and c.state <> 'REJECTED'`,
  'more than the number or the sum of a mandate allows': `
    select m.id from mandates m join debits c on c.organization_id = m.organization_id
      and c.series_id = m.series_id
    where ${BINDS} and ${CONSUMES}
    group by m.organization_id, m.id, m.max_count, m.max_total
    having count(*) > m.max_count or sum(c.amount) > m.max_total`,
  // By the days on which debits were sent; the first try of a scheduled one counts on its nominal day. A debit
  // that two answers of its bank contradict can be executed although its limit is used.
  'more than a period of a mandate allows': `
    select m.id, p.start from mandates m join debits c on c.organization_id = m.organization_id
      and c.series_id = m.series_id
    join debit_attempts a on a.organization_id = c.organization_id and a.debit_id = c.id
      and a.attempt = c.attempt
    cross join lateral (select date_trunc(lower(m.period), case
      when c.origin = 'SCHEDULE' and not exists (select from transitions t
        where t.organization_id = c.organization_id and t.entity = 'transaction'
          and t.entity_id = c.id and t.from_state = 'FAILED' and t.to_state = 'PENDING')
      then c.due_on else (a.cut_off at time zone 'Africa/Kampala')::date end::timestamp) as start) p
    where ${BINDS} and m.period is not null and ${CONSUMES}
      and c.state not in ('PENDING', 'FAILED')
      and not exists (select from transitions t where t.organization_id = c.organization_id
        and t.entity = 'transaction' and t.entity_id = c.id
        and t.from_state = 'PENDING' and t.to_state = 'UNKNOWN')
    group by m.organization_id, m.id, m.max_per_period, p.start
    having sum(c.amount) > m.max_per_period`,
  'more than a schedule takes in its week or month, or once': `
    select m.id from mandates m join debits c on c.organization_id = m.organization_id
      and c.series_id = m.series_id
    where ${BINDS} and m.schedule ->> 'kind' in ('WEEKLY', 'MONTHLY') and ${CONSUMES}
      and (m.schedule ->> 'kind', m.period) is distinct from ('MONTHLY', 'MONTH')
    group by m.organization_id, m.id, m.max_per_debit, date_trunc(
      case m.schedule ->> 'kind' when 'WEEKLY' then 'week' else 'month' end, c.due_on::timestamp)
    having sum(c.amount) > m.max_per_debit
    union all select c.mandate_id from debits c join mandates m
      on m.organization_id = c.organization_id and m.id = c.mandate_id
    where m.schedule ->> 'kind' = 'ONE_OFF' and ${CONSUMES}
    group by c.organization_id, c.mandate_id having count(*) > 1`,
  // Without debits that waited for a retry when a bank reported the outcome of the attempt before.
  'a debit without notice, or earlier than the notice says': `
    select a.debit_id from debit_attempts a join debits c
      on c.organization_id = a.organization_id and c.id = a.debit_id
    join mandates m on m.organization_id = c.organization_id and m.id = c.mandate_id
    where a.attempt = c.attempt and c.state not in ('PENDING', 'CANCELLED', 'REJECTED')
      and not exists (select from transitions t where t.organization_id = c.organization_id
        and t.entity = 'transaction' and t.entity_id = c.id
        and t.from_state = 'PENDING' and t.to_state in ('UNKNOWN', 'SETTLED', 'FAILED'))
      and (c.notified_at is null or (a.cut_off at time zone 'Africa/Kampala')::date
        < (c.notified_at at time zone 'Africa/Kampala')::date + m.notice_days)`,
  'a debit whose payer was told, without the evidence of the notice': `
    select c.id from debits c where c.notified_at is not null
      and not exists (select from debit_notices n where n.organization_id = c.organization_id
        and n.debit_id = c.id and n.message_id = c.notice_id and n.state = 'SENT'
        and n.sent_at = c.notified_at and n.amount = c.amount)`,
  'a debit was sent after its payer was told that it is not made, without a new notice': `
    select a.debit_id from debit_attempts a join debit_notices w
      on w.organization_id = a.organization_id and w.debit_id = a.debit_id
      and w.kind = 'WITHDRAWN' and w.written_at < a.cut_off
    where not exists (select from debit_notices n where n.organization_id = w.organization_id
      and n.debit_id = w.debit_id and n.kind <> 'WITHDRAWN' and n.state = 'SENT'
      and n.written_at >= w.written_at and n.written_at < a.cut_off)`,
  // A replacement takes over the retries of debits that were submitted under the mandate before.
  'a debit by a mandate that was not active when it was submitted': `
    select a.debit_id from debit_attempts a join debits c
      on c.organization_id = a.organization_id and c.id = a.debit_id
    where not exists (select from mandates m
      join lateral (select t.to_state from transitions t
        where t.organization_id = m.organization_id and t.entity = 'mandate'
          and t.entity_id = m.id and t.at < a.cut_off
        order by t.revision desc limit 1) state on state.to_state = 'ACTIVE'
      where m.organization_id = c.organization_id and m.series_id = c.series_id)`,
  'a new submission before the bank has rejected the one before': `
    select later.debit_id from debit_attempts later join debit_attempts earlier
      on earlier.organization_id = later.organization_id
      and earlier.debit_id = later.debit_id and earlier.attempt = later.attempt - 1
    where coalesce(earlier.outcome, '') not in ('REJECTED', 'WITHDRAWN')`,
  'more submissions than attempts, or fewer': `
    select c.id from debits c left join debit_attempts a
      on a.organization_id = c.organization_id and a.debit_id = c.id
      and a.outcome is distinct from 'WITHDRAWN'
    group by c.organization_id, c.id, c.attempt having count(a.attempt) <> c.attempt`,
  'a debit that waits by a mandate that is not active': `
    select c.id, m.state from debits c join mandates m
      on m.organization_id = c.organization_id and m.id = c.mandate_id
    where c.state = 'PENDING' and m.state <> 'ACTIVE'`,
  // Debits of a file that was refused after a cut-off wait for the next one, even if their day is over.
  'a debit whose payer was told was not sent on its day': `
    select c.id, c.collect_on, c.attempt from debits c
    where c.state = 'PENDING' and c.notified_at is not null
      and exists (select from debit_sessions s where s.session = 'AFTERNOON'
        and s.submitted_at is not null and s.day > c.collect_on
        and s.cut_off > (select max(t.at) from transitions t
          where t.organization_id = c.organization_id and t.entity = 'transaction'
            and t.entity_id = c.id and t.to_state = 'PENDING'))`,
  'an answer routed to nothing, or a submission in no file or in two': `
    select a.instruction_id from debit_attempts a left join clearing_items i
      on i.instruction_id = a.instruction_id and i.file_id = a.file_id
      and i.organization_id = a.organization_id and i.debit_id = a.debit_id
      and i.attempt = a.attempt
    group by a.instruction_id having count(i.instruction_id) <> 1`,
  'an amount that is not charge, duty and net': `
    select id from debits where amount <> charge + excise_duty + net`,
  'what is owed to a merchant differs from what was collected, returned and paid out': `
    with owed as (
      select organization_id, sum(case when state in ('SETTLED', 'RETURNED') then net else 0 end)
        - sum(case when state <> 'RETURNED' then 0 when gives_back then net else amount end) as sum
      from debits group by 1),
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
  'charges and duty of the ledger differ from those of the debits': `
    with taken as (
      select coalesce(sum(charge), 0) as charge, coalesce(sum(excise_duty), 0) as duty
      from debits where state = 'SETTLED' or (state = 'RETURNED' and not gives_back)),
    booked as (
      select coalesce(-sum(amount) filter (where account = 'CHARGES_INCOME'), 0) as charge,
        coalesce(-sum(amount) filter (where account = 'DUTY_PAYABLE'), 0) as duty from postings)
    select * from taken, booked where (taken.charge, taken.duty) <> (booked.charge, booked.duty)`,
  'a statement differs from the ledger, or an exception says so of one that agrees': `
    select s.day, s.difference, x.id from ledger_statements s
    left join clearing_exceptions x on x.kind = 'BALANCE' and x.state = 'OPEN'
      and x.reference = s.day::text
    where not exists (select from clearing_files
        where channel = 'settlement-bank' and state = 'RECEIVED')
      and (s.difference <> 0 or x.id is not null)`,
  'money in suspense that no exception is open or kept for': `
    select e.entry_id, e.suspense from clearing_entries e where e.suspense <> 0
      and not exists (select from clearing_exceptions x where x.kind = 'UNMATCHED'
        and x.reference = e.entry_id and (x.state = 'OPEN' or x.outcome = 'KEPT_IN_SUSPENSE'))`,
  'an exception about money is open or kept, and nothing is in suspense': `
    select e.entry_id, x.state, x.outcome from clearing_exceptions x
    join clearing_entries e on e.entry_id = x.reference
    where x.kind = 'UNMATCHED' and e.suspense = 0
      and (x.state = 'OPEN' or x.outcome = 'KEPT_IN_SUSPENSE')`,
  'an entry of the bank is not what it is for and what is left of it in suspense': `
    with named as (
      select e.entry_id, coalesce(sum(i.amount), 0) as amount from clearing_entries e
      left join clearing_items i on e.entry_id in (i.settled_by, i.returned_by)
      group by e.entry_id)
    select e.entry_id, e.amount, e.suspense, named.amount as named
    from clearing_entries e join named using (entry_id)
    where abs(e.amount) <> named.amount + abs(e.suspense)
      and not exists (select from clearing_exceptions x where x.kind = 'UNMATCHED'
        and x.reference = e.entry_id and x.outcome not in ('MATCHED', 'KEPT_IN_SUSPENSE'))`,
  'a debit has settled and come back, and is not returned': `
    select c.id, c.state from clearing_items i join debits c
      on c.organization_id = i.organization_id and c.id = i.debit_id
    where i.returned and i.settled_by is not null and i.attempt = c.attempt
      and c.state <> 'RETURNED'`,
  'an account number in clear': `
    select 'transitions' as where from transitions where reason like '%903000555566%'
    union all select 'audit' from audit where changes::text like '%903000555566%'
    union all select 'messages' from messages where body like '%903000555566%'
    union all select 'events' from domain_events where payload::text like '%903000555566%'
    union all select 'files' from clearing_files where encrypted_content like '%903000555566%'`,
};

/** Rules about what banks have really done, whatever they report: see {@link Truth}. */
const RULES_OF_TRUTH: Readonly<Record<string, string>> = {
  'a payer is debited twice for one debit, and no bank has denied it': `
    select i.debit_id, jsonb_agg(i.attempt) as attempts
    from executed e join clearing_items i on i.instruction_id = e.debit where not e.denied
    group by i.debit_id having count(*) > 1`,
  'money of a debit has come, and it is neither settled nor with a person': `
    select i.debit_id, i.attempt, i.status, b.entry_id
    from executed e join clearing_items i on i.instruction_id = e.debit
    join clearing_entries b on b.entry_id = e.entry
    where i.settled_by is distinct from b.entry_id and not exists (
      select from clearing_exceptions x where x.kind = 'UNMATCHED' and x.reference = b.entry_id)`,
  'a debit goes out again after a bank has accepted it': `
    select later.debit_id, later.attempt
    from executed e join debit_attempts earlier on earlier.instruction_id = e.debit
    join debit_attempts later on later.organization_id = earlier.organization_id
      and later.debit_id = earlier.debit_id and later.attempt > earlier.attempt
    join clearing_files f on f.direction = 'IN' and f.message_id = e.accepted
    join transitions t on t.entity = 'clearing-file' and t.entity_id = f.id
      and t.to_state = 'PROCESSED' and t.at < later.cut_off`,
};

const HONEST: Truth = { executed: new Map(), denied: new Set(), acceptedBy: new Map() };

const executedOf = ({ executed, denied, acceptedBy }: Truth) =>
  [...executed].map(([debit, entry]) => ({
    debit,
    entry,
    denied: denied.has(debit),
    accepted: acceptedBy.get(debit),
  }));

export async function brokenRules(testServer: TestServer, truth = HONEST): Promise<string[]> {
  const broken = await ledgerFaults(testServer);
  const { ctx } = testServer;
  const executed = sql`with executed as (select * from jsonb_to_recordset(
    ${JSON.stringify(executedOf(truth))}::jsonb)
    as e (debit uuid, entry text, denied boolean, accepted text)) `;
  await ctx.db.asPlatform('the rules of the simulation', async (tx) => {
    const check = async (rules: typeof RULES, given = sql``) => {
      for (const [rule, statement] of Object.entries(rules)) {
        const { rows } = await sql`${given}${sql.raw(statement)}`.execute(tx);
        if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`);
      }
    };
    await check(RULES);
    await check(RULES_OF_TRUTH, executed);
  });
  return broken;
}
