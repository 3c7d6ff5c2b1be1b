import type pg from 'pg';
import { MERCHANTS } from '../customers/customers-fill.ts';

/** $2 customers, spread over the businesses $1; each gets one mandate. */
const CUSTOMERS = `
  insert into customers (id, organization_id, first_name, last_name, phone, email, reference, state,
    revision, created_at, updated_at)
  select uuidv7(), ($1::uuid[])[1 + n % cardinality($1::uuid[])], 'Grace', 'Nakato',
    '+25677' || lpad((n::bigint * 7919 % 10000000)::text, 7, '0'), 'customer' || n || '@example.com',
    'CUS-' || lpad(n::text, 7, '0'), 'ACTIVE', 1, now(), now()
  from generate_series(1, $2::integer) n`;

/** A reference: hexadecimal digits, mapped to the characters that references use. */
const REFERENCE = `'TGK' || translate(lpad(to_hex(n * 2654435761 % 1099511627776), 10, '0'),
  '0123456789abcdef', '23456789ABCDEFGH')`;

const MANDATES = `
  insert into mandates (id, organization_id, reference, series_id, customer_id, bank_id,
    account_name, encrypted_account, account_last_four, account_fingerprint, amount_kind, amount,
    schedule, notice_days, retries, max_per_debit, starts_on, next_due_on, collect_next_on,
    consent_way, state, revision, created_at, updated_at)
  select mandate_id, c.organization_id, ${REFERENCE}, mandate_id, c.id, b.id, 'Grace Nakato', s.encrypted,
    '5566', 'fingerprint' || n, 'FIXED', 50000 + n % 1000, '{"kind": "YEARLY"}', 2, 0, 250000,
    current_date + 4, current_date + 4, current_date + 4, 'PAGE', 'ACTIVE', 1, now(), now()
  from (select id, organization_id, uuidv7() as mandate_id, row_number() over (order by id) as n
      from customers) c
    join unnest($1::uuid[], $2::text[]) s (organization_id, encrypted) using (organization_id)
    join (select id, row_number() over (order by id) - 1 as place from banks
      where takes_direct_debits and bic is not null order by id limit 15) b on b.place = n % 15`;

const EVIDENCE = `
  insert into consent_evidence (organization_id, mandate_id, id, kind, way, at, recorded_at, payer_name,
    terms_version, shown, shown_hash)
  select organization_id, id, uuidv7(), 'CONSENTED', 'PAGE', now(), now(), 'Grace Nakato', '1', 'shown',
    'hash' from mandates`;

/** Inserts a thousand businesses. Returns the ids of their organizations. */
export async function fillMerchants(client: pg.Client): Promise<string[]> {
  await client.query(MERCHANTS);
  const { rows } = await client.query<{ organization_id: string }>(
    'select organization_id from merchants order by organization_id',
  );
  return rows.map(({ organization_id }) => organization_id);
}

/** Active mandates of these businesses at 15 banks, all due on the fourth day from today. */
export async function fillDue(
  client: pg.Client,
  {
    owners,
    encrypted,
    count,
  }: { owners: readonly string[]; encrypted: readonly string[]; count: number },
): Promise<void> {
  await client.query(CUSTOMERS, [owners, count]);
  await client.query(MANDATES, [owners, encrypted]);
  await client.query(EVIDENCE);
  await client.query('vacuum analyze');
}
