import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { HistoryEvent } from '@tegeka/contract/kit/history.ts';
import type { Fields } from '@tegeka/contract/kit/fields.ts';
import { cache, type HistoryQuery } from '#platform/call/cache.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { ChangedValue } from './changed-value.tsx';
import { DetailSection } from './detail-drawer.tsx';
import { fieldText } from './field-sections.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import type { ReactNode } from 'react';
import layout from '#ui/shell/layout.module.css';
import css from './detail.module.css';

/** Reason, source and changed fields of an event, without fields that the catalogue does not have. */
function why({ reason, source, changes }: HistoryEvent<string>, fields: Fields) {
  // In the order of the catalogue.
  const told = Object.keys(fields).flatMap((key) => changes.filter(({ field }) => field === key));
  if (!reason && !source && told.length === 0) return null;
  return (
    <>
      {reason && <div>“{reason}”</div>}
      {source && <div>From {source}</div>}
      {told.map(({ field, before, after }) => (
        <div key={field}>
          {fields[field]?.label}:{' '}
          <ChangedValue before={fieldText(fields[field], before)}>
            {fieldText(fields[field], after) ?? 'nothing'}
          </ChangedValue>
        </div>
      ))}
    </>
  );
}

interface EventHistoryProps {
  query: HistoryQuery;
  fields: Fields;
  /**
   * The text of an event by its kind, or by the state that it led to. If the text depends on the
   * previous state, the key has both: `CLOSED OPEN`.
   */
  labels: Readonly<Record<string, string>>;
}

/** What happened to an entity, newest first: who, when, what changed, and why. */
export function EventHistory({ query, fields, labels }: EventHistoryProps) {
  const history = useInfiniteQuery(query, cache);
  const events = history.data?.pages.flatMap(({ content }) => content) ?? [];
  const timeline = events.map((event): TimelineEvent => ({
    what: labels[`${event.from} ${event.to}`] ?? labels[event.to ?? event.kind] ?? event.kind,
    by: event.by,
    at: event.at,
    why: why(event, fields),
  }));
  return (
    <DetailSection heading="History">
      {history.isPending && <Skeleton height={64} />}
      {timeline.length > 0 && <EventTimeline events={timeline} />}
      {history.isSuccess && timeline.length === 0 && <p>Nothing has been changed yet.</p>}
      {history.isError && (
        <div role="alert">
          <NoteBox tone="bad">
            {history.error instanceof CallFailed
              ? history.error.userMessage()
              : 'The history did not arrive.'}
          </NoteBox>
        </div>
      )}
      {(history.hasNextPage || history.isError) && (
        <Button
          variant="default"
          mt="sm"
          loading={history.isFetching}
          onClick={() => void (history.hasNextPage ? history.fetchNextPage() : history.refetch())}
        >
          {history.isError ? 'Try again' : 'Show earlier changes'}
        </Button>
      )}
    </DetailSection>
  );
}

/** Something that happened: what, by whom, when, and why. */
export interface TimelineEvent {
  what: string;
  by: string;
  /** ISO 8601. */
  at: string;
  why?: ReactNode;
}

/** What happened, in the order it is given. */
export function EventTimeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <ol className={css.steps}>
      {events.map((event) => (
        <li key={`${event.at} ${event.what}`}>
          <strong>{event.what}</strong>
          <div className={layout.small}>
            {event.by} · <time dateTime={event.at}>{showMoment(event.at)}</time>
          </div>
          {event.why && <div>{event.why}</div>}
        </li>
      ))}
    </ol>
  );
}
