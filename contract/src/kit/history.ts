import * as z from 'zod/mini';
import { described } from './described.ts';
import { type Endpoint, endpoint, type EndpointOptions, type PathParams } from './endpoint.ts';
import { pageOf, pagingQuery } from './list.ts';

/** A field that somebody changed; what is masked elsewhere is masked here too. */
const changeShape = z.object({
  field: described('The name of the field.', z.string()),
  before: described('What it was; null where there was nothing.', z.nullable(z.string())),
  after: described('What it is now; null where there is nothing.', z.nullable(z.string())),
});

type Kinds<K extends string> = z.ZodMiniEnum<{ [kind in K | 'STATE_CHANGED']: kind }>;

function eventShapeOf<const K extends string>(kinds: readonly K[]) {
  const known = z.enum(['STATE_CHANGED', ...kinds]);
  return z.object({
    at: described('When it happened.', z.iso.datetime()),
    by: described('The name of the person who did it, or of the platform.', z.string()),
    kind: described(
      'What happened: `STATE_CHANGED`, or something that left the state as it is.',
      known as unknown as Kinds<K>,
    ),
    from: described(
      'The state before; null where no state changed, and for the first one.',
      z.nullable(z.string()),
    ),
    to: described('The state after; null where no state changed.', z.nullable(z.string())),
    reason: described('Why; null where nothing was said.', z.nullable(z.string())),
    source: described(
      'The name of the uploaded file that it came from; null for others.',
      z.nullable(z.string()),
    ),
    changes: described('The fields that were changed.', z.array(changeShape)),
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
