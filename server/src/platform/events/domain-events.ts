import type { Clock } from '#platform/clock-and-ids.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { describeError, type Log } from '#platform/log.ts';

/** A domain event, recorded in the transaction in which it happened. */
export interface DomainEvent {
  /** What happened, in the past tense: `merchant.approved`. */
  kind: string;
  organizationId: string | null;
  payload: Record<string, unknown>;
}

/** Domain events: a feature records them, features listed after it subscribe. */
export interface DomainEvents {
  record(tx: Tx, item: DomainEvent): Promise<void>;
  /** Subscribes a job to a kind of event. Delivery: at least once, with retries. */
  on(kind: string, name: string, work: (item: DomainEvent) => Promise<void>): Promise<void>;
  /** Adds the jobs of the subscribers of pending events. */
  dispatch(): Promise<void>;
}

const BATCH = 100;

/**
 * How long an event without a subscriber on this server waits for another one: during an upgrade a newer
 * server may subscribe to it.
 */
const NEWER_SERVERS_MS = 10 * 60_000;

/** Opens the domain events: a transactional outbox whose rows become jobs. */
export function openDomainEvents(db: Database, jobs: Jobs, clock: Clock, log: Log): DomainEvents {
  const queues = new Map<string, string[]>();
  const forNewerServers = () => new Date(clock.now().getTime() - NEWER_SERVERS_MS);
  const dispatch = () =>
    db.asPlatform('dispatch domain events', async (tx) => {
      const waiting = await tx
        .selectFrom('domain_events')
        .select(['id', 'kind', 'organization_id', 'payload'])
        .where('dispatched_at', 'is', null)
        .where((eb) =>
          eb.or([eb('kind', 'in', [...queues.keys(), '']), eb('at', '<', forNewerServers())]),
        )
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute();
      if (waiting.length === 0) return;
      for (const { id, kind, organization_id: organizationId, payload } of waiting) {
        for (const queue of queues.get(kind) ?? []) {
          // The event's id is the idempotency key: after a crash in between, a second dispatch has
          // no effect.
          await jobs.send(queue, { kind, organizationId, payload }, `${queue}:${id}`);
        }
      }
      await tx
        .updateTable('domain_events')
        .set({ dispatched_at: clock.now() })
        .where(
          'id',
          'in',
          waiting.map(({ id }) => id),
        )
        .execute();
    });
  return {
    record: async (tx, { kind, organizationId, payload }) => {
      await tx
        .insertInto('domain_events')
        .values({
          kind,
          organization_id: organizationId,
          payload: JSON.stringify(payload),
          at: clock.now(),
        })
        .execute();
    },
    on: async (kind, name, work) => {
      const queue = `${kind}/${name}`;
      queues.set(kind, [...(queues.get(kind) ?? []), queue]);
      await jobs.work<DomainEvent>(queue, work);
    },
    dispatch: () =>
      dispatch().catch((error: unknown) =>
        log.warn(
          describeError(error),
          'domain events could not be dispatched, next attempt in a second',
        ),
      ),
  };
}
