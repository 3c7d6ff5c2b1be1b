import pg from 'pg';

/** States of the mandates, in the proportions of a merchant after some months. */
const STATE = `case when n % 20 = 0 then 'GENERATED' when n % 20 in (1, 2) then 'PENDING_VERIFICATION'
  when n % 20 = 3 then 'PENDING_APPROVAL' when n % 20 = 4 then 'CANCELLED' else 'ACTIVE' end`;

/** A reference: hexadecimal digits, mapped to the characters that references use. */
const REFERENCE = `'TGK' || translate(lpad(to_hex(n::bigint * 2654435761 % 1099511627776), 10, '0'),
  '0123456789abcdef', '23456789ABCDEFGH')`;

/** A mandate for each customer $2 to $3 of an organization, with one of its products. */
const MANDATES = `
  insert into mandates (id, organization_id, reference, series_id, customer_id, product_id, payment_for,
    bank_id, account_name, encrypted_account, account_last_four, account_fingerprint, amount_kind, amount,
    schedule, notice_days, retries, max_per_debit, starts_on, next_due_on, consent_way, state,
    revision, created_at, updated_at)
  select c.mandate_id, $1, ${REFERENCE}, c.mandate_id, c.id, p.id, p.name, b.id, c.last_name, 'encrypted', '5566',
    'fingerprint', 'FIXED', 250000, '{"kind": "MONTHLY", "day": 5}', 2, 0, 250000, current_date,
    current_date + n % 60, 'PAGE', ${STATE}, 1, now(), now()
  from (select id, last_name, uuidv7() as mandate_id, row_number() over (order by id)::integer as n
      from customers where organization_id = $1) c
    cross join lateral (select id, name from products where organization_id = $1
      order by id offset n % 3 limit 1) p
    cross join lateral (select id from banks order by id offset n % 10 limit 1) b
  where n between $2 and $3`;

/** Gives each customer of a merchant a mandate. */
export async function fillMandates(
  url: string,
  { organizationId, count }: { organizationId: string; count: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let first = 1; first <= count; first += 250_000)
      await client.query(MANDATES, [organizationId, first, first + 249_999]);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
