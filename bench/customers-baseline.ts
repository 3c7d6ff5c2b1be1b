import { fastify } from 'fastify';
import pg from 'pg';

const COLUMNS = `c.id, c.first_name, c.middle_name, c.last_name, c.phone, c.email, c.reference, c.state,
  c.version, c.created_at, c.updated_at`;

const bookOf = (parameter: string) => `select coalesce(sum(b.active), 0)::integer as active,
    coalesce(sum(b.disabled), 0)::integer as disabled
  from merchants m left join customer_blocks b on b.organization_id = m.organization_id
  where m.id = ${parameter} group by m.id`;

const BOOK = bookOf('$1');

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

const SEARCH = `with found as materialized (
    select array_agg(distinct h.ordinal order by h.ordinal desc) as hits,
      count(*)::integer as looked from (select ordinal from (${RANGES}) h limit 1001) h)
  select t.active, t.disabled, coalesce(cardinality(f.hits), 0) as total, f.looked, ${COLUMNS}
  from (${bookOf('$9')}) t cross join found f
  left join lateral unnest(f.hits[$8::integer + 1 : $8::integer + $7::integer]) p(ordinal) on true
  left join customers c on c.ordinal = p.ordinal order by p.ordinal desc`;

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

/** The same statements in the same transaction, as one writes them with pg, planned once too. */
async function read(pool: pg.Pool, organizationId: string, { name, text, values }: Statement) {
  const client = await pool.connect();
  try {
    await client.query(`begin; select set_config('role', 'tegeka_tenant', true),
      set_config('tegeka.organization', ${pg.escapeLiteral(organizationId)}, true),
      set_config('plan_cache_mode', 'force_generic_plan', true),
      set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true),
      set_config('jit', 'off', true)`);
    const { rows } = await client.query({ name, text, values: [...values] });
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
  const sought = [
    'nakato',
    `nakato${last}`,
    last,
    last + last,
    last,
    last + last,
    10,
    0,
    merchantId,
  ];
  const routes: Record<string, Statement> = {
    first: { name: 'first', text: FIRST, values: [merchantId, 10, 0] },
    deep: { name: 'deep', text: DEEP, values: [merchantId, 10, deepOffset] },
    search: { name: 'search', text: SEARCH, values: sought },
  };
  for (const [name, statement] of Object.entries(routes)) {
    server.get(`/${name}`, () => read(pool, organizationId, statement));
  }
  void server.listen({ host: '127.0.0.1', port: 0 }).then((address) => process.send?.(address));
}

process.once('message', serveBaseline);
process.once('disconnect', () => process.exit());
