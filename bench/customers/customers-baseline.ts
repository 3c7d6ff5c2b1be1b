import { fastify } from 'fastify';
import pg from 'pg';

const COLUMNS = `c.id, c.first_name, c.middle_name, c.last_name, c.phone, c.email, c.reference, c.state,
  c.version, c.created_at, c.updated_at`;

const bookOf = (parameter: string) => `select coalesce(sum(s.active), 0)::integer as active,
    coalesce(sum(s.disabled), 0)::integer as disabled
  from merchants m left join customer_stretches s on s.organization_id = m.organization_id
  where m.id = ${parameter} group by m.id`;

const BOOK = bookOf('$1');

const FIRST = `select t.active, t.disabled, ${COLUMNS} from (${BOOK}) t left join lateral
    (select * from customers c order by c.ordinal desc limit $2 offset $3) c on true
  order by c.ordinal desc`;

const DEEP = `with stretches as (
    select stretch, active + disabled as n, sum(active + disabled) over (order by stretch desc rows unbounded preceding) as upto
    from customer_stretches),
  far as (select stretch, upto - n as passed from stretches where upto > $3::bigint
    order by stretch desc limit 1),
  blocks as (
    select block, active + disabled as n,
      (select passed from far) + sum(active + disabled) over (order by block desc rows unbounded preceding) as upto
    from customer_blocks where block >= (select stretch from far) * 100
      and block < ((select stretch from far) + 1) * 100),
  near as (select block, upto - n as passed from blocks where upto > $3::bigint
    order by block desc limit 1)
  select t.active, t.disabled, ${COLUMNS} from (${BOOK}) t left join lateral
    (select * from customers c where c.ordinal < ((select block from near) + 1) * 100
      order by c.ordinal desc limit $2 offset $3 - (select passed from near)) c on true
  order by c.ordinal desc`;

const RANGES = ['name_key', 'given_key', 'full_key', 'middle_key', 'reference_key', 'email']
  .map((column) => `(select ordinal from customers where ${column} >= $4 and ${column} < $5)`)
  .join(' union all ');

const SEARCH = `with found as materialized (
    select array_agg(distinct h.ordinal order by h.ordinal desc) as hits,
      count(*)::integer as looked from (select ordinal from (${RANGES}) h limit 501) h)
  select t.active, t.disabled, coalesce(cardinality(f.hits), 0) as total, f.looked, ${COLUMNS}
  from (${bookOf('$3')}) t cross join found f
  left join lateral unnest(f.hits[$2::integer + 1 : $2::integer + $1::integer]) p(ordinal) on true
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
  const searched = [10, 0, merchantId, 'nakato', 'nakato\u{10FFFF}'];
  const routes: Record<string, Statement> = {
    first: { name: 'first', text: FIRST, values: [merchantId, 10, 0] },
    deep: { name: 'deep', text: DEEP, values: [merchantId, 10, deepOffset] },
    search: { name: 'search', text: SEARCH, values: searched },
  };
  for (const [name, statement] of Object.entries(routes)) {
    server.get(`/${name}`, () => read(pool, organizationId, statement));
  }
  void server.listen({ host: '127.0.0.1', port: 0 }).then((address) => process.send?.(address));
}

process.once('message', serveBaseline);
process.once('disconnect', () => process.exit());
