import pg from 'pg';

/** Merchants beside the measured ones, each with a hundred customers. */
const OTHERS = 1000;

const OTHER = `('0193b0ff-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`;

/** Invented businesses. Their files and representatives do not exist, so foreign keys are not checked. */
export const MERCHANTS = `
  set session_replication_role = replica;
  insert into organizations (id, domain, name, created_at)
    select ${OTHER}, 'MERCHANT', 'Business ' || i, now() from generate_series(1, ${OTHERS}) i;
  insert into merchants (id, organization_id, state, revision, business_name, registration_number,
      tax_number, industry, phone, country, country_code, region, city, street, postal_code,
      building_name, logo_file_id, certificate_file_id, representative_id, representative_email,
      representative_phone, representative_first_name, representative_last_name, repayment_reference,
      created_at, submitted_at)
    select id, id, 'ACTIVE', 1, name, '80020001', '1000000000', 'Retail', 772000000, 'Uganda', 'UG',
      'Central', 'Kampala', 'Street', 'P.O. Box 1', 'House', id, id, 'x', 'x@example.com', 772000000,
      'A', 'B', 'TGB2222222222', now(), now() from organizations where name like 'Business %';
  set session_replication_role = default`;

const FIRST = [
  'Grace',
  'Brian',
  'Carol',
  'Peter',
  'Ruth',
  'Amina',
  'John',
  'Mary',
  'Joseph',
  'Joan',
];
const LAST = ['Nakato', 'Okello', 'Mbabazi', 'Ssali', 'Auma', 'Achieng', 'Mugisha', 'Apio', 'Kato'];
const names = (list: readonly string[]) => `array[${list.map((name) => `'${name}'`).join(',')}]`;

/** Customers $2 to $3 of an organization: every fiftieth disabled, every fourth with a middle name. */
const CUSTOMERS = `
  insert into customers (id, organization_id, first_name, middle_name, last_name, phone,
    email, reference, state, revision, created_at, updated_at)
  select uuidv7(), $1, (${names(FIRST)})[1 + n * 7 % 10],
    case when n % 4 = 0 then (${names(LAST)})[1 + n / 4 % 9] end, (${names(LAST)})[1 + n / 10 % 9],
    '+25677' || lpad((n::bigint * 7919 % 10000000)::text, 7, '0'),
    'customer' || n || '@example.com', 'CUS-' || lpad(n::text, 7, '0'),
    case when n % 50 = 0 then 'DISABLED' else 'ACTIVE' end, 1, now(), now()
  from generate_series($2::integer, $3::integer) n`;

/** A merchant to be measured, and how many customers it gets. */
export interface Sized {
  organizationId: string;
  count: number;
}

/** Fills the demo's businesses with customers, among a thousand other merchants with theirs. */
export async function fillCustomers(url: string, merchants: readonly Sized[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The demo's own customers would change the counts.
    await client.query('truncate customers cascade');
    await client.query(`delete from state_counts where entity in ('customers', 'mandates')`);
    await client.query(`delete from search_words where entity = 'customers'`);
    await client.query(MERCHANTS);
    const others = await client.query<{ id: string }>(
      `select id from organizations where name like 'Business %'`,
    );
    for (const { id } of others.rows) await client.query(CUSTOMERS, [id, 1, 100]);
    for (const { organizationId, count } of merchants) {
      for (let first = 1; first <= count; first += 20_000) {
        const last = Math.min(count, first + 19_999);
        await client.query(CUSTOMERS, [organizationId, first, last]);
      }
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
