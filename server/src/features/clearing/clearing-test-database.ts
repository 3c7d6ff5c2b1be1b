import pg from 'pg';
import type { TestServer } from '#testing/test-server.ts';

/** A connection to the database that no server uses. */
export async function openDatabase({ connectionString }: TestServer) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return {
    rows: async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> =>
      (await client.query<R>(text, values)).rows,
    close: () => client.end(),
  };
}

/** Copies a mandate so many times, with ids and references of their own; gives the ids. */
export async function copyMandate(
  { rows }: Awaited<ReturnType<typeof openDatabase>>,
  id: string,
  count: number,
): Promise<string[]> {
  const [known] = await rows<{ columns: string; copied: string }>(
    `select string_agg(attname, ', ') as columns, string_agg('c.' || attname, ', ') as copied
     from pg_attribute where attrelid = 'mandates'::regclass and attnum > 0 and not attisdropped
       and attgenerated = ''`,
  );
  const copies = await rows<{ id: string }>(
    `insert into mandates (${known?.columns}) select ${known?.copied}
     from mandates m
     cross join (select n, uuidv7() as id from generate_series(1, $2::integer) n) own
     cross join lateral jsonb_populate_record(m, jsonb_build_object('id', own.id, 'series_id', own.id,
       'reference', 'TGK' || translate(lpad(upper(to_hex(n)), 10, '0'), '01', 'XY'))) c
     where m.id = $1 returning id`,
    [id, count],
  );
  const ids = copies.map((copy) => copy.id);
  await rows(
    `insert into transitions (organization_id, entity, entity_id, revision, from_state, to_state,
       actor_kind, actor_id, actor_name, at)
     select organization_id, entity, copy, revision, from_state, to_state, actor_kind, actor_id,
       actor_name, at
     from transitions cross join unnest($2::uuid[]) copy
     where entity = 'mandate' and entity_id = $1`,
    [id, ids],
  );
  return ids;
}
