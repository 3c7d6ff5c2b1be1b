import { sql } from 'kysely';
import type { PlatformTx } from '#platform/database/database.ts';
import { allowTime, POSTING_LOCK } from './ledger-store.ts';

/** The newest day that is summed, and the first one with postings; null where there is none. */
export async function readSpan(
  tx: PlatformTx,
): Promise<{ summed: string | null; first: string | null }> {
  const { rows } = await sql<{ summed: string | null; first: string | null }>`
    select (select max(day)::text from ledger_closed_days) as summed,
      (select min(booked_on)::text from postings) as first`.execute(tx);
  return rows[0] ?? { summed: null, first: null };
}

/** Ends a day: what is posted from now on counts to a later one. Waits for transactions that post. */
export async function endDay(tx: PlatformTx, day: string): Promise<void> {
  // New postings queue behind this lock request, so it must not wait long.
  await sql`select set_config('lock_timeout', '1s', true)`.execute(tx);
  await sql`select pg_advisory_xact_lock(${sql.lit(POSTING_LOCK)})`.execute(tx);
  await sql`update ledger_state set open_from = ${day}::date + 1
    where open_from <= ${day}::date`.execute(tx);
}

/** Debits and credits of a day, by organization and account. */
const sumsOf = (day: string) => sql`
  select organization_id, account, coalesce(sum(amount) filter (where amount > 0), 0) as debit,
    coalesce(-sum(amount) filter (where amount < 0), 0) as credit
  from postings where booked_on = ${day}::date group by organization_id, account`;

/** The movements of a day by organization, account, kind of source and purpose. */
const flowsOf = (day: string) => sql`
  select p.organization_id, p.booked_on as day, p.account, e.source_kind, e.purpose,
    sum(p.amount) as amount
  from postings p
  join journal_entries e on e.organization_id = p.organization_id and e.id = p.entry_id
  where p.booked_on = ${day}::date
  group by p.organization_id, p.booked_on, p.account, e.source_kind, e.purpose`;

/** How many entries a day has, and their SHA-256: of each organization's lines, and of those together. */
const contentOf = (day: string) => sql`
  select coalesce(sum(entries), 0)::integer as entries,
    encode(sha256(coalesce(string_agg(hash, ''::bytea order by organization_id), ''::bytea)), 'hex')
      as content
  from (
    select p.organization_id, count(distinct p.entry_id) as entries,
      sha256(convert_to(string_agg(concat_ws('|', p.organization_id, p.entry_id, e.source_kind,
        e.source_id, e.purpose, extract(epoch from e.at), p.account, p.amount), E'\n'
        order by p.entry_id, p.account collate "C"), 'UTF8')) as hash
    from postings p
    left join journal_entries e on e.organization_id = p.organization_id and e.id = p.entry_id
    where p.booked_on = ${day}::date
    group by p.organization_id) of_organization`;

const digestOf = (content: string, before: string) =>
  sql.raw(`encode(sha256(convert_to(${content} || coalesce(${before}, ''), 'UTF8')), 'hex')`);

/** Sums a day that has ended, and adds its digest to the chain. Idempotent, also on two servers. */
export async function sumDay(tx: PlatformTx, day: string, at: Date): Promise<void> {
  await allowTime(tx);
  const { numAffectedRows } = await sql`
    insert into ledger_closed_days (day, entries, content, digest, closed_at)
    select ${day}::date, d.entries, d.content, ${digestOf('d.content', 'b.digest')}, ${at}
    from (${contentOf(day)}) d
    left join (select digest from ledger_closed_days where day < ${day}::date
      order by day desc limit 1) b on true
    on conflict do nothing`.execute(tx);
  if (numAffectedRows !== 1n) return;
  await sql`
    insert into ledger_days (organization_id, account, day, debit, credit, balance)
    select s.organization_id, s.account, ${day}::date, s.debit, s.credit,
      coalesce(b.balance, 0) + s.debit - s.credit
    from (${sumsOf(day)}) s
    left join lateral (select balance from ledger_days d
      where d.organization_id = s.organization_id and d.account = s.account and d.day < ${day}::date
      order by d.day desc limit 1) b on true`.execute(tx);
  await sql`
    insert into ledger_flows (organization_id, day, account, source_kind, purpose, amount)
    ${flowsOf(day)}`.execute(tx);
  await sql`
    insert into ledger_totals (account, day, source_kind, purpose, amount)
    select account, day, source_kind, purpose, sum(amount) from ledger_flows
    where day = ${day}::date group by account, day, source_kind, purpose`.execute(tx);
}

/** The days that were not compared for the longest time, never compared ones first. */
export async function readUnchecked(tx: PlatformTx, max: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select d.day::text as day from ledger_closed_days d left join ledger_checks c using (day)
    order by c.checked_at nulls first, d.day limit ${max}`.execute(tx);
  return rows.map(({ day }) => day);
}

/** Compares a summed day with its entries and stores the result. Returns what differs, or null. */
export async function checkDay(tx: PlatformTx, day: string, at: Date): Promise<string | null> {
  const { rows } = await sql<{ difference: string | null }>`
    with stored as (select * from ledger_closed_days where day = ${day}::date),
    found as (${contentOf(day)}),
    sums as (${sumsOf(day)}),
    kept as (select * from ledger_days where day = ${day}::date)
    insert into ledger_checks (day, checked_at, difference)
    select ${day}::date, ${at}, nullif(concat_ws(' ',
      case when stored.entries <> found.entries
        then format('It has %s entries and was closed with %s.', found.entries, stored.entries) end,
      case when stored.content <> found.content then 'Its entries are not those it was closed with.' end,
      case when stored.digest <> ${digestOf(
        'stored.content',
        '(select b.digest from ledger_closed_days b where b.day < stored.day order by b.day desc limit 1)',
      )} then 'Its digest does not follow from the day before.' end,
      case when exists (
        select from sums full join kept using (organization_id, account)
        where (sums.debit, sums.credit) is distinct from (kept.debit, kept.credit)
          or kept.balance is distinct from kept.debit - kept.credit + coalesce((
            select b.balance from ledger_days b where b.organization_id = kept.organization_id
              and b.account = kept.account and b.day < kept.day order by b.day desc limit 1), 0))
        then 'Its sums are not those of its postings.' end,
      case when exists (
        select from (${flowsOf(day)}) f
        full join (select * from ledger_flows where day = ${day}::date) k
          using (organization_id, account, source_kind, purpose)
        where f.amount is distinct from k.amount)
        then 'Its movements are not those of its postings.' end,
      case when exists (
        select from (select account, source_kind, purpose, sum(amount) as amount from ledger_flows
          where day = ${day}::date group by account, source_kind, purpose) f
        full join (select * from ledger_totals where day = ${day}::date) t
          using (account, source_kind, purpose)
        where f.amount is distinct from t.amount)
        then 'Its totals are not those of its movements.' end), '')
    from stored, found
    on conflict (day) do update set checked_at = excluded.checked_at, difference = excluded.difference
    returning difference`.execute(tx);
  return rows[0]?.difference ?? null;
}
