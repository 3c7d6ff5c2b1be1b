import { showMoment } from '@tegeka/contract/kit/day.ts';
import type { ReactNode } from 'react';
import css from './event-timeline.module.css';

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
    <ol>
      {events.map((event) => (
        <li key={`${event.at} ${event.what}`} className={css.event}>
          <div className={css.what}>{event.what}</div>
          <div className={css.who}>
            {event.by} · <time dateTime={event.at}>{showMoment(event.at)}</time>
          </div>
          {event.why && <div className={css.why}>{event.why}</div>}
        </li>
      ))}
    </ol>
  );
}
