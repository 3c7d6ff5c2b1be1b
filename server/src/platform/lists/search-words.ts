import { LIST_COUNT_MAX } from '@tegeka/contract/kit/list.ts';
import { PHONE_PREFIX } from '@tegeka/contract/kit/phone.ts';
import { sql, type SqlBool } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { type AnyListSource, beginsWith, type Condition } from './list-source.ts';

/** Words that are looked at: a thing may have two with the same beginning, seldom more. */
const WORDS_MAX = 2 * (LIST_COUNT_MAX + 1);

/** +256 and the digits of a number in whatever way it is written; null where the text is none. */
function phoneOf(text: string): string | null {
  if (!/^\+?[\d\s()-]+$/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '');
  // No number of Uganda begins with 25: these digits are the country's.
  const subscriber = digits.replace(/^256/, '').replace(/^0+/, '');
  return subscriber === '' ? null : `${PHONE_PREFIX}${subscriber}`;
}

/**
 * What a search text can be the beginning of: grace nakato, member-42, a phone as 0772…, 772… or
 * +256 772…, and the number at the end of a reference. Empty where nothing is searched for.
 */
export function parseSearch(search: string | undefined): string[] {
  const text = (search ?? '').trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (text === '') return [];
  const number = /^0*([1-9]\d*)$/.exec(text)?.[1] ?? null;
  return [...new Set([text, phoneOf(text) ?? text, number ? `#${number}` : text])];
}

const within = (prefix: string) => beginsWith('word', prefix);

export interface Hits {
  condition: Condition;
  count: number;
  /** True where there is more than was looked at. */
  isCapped: boolean;
}

type Searched = Pick<AnyListSource, 'entity' | 'organizationId'>;

/** The words of an entity with one of the beginnings: a subquery for each, of so many rows at most. */
function wordsOf({ entity, organizationId }: Searched, prefixes: readonly string[], most: number) {
  const own = organizationId ? sql`and organization_id = ${organizationId}` : sql``;
  return prefixes.map(
    (prefix) => sql`(select entity, entity_id, word from search_words
      where entity = ${sql.lit(entity)} ${own} and ${within(prefix)}
      order by word, entity_id limit ${sql.lit(most)})`,
  );
}

/** Looks the beginnings of words up, {@link LIST_COUNT_MAX} and one more things at most. */
export async function findHits(
  tx: Tx,
  source: Searched & Pick<AnyListSource, 'id'>,
  prefixes: readonly string[],
): Promise<Hits> {
  const ranges = wordsOf(source, prefixes, WORDS_MAX);
  const { rows } = await sql<{ looked: number; found: number; ids: string }>`
    with looked as materialized (
      select entity_id from (${sql.join(ranges, sql` union all `)}) w limit ${sql.lit(WORDS_MAX)}),
    found as (
      select distinct entity_id from looked order by entity_id desc limit ${sql.lit(LIST_COUNT_MAX + 1)})
    select (select count(*) from looked)::integer as looked, count(*)::integer as found,
      coalesce(array_agg(entity_id), '{}')::text as ids from found`.execute(tx);
  const { looked = 0, found = 0, ids = '{}' } = rows[0] ?? {};
  return {
    // The ids travel as one text that nobody parses here.
    condition: sql<SqlBool>`${sql.ref(source.id)} = any(${ids}::uuid[])`,
    count: found,
    isCapped: found > LIST_COUNT_MAX || looked === WORDS_MAX,
  };
}

/** True of a row that is searched for: where few rows are looked at, or all. */
export function matches({ entity, id }: AnyListSource, prefixes: readonly string[]): Condition {
  const ranges = prefixes.map(within);
  // OFFSET keeps the planner from looking up every hit first.
  return sql<SqlBool>`exists (select from search_words
    where entity_id = ${sql.ref(id)} and entity = ${sql.lit(entity)}
      and (${sql.join(ranges, sql` or `)}) offset 0)`;
}

/** Words of one entity that are looked at for a few hits: one thing has few words with the same beginning. */
const WORDS_OF_FEW = 50;

/** The first few things of several entities with a word of one of the beginnings, in one statement. */
export async function findFirst(
  tx: Tx,
  sources: readonly Searched[],
  prefixes: readonly string[],
  most: number,
): Promise<{ entity: string; ids: string[] }[]> {
  const ranges = sources.flatMap((source) => wordsOf(source, prefixes, WORDS_OF_FEW));
  if (ranges.length === 0) return [];
  const { rows } = await sql<{ entity: string; ids: string[] }>`
    with found as (
      select entity, entity_id, min(word) as word,
        row_number() over (partition by entity order by min(word), entity_id) as place
      from (${sql.join(ranges, sql` union all `)}) looked group by entity, entity_id)
    select entity, array_agg(entity_id::text order by place) as ids
    from found where place <= ${most} group by entity`.execute(tx);
  return rows;
}
