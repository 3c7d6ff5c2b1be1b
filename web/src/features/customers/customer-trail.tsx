import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { CustomerEvent } from '@tegeka/contract/customers.ts';
import { eventsQuery } from '#features/customers/customer-calls.ts';
import { EVENT_WORDS, fieldLabel, valueWords } from '#features/customers/customer-words.ts';
import { cache } from '#platform/call/cache.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { ChangedValue } from '#ui/detail/changed-value.tsx';
import { EventTimeline, type TimelineEvent } from '#ui/detail/event-timeline.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import css from './customers.module.css';

function why({ kind, reason, source, changes }: CustomerEvent): TimelineEvent['why'] {
  // A disabled customer's change of state is what the event says already.
  const told = kind === 'CHANGED' ? changes : [];
  if (!reason && !source && told.length === 0) return null;
  return (
    <>
      {reason && <div>“{reason}”</div>}
      {source && <div>From {source}</div>}
      {told.map(({ field, before, after }) => (
        <div key={field}>
          {fieldLabel(field)}:{' '}
          <ChangedValue before={valueWords(field, before)}>
            {valueWords(field, after) ?? 'nothing'}
          </ChangedValue>
        </div>
      ))}
    </>
  );
}

const timelineOf = (events: readonly CustomerEvent[]): TimelineEvent[] =>
  events.map((event) => ({
    what: EVENT_WORDS[event.kind],
    by: event.by,
    at: event.at,
    why: why(event),
  }));

/** What happened to a customer, newest first: who, when, what changed, and why. */
export function CustomerTrail(place: { merchantId: string; customerId: string }) {
  const trail = useInfiniteQuery(eventsQuery(place.merchantId, place.customerId), cache);
  const events = trail.data?.pages.flatMap(({ content }) => content) ?? [];
  return (
    <section className={css.card}>
      <h3>History</h3>
      {trail.isPending && <Skeleton height={64} />}
      {events.length > 0 && <EventTimeline events={timelineOf(events)} />}
      {trail.isError && (
        <div role="alert">
          <NoteBox tone="bad">
            {trail.error instanceof CallFailed
              ? trail.error.words()
              : 'The history did not arrive.'}
          </NoteBox>
        </div>
      )}
      {(trail.hasNextPage || trail.isError) && (
        <Button
          variant="default"
          mt="sm"
          loading={trail.isFetching}
          onClick={() => void (trail.hasNextPage ? trail.fetchNextPage() : trail.refetch())}
        >
          {trail.isError ? 'Try again' : 'Show earlier changes'}
        </Button>
      )}
    </section>
  );
}
