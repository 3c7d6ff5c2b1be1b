import { Readable } from 'node:stream';
import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import { noPlace, openPlaces } from './places.ts';
import { openConcurrencyLimiter } from './concurrency-limiter.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Limits } from '#platform/http/limits.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { WrittenAnswer } from '#platform/http/serve.ts';

/** Heavy calls that a server works on at the same time; by default a quarter of its connections. */
const AT_ONCE = 4;
/** Heavy calls that wait on a server, about a few seconds. */
const WAITING_MAX = 40;
/** Heavy calls on a server that wait, run, or are being sent: a slow reader keeps one. */
const PLACES = { each: 8, all: 400 };
/** Calls of one heavy endpoint. */
const PER_PERSON = { points: 60, seconds: 60 };
const PER_ORGANIZATION = { points: 300, seconds: 60 };

/** The work of heavy endpoints on this server. */
export interface HeavyCalls {
  /**
   * Takes a place of the organization; returns what gives it back. Refuses TOO_MUCH_AT_ONCE while the
   * organization has no place left, or while too many calls wait.
   */
  enter(organizationId: string): () => void;
  /** Runs work once fewer than four others run. Not within a transaction, which would wait too. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** The bytes of an answer, each part made as a heavy call of its own. Rejects where the first part can not be made. */
  read(answer: WrittenAnswer): Promise<Readable>;
}

/** Counts a call of a heavy endpoint. Refuses TOO_MANY_REQUESTS. */
export async function countHeavy(
  limits: Limits,
  { name }: Endpoint,
  { userId, organizationId }: Caller,
): Promise<void> {
  const person = await limits.consume(`${name} of a person`, userId, PER_PERSON);
  if (!person.allowed) throw refuse('TOO_MANY_REQUESTS', person);
  const organization = await limits.consume(name, organizationId, PER_ORGANIZATION);
  if (!organization.allowed) throw refuse('TOO_MANY_REQUESTS', organization);
}

export function openHeavyCalls(): HeavyCalls {
  const limited = openConcurrencyLimiter(AT_ONCE);
  const enter = openPlaces(PLACES);
  let waiting = 0;
  const run: HeavyCalls['run'] = (work) => {
    waiting += 1;
    return limited(() => {
      waiting -= 1;
      return work();
    });
  };
  return {
    run,
    enter: (organizationId) => {
      if (waiting >= WAITING_MAX) throw noPlace();
      return enter(organizationId);
    },
    read: async (answer) => {
      const parts = answer.write();
      const next = () => run(() => parts.next());
      // Before the status is sent: an error is answered as one, and does not cut off a file.
      const first = await next();
      const rest = async function* () {
        try {
          for (let part = first; !part.done; part = await next()) yield part.value;
        } finally {
          await parts.return(undefined);
        }
      };
      return Readable.from(rest(), { objectMode: false });
    },
  };
}
