import { PHONE_PREFIX } from '@tegeka/contract/kit/phone.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import {
  type AnyListSource,
  anyOf,
  beginsWith,
  type Condition,
  type IsHit,
  searchOf,
} from './list-source.ts';

/** A phone number as +256 and its digits, however it is written. Null if the text is none. */
function phoneOf(text: string): string | null {
  if (!/^\+?[\d\s()-]+$/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '');
  // No number within Uganda begins with 256, so these digits are the country code.
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

type Searched = Pick<AnyListSource, 'entity' | 'organizationId'>;

/** A subquery for each prefix: at most `max` words of the entity that begin with it. */
function wordsOf({ entity, organizationId }: Searched, prefixes: readonly string[], max: number) {
  const own = organizationId ? sql`and organization_id = ${organizationId}` : sql``;
  return prefixes.map(
    (prefix) => sql`(select entity, entity_id, word from search_words
      where entity = ${sql.lit(entity)} ${own} and ${within(prefix)}
      order by word, entity_id limit ${sql.lit(max)})`,
  );
}

/** A subquery for the ids of the first words with one of the prefixes; an id comes once for each word. */
export function firstHits(
  searched: Searched,
  prefixes: readonly string[],
  max: number,
): RawBuilder<unknown> {
  const ranges = wordsOf(searched, prefixes, max);
  return sql`select entity_id as id from (${sql.join(ranges, sql` union all `)}) words
    limit ${sql.lit(max)}`;
}

/** A condition for every entity with a word that has one of the prefixes. */
export function anyHit(prefixes: readonly string[]): IsHit {
  const ranges = sql.join(prefixes.map(within), sql` or `);
  return (column, entity) =>
    sql<SqlBool>`exists (select from search_words
      where entity_id = ${sql.ref(column)} and entity = ${sql.lit(entity)} and (${ranges}))`;
}

/** The conditions of a search without a limit of hits; none if nothing is searched for. */
export function searchedIn(source: AnyListSource, text = ''): Condition[] {
  const prefixes = parseSearch(text);
  return prefixes.length === 0 ? [] : [anyOf(searchOf(source, text, anyHit(prefixes)))];
}

/** Words of one kind of entity that are read for a few hits: an entity has few words with the same prefix. */
const WORDS_OF_FEW = 50;

/** The first `max` hits of each of several kinds of entities, in one statement. */
export async function findFirst(
  tx: Tx,
  sources: readonly Searched[],
  prefixes: readonly string[],
  max: number,
): Promise<{ entity: string; ids: string[] }[]> {
  const ranges = sources.flatMap((source) => wordsOf(source, prefixes, WORDS_OF_FEW));
  if (ranges.length === 0) return [];
  const { rows } = await sql<{ entity: string; ids: string[] }>`
    with found as (
      select entity, entity_id, min(word) as word,
        row_number() over (partition by entity order by min(word), entity_id) as place
      from (${sql.join(ranges, sql` union all `)}) looked group by entity, entity_id)
    select entity, array_agg(entity_id::text order by place) as ids
    from found where place <= ${max} group by entity`.execute(tx);
  return rows;
}
