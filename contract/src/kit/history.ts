import * as z from 'zod/mini';
import { type Admission, type Endpoint, endpoint, type Guards, type Shape } from './endpoint.ts';
import { pageOf, pageQuery } from './list.ts';

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
    /** STATE_CHANGED, or what else happened. The type is that of the kinds: z.enum loses it. */
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

/** Something that happened to an entity. */
export type HistoryEvent<K extends string = never> = Omit<
  z.infer<ReturnType<typeof eventShapeOf<K>>>,
  'kind'
> & { kind: K | 'STATE_CHANGED' };

/** The query of every history. */
export const historyQuery = z.object({ page: pageQuery.page, size: pageQuery.size });

interface HistoryOptions<P extends Shape, K extends string> extends Guards {
  name: string;
  summary: string;
  /** The entity's path; `/events` is added. */
  path: `/${string}`;
  admission: Admission;
  params: P;
  /** What happens to the entity beside changes of its state. */
  kinds: readonly K[];
}

/** What happened to an entity, newest first: who, when, which state, what changed and why. */
export function historyEndpoint<P extends Shape, const K extends string = never>({
  path,
  kinds,
  ...options
}: HistoryOptions<P, K>): Endpoint<
  P,
  typeof historyQuery,
  never,
  ReturnType<typeof pageOfEvents<K>>
> {
  return endpoint({
    ...options,
    method: 'GET',
    path: `${path}/events`,
    query: historyQuery,
    body: { kind: 'none' },
    output: { kind: 'json', status: 200, shape: pageOfEvents(kinds) },
    errors: [],
  });
}
