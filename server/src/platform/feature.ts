import type { Domain } from '@tegeka/contract/kit/domains.ts';
import type { Permission } from '@tegeka/contract/kit/permissions.ts';
import type { SearchHit } from '@tegeka/contract/search.ts';
import type { AppContext } from './app-context.ts';
import type { DomainEvent } from './events/domain-events.ts';
import type { PlatformTx, Tx } from './database/database.ts';
import type { Caller } from './http/caller.ts';
import type { MessageTemplates } from './message-templates.ts';
import type { PublicPage } from './http/public-pages.ts';
import type { Route } from './http/serve.ts';
import type { DueWork } from './jobs/due-work.ts';
import { type Poller, startPoller } from './jobs/poller.ts';
import type { Reencrypt } from './security/re-encryption.ts';

/** What a feature adds to the search across nouns. Its table has the triggers of `attach_search`. */
interface SearchBase {
  /** The heading of its hits. */
  label: string;
  /** The domains whose people may search it, and the permission that they need. */
  domains: readonly Domain[];
  permission?: Permission;
}

/** Rows that are found by their words. */
export interface WordSearch extends SearchBase {
  /** The table, as in `search_words`. */
  entity: string;
  /** The organization to search, if the transaction sees more rows than the caller may; otherwise all. */
  organizationOf?: (caller: Caller) => string | undefined;
  /** The hits of these ids, in any order, without those that the caller may not read. */
  read: (tx: Tx, ids: readonly string[], caller: Caller) => Promise<SearchHit[]>;
}

/** Rows of very large tables, which are found only by the beginning of their reference. */
export interface PrefixSearch extends SearchBase {
  /** What each reference begins with. */
  prefix: string;
  /** Returns at most `max` hits for a text that begins with the prefix. */
  find: (tx: Tx, text: string, caller: Caller, max: number) => Promise<SearchHit[]>;
}

export type FeatureSearch = WordSearch | PrefixSearch;

/** The manifest of a feature: one in its folder, listed in app-features.ts. */
export interface Feature {
  /** The name of its folder. */
  name: string;
  routes?(ctx: AppContext): readonly Route[];
  /** Starts what the feature does by itself. */
  jobs?(ctx: AppContext): Promise<void>;
  /** The domain events it listens to, by their kind: at least once each, with retries. */
  on?: Readonly<Record<string, (ctx: AppContext, event: DomainEvent) => Promise<void>>>;
  /** Its entities in the search of the top bar. */
  search?: readonly FeatureSearch[];
  /** Its pages for payers, on the consumers' host. */
  pages?(ctx: AppContext): readonly PublicPage[];
  /** Work that is due at a moment of the business clock. */
  due?: readonly DueWork[];
  /** Deletes rows of the feature that are no longer needed; called once an hour. */
  cleanUp?: (tx: PlatformTx, now: Date) => Promise<void>;
  /** Returns work that runs once a second, such as the exchange of files with banks, without overlap. */
  poll?(ctx: AppContext): () => Promise<void>;
  /** The templates of its messages to people. */
  messages?: MessageTemplates;
  /** Re-encrypts its encrypted columns after a rotation of the instance key. */
  reencrypt?: readonly Reencrypt[];
}

/** Declares a manifest and keeps its exact type for features that read it. */
export function feature<const F extends Feature>(manifest: F): F {
  return manifest;
}

/** Starts the jobs of the features and subscribes them to what they listen to. */
export async function startFeatures(features: readonly Feature[], ctx: AppContext): Promise<void> {
  for (const one of features) {
    await one.jobs?.(ctx);
    for (const [kind, work] of Object.entries(one.on ?? {}))
      await ctx.domainEvents.on(kind, one.name, (event) => work(ctx, event));
  }
}

/** Starts the polls of the features, each by a poller of its own: a slow one delays no other. */
export function startPolls(features: readonly Feature[], ctx: AppContext): Poller[] {
  return features.flatMap((one) => {
    const poll = one.poll?.(ctx);
    return poll ? [startPoller(ctx, `${one.name} could not poll`, poll)] : [];
  });
}

/** Throws if two features, or two message templates, have the same name. */
export function checkFeatures(features: readonly Feature[]): void {
  const names = features.flatMap(({ name, messages }) => [
    `feature ${name}`,
    ...Object.keys(messages ?? {}).map((template) => `message ${template}`),
  ]);
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  if (twice !== undefined) throw new Error(`There are two of the ${twice}`);
}
