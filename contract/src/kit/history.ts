import * as z from 'zod/mini';
import { type Endpoint, endpoint, type EndpointOptions, type PathParams } from './endpoint.ts';
import { pageOf, pagingQuery } from './list.ts';

/** A field that somebody changed; what is masked elsewhere is masked here too. */
const changeShape = z.object({
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});

type Kinds<K extends string> = z.ZodMiniEnum<{ [kind in K | 'STATE_CHANGED']: kind }>;

function eventShapeOf<const K extends string>(kinds: readonly K[]) {
  const known = z.enum(['STATE_CHANGED', ...kinds]);
  return z.object({
    at: z.iso.datetime(),
    /** The person's name, or the platform's. */
    by: z.string(),
    /** STATE_CHANGED or one of the kinds. The cast restores their type, which z.enum loses. */
    kind: known as unknown as Kinds<K>,
    /** The state before; null for the first one, and where no state changed. */
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    /** The file that the entity came from. */
    source: z.nullable(z.string()),
    changes: z.array(changeShape),
  });
}

const pageOfEvents = <K extends string>(kinds: readonly K[]) => pageOf(eventShapeOf(kinds));

export type HistoryEvent<K extends string = never> = Omit<
  z.infer<ReturnType<typeof eventShapeOf<K>>>,
  'kind'
> & { kind: K | 'STATE_CHANGED' };

/** The path is that of the entity; `/events` is added. */
interface HistoryOptions<Path extends string, K extends string> extends EndpointOptions<Path> {
  /** What happens to the entity beside changes of its state. */
  kinds: readonly K[];
}

/** What happened to an entity, newest first: who, when, which state, what changed and why. */
export function historyEndpoint<Path extends string, const K extends string = never>({
  path,
  kinds,
  ...options
}: HistoryOptions<Path, K>): Endpoint<
  PathParams<`${Path}/events`>,
  typeof pagingQuery,
  never,
  ReturnType<typeof pageOfEvents<K>>
> {
  return endpoint({
    ...options,
    path: `${path}/events`,
    query: pagingQuery,
    answers: pageOfEvents(kinds),
  });
}
