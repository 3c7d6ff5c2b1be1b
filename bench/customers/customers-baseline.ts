import { fastify } from 'fastify';
import pg from 'pg';

const COLUMNS = `id, first_name, middle_name, last_name, phone, email, reference, state, revision,
  created_at, updated_at`;

const MERCHANT = 'select organization_id, state from merchants where id = $1';

const COUNTS = `select state, sum(delta)::integer as count from state_counts
  where entity = $1 group by state`;

/** A page in the order of creation, of the customers that fulfil a condition. */
const pageOf = (condition: string) => `select ${COLUMNS} from customers
  where id in (select id from customers where ${condition} order by id desc limit $1 offset $2)
  order by id desc`;

const PAGE = pageOf('true');
const FILTER = pageOf(`state = 'DISABLED'`);
const FOUND = pageOf('id = any($3::uuid[])');

const HITS = `with looked as materialized (
    select entity_id from (
      (select entity_id from search_words where entity = 'customers' and word >= $1 and word < $2
        order by word, entity_id limit 2002)) w limit 2002),
  found as (select distinct entity_id from looked order by entity_id desc limit 1001)
  select (select count(*) from looked)::integer as looked, count(*)::integer as found,
    coalesce(array_agg(entity_id), '{}')::text as ids from found`;

/** The message to the baseline process: database and tenant. */
export interface BaselineTask {
  url: string;
  pool: number;
  organizationId: string;
  merchantId: string;
}

type Read = (client: pg.PoolClient) => Promise<unknown>;

/** Rows of a page. */
const SIZE = 20;

const READS: Record<string, Read> = {
  first: (client) => client.query(PAGE, [SIZE, 0]),
  filter: (client) => client.query(FILTER, [SIZE, 0]),
  deep: (client) => client.query(PAGE, [SIZE, 500 * SIZE]),
  search: async (client) => {
    const values = ['nakato', 'nakato\u{10FFFF}'];
    const { rows } = await client.query<{ ids: string }>(HITS, values);
    return client.query(FOUND, [SIZE, 0, rows[0]?.ids]);
  },
};

/** The product's statements in one transaction, written with pg alone. */
async function readList(pool: pg.Pool, task: BaselineTask, read: Read) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `select set_config('role', 'tegeka_tenant', true),
        set_config('tegeka.organization', $1, true)`,
      [task.organizationId],
    );
    await client.query(MERCHANT, [task.merchantId]);
    const counts = await client.query(COUNTS, ['customers']);
    const page = await read(client);
    await client.query('commit');
    return { counts: counts.rows, page };
  } finally {
    client.release();
  }
}

function serveBaseline(task: BaselineTask): void {
  const pool = new pg.Pool({ connectionString: task.url, max: task.pool });
  const server = fastify();
  for (const [name, read] of Object.entries(READS)) {
    server.get(`/${name}`, () => readList(pool, task, read));
  }
  void server.listen({ host: '127.0.0.1', port: 0 }).then((address) => process.send?.(address));
}

process.once('message', serveBaseline);
process.once('disconnect', () => process.exit());
