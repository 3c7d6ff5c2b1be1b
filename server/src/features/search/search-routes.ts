import { SEARCH_HITS_MAX, searchAll } from '@tegeka/contract/search.ts';
import type { FeatureSearch } from '#platform/feature.ts';
import type { Caller } from '#platform/http/caller.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { findFirst, parseSearch } from '#platform/lists/search-words.ts';

function maySearch({ domains, permission }: FeatureSearch, caller: Caller): boolean {
  return domains.includes(caller.domain) && (!permission || caller.permissions.has(permission));
}

export function searchRoutes(searches: readonly FeatureSearch[]): Route[] {
  return [
    serve(searchAll, async ({ tx, caller, query: { text } }) => {
      const allowed = searches.filter((search) => maySearch(search, caller));
      const byWords = allowed.filter((search) => 'entity' in search);
      const sources = byWords.map(({ entity, organizationOf }) => {
        const organizationId = organizationOf?.(caller);
        return { entity, ...(organizationId && { organizationId }) };
      });
      const found = await findFirst(tx, sources, parseSearch(text), SEARCH_HITS_MAX);
      const groups = [];
      for (const search of allowed) {
        const { label } = search;
        if ('find' in search) {
          const isMeant = text.toUpperCase().startsWith(search.prefix);
          const hits = isMeant ? await search.find(tx, text, caller, SEARCH_HITS_MAX) : [];
          if (hits.length > 0) groups.push({ label, hits });
          continue;
        }
        const ids = found.find((one) => one.entity === search.entity)?.ids ?? [];
        const hits = ids.length > 0 ? await search.read(tx, ids, caller) : [];
        const inOrder = hits.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
        if (hits.length > 0) groups.push({ label, hits: inOrder });
      }
      return { groups };
    }),
  ];
}
