import { fastify } from 'fastify';
import pg from 'pg';

const COLUMNS = `c.id, c.first_name, c.middle_name, c.last_name, c.phone, c.email, c.reference, c.state,
  c.version, c.created_at, c.updated_at`;

const BOOK = `select coalesce(sum(b.active), 0)::integer as active,
    coalesce(sum(b.disabled), 0)::integer as disabled
  from merchants m left join customer_blocks b on b.organization_id = m.organization_id
  where m.id = $1 group by m.id`;

const FIRST = `select t.active, t.disabled, ${COLUMNS} from (${BOOK}) t left join lateral
    (select * from customers c order by c.ordinal desc limit $2 offset $3) c on true
  order by c.ordinal desc`;

const DEEP = `with sums as (
    select block, active + disabled as n, sum(active + disabled) over (order by block desc) as upto
    from customer_blocks),
  start as (select block, upto - n as passed from sums where upto > $3::bigint
    order by block desc limit 1)
  select t.active, t.disabled, ${COLUMNS} from (${BOOK}) t left join lateral
    (select * from customers c where c.ordinal < ((select block from start) + 1) * 1000
      order by c.ordinal desc limit $2 offset $3 - (select passed from start)) c on true
  order by c.ordinal desc`;

const ranges = ['name_key', 'given_key', 'full_key', 'middle_key', 'reference_key', 'email'].map(
  (column) => `(select ordinal from customers where ${column} >= $1 and ${column} < $2)`,
);
const RANGES = [
  ...ranges,
  '(select ordinal from customers where phone >= $3 and phone < $4)',
  '(select ordinal from customers where reference_number >= $5 and reference_number < $6)',
].join(' union all ');

const SEARCH = `with hits as materialized (select ordinal from (${RANGES}) h limit 1001),
  found as materialized (select distinct h.ordinal from hits h),
  page as (select * from found f order by f.ordinal desc limit $7 offset $8)
  select ${COLUMNS}, t.total, t.looked
  from (select (select count(*) from found)::integer as total,
    (select count(*) from hits)::integer as looked) t
  left join page p on true left join customers c on c.ordinal = p.ordinal
  order by p.ordinal desc`;

/** What a baseline is told: where the data is, and whose. */
export interface BaselineTask {
  url: string;
  pool: number;
  organizationId: string;
  merchantId: string;
  deepOffset: number;
}

interface Statement {
  name: string;
  text: string;
  values: readonly unknown[];
}

/** The same statements in the same transaction as one writes them with pg, planned once. */
async function read(pool: pg.Pool, organizationId: string, statements: readonly Statement[]) {
  const client = await pool.connect();
  try {
    await client.query(`begin; select set_config('role', 'tegeka_tenant', true),
      set_config('tegeka.organization', ${pg.escapeLiteral(organizationId)}, true)`);
    const rows: unknown[] = [];
    for (const { name, text, values } of statements) {
      rows.push(...(await client.query({ name, text, values: [...values] })).rows);
    }
    await client.query('commit');
    return rows;
  } finally {
    client.release();
  }
}

function serveBaseline(task: BaselineTask): void {
  const { url, organizationId, merchantId, deepOffset } = task;
  const pool = new pg.Pool({ connectionString: url, max: task.pool });
  const server = fastify();
  const last = '\u{10FFFF}';
  const sought = ['nakato', `nakato${last}`, last, last + last, last, last + last, 10, 0];
  const routes: Record<string, Statement[]> = {
    first: [{ name: 'first', text: FIRST, values: [merchantId, 10, 0] }],
    deep: [{ name: 'deep', text: DEEP, values: [merchantId, 10, deepOffset] }],
    search: [
      { name: 'book', text: BOOK, values: [merchantId] },
      { name: 'search', text: SEARCH, values: sought },
    ],
  };
  for (const [name, statements] of Object.entries(routes)) {
    server.get(`/${name}`, () => read(pool, organizationId, statements));
  }
  void server.listen({ host: '127.0.0.1', port: 0 }).then((address) => process.send?.(address));
}

process.once('message', serveBaseline);
process.once('disconnect', () => process.exit());
