import type pg from 'pg';

/**
 * States of the debits; most are settled. 101 and the 100 days have no common factor, so every day has
 * every state.
 */
const STATE = `case when n % 101 < 91 then 'SETTLED' when n % 101 < 98 then 'FAILED'
  when n % 101 < 100 then 'RETURNED' else 'CANCELLED' end`;

/** A reference: hexadecimal digits, mapped to the characters that references use. */
const REFERENCE = `'TGD' || translate(lpad(to_hex(n * 2654435761 % 1099511627776), 10, '0'),
  '0123456789abcdef', '23456789ABCDEFGH')`;

/** Debits $2 + 1 to $3 of each mandate of an organization, one every three days back from yesterday. */
const DEBITS = `
  insert into debits (id, organization_id, reference, mandate_id, series_id, customer_id,
    product_id, bank_id, due_on, collect_on, due_key, amount, currency, charge, excise_duty, net,
    origin, state, revision, failure_reason, scheme_code, attempt, retries_left, notified_at, settled_at,
    created_at, updated_at)
  select uuidv7((day - current_date) * interval '1 day'), $1, ${REFERENCE}, mandate_id, series_id,
    customer_id, product_id, bank_id, day, day, 'S:' || day, 1150 + amount, 'UGX', 1000, 150, amount,
    'SCHEDULE', state, 4,
    case when state in ('FAILED', 'RETURNED') then 'INSUFFICIENT_FUNDS' end,
    case when state in ('FAILED', 'RETURNED') then 'AM04' end,
    1, 0, day, case when state in ('SETTLED', 'RETURNED') then day + interval '20 hours' end, day, day
  from (select m.*, m.id as mandate_id, n, ${STATE} as state, 50000 + n % 200000 as amount,
      current_date - 1 - 3 * ((n - 1) % 100)::integer as day
    from (select id, series_id, customer_id, product_id, bank_id,
        row_number() over (order by id) - 1 as place
      from mandates where organization_id = $1) m
    cross join lateral generate_series(m.place * 100 + $2 + 1, m.place * 100 + $3) n) due
  order by day`;

/** What the trigger of `attach_counts` would have counted. */
const COUNTS = `
  insert into state_counts (organization_id, entity, state, delta)
  select organization_id, 'debits', state, count(*) from debits
  where organization_id = $1 group by organization_id, state`;

/** Entries of settled debits, spread over the last 364 days and these organizations. */
const ENTRIES = `
  insert into journal_entries (organization_id, source_kind, source_id, purpose, at, booked_on)
  select ($1::uuid[])[1 + n % cardinality($1::uuid[])], 'debit', uuidv7(), 'SETTLED', day, day
  from (select n, current_date - 1 - (n % 364)::integer as day
    from generate_series(1::bigint, $2::bigint) n) settled
  order by day`;

/** Four postings for each entry. */
const POSTINGS = `
  insert into postings (organization_id, entry_id, account, booked_on, amount)
  select organization_id, id, account, booked_on, amount from journal_entries
    cross join (values ('SETTLEMENT_BANK', 51150), ('PAYABLE', -50000), ('CHARGES_INCOME', -1000),
      ('DUTY_PAYABLE', -150)) line (account, amount)
  order by id`;

/** Debits of each mandate that are written in one statement. */
const AT_ONCE = 10;

/** Without foreign keys and triggers: with them the rows would take an hour. */
const UNCHECKED = 'set session_replication_role = replica';
const CHECKED = 'set session_replication_role = default';

/** A hundred debits for each mandate of a merchant. */
export async function fillDebits(client: pg.Client, organizationId: string): Promise<void> {
  await client.query(UNCHECKED);
  for (let first = 0; first < 100; first += AT_ONCE)
    await client.query(DEBITS, [organizationId, first, first + AT_ONCE]);
  await client.query(COUNTS, [organizationId]);
  await client.query(CHECKED);
}

/** A year of entries: `own` of the merchant, and `others` of a thousand other merchants. */
export async function fillLedger(
  client: pg.Client,
  { organizationId, own, others }: { organizationId: string; own: number; others: number },
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select id from organizations where name like 'Business %'`,
  );
  await client.query(UNCHECKED);
  await client.query(ENTRIES, [[organizationId], own]);
  await client.query(ENTRIES, [rows.map(({ id }) => id), others]);
  await client.query(POSTINGS);
  await client.query(CHECKED);
}
