import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type BusinessClock,
  type ClockMove,
  getBusinessClock,
  moveBusinessClock,
} from '@tegeka/contract/calendar/calendar.ts';
import { relativeDay, showDay, showMoment } from '@tegeka/contract/kit/day.ts';
import { useId, useState } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { loadingMessage, outcomeOf } from '#platform/call/call-failed.ts';
import { useSession } from '#platform/session/session.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import layout from '#ui/shell/layout.module.css';

const CLOCK = endpointQuery(getBusinessClock, {});

const MOVES: readonly (readonly [ClockMove, string])[] = [
  ['NEXT_SESSION', 'To the next session'],
  ['TOMORROW', 'To tomorrow'],
  ['WEEK', 'By 7 days'],
];

const SESSIONS = { MORNING: 'Morning', AFTERNOON: 'Afternoon' };

/** Polling interval in milliseconds, while the clock is moved and otherwise. */
const LOOK_MS = { moving: 500, still: 20_000 };

/** Progress of the current move, in whole percent. */
function percentOf({ now, lastMove }: BusinessClock): number | null {
  if (!lastMove) return null;
  const [from, to, at] = [lastMove.from, lastMove.to, now].map((moment) => Date.parse(moment));
  if (from === undefined || to === undefined || at === undefined || to <= from) return null;
  return Math.max(0, Math.min(100, Math.round(((at - from) / (to - from)) * 100)));
}

/** The last move, and the due work that was done on the way. */
function LastMove({ clock: { lastMove, movingTo } }: { clock: BusinessClock }) {
  if (!lastMove) return null;
  const { from, to, done } = lastMove;
  return (
    <>
      {movingTo === null && (
        <p className={layout.text}>
          Moved from {showMoment(from)} to {showMoment(to)}.
          {done.length === 0 && ' Nothing was due on the way.'}
        </p>
      )}
      {done.length > 0 && (
        <ul className={layout.row} aria-label="What happened on the way">
          {done.map(({ what, count }) => (
            <li key={what}>
              {what}: <strong>{count.toLocaleString('en')}</strong>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Buttons that move the clock, for people with the permission. */
function ClockMoves({ moving }: { moving: boolean }) {
  const [busy, run] = useBusy();
  const [failure, setFailure] = useState<string | null>(null);
  const move = (to: ClockMove) =>
    void run(async () => {
      const outcome = await outcomeOf(call(moveBusinessClock, { body: { to } }));
      setFailure(outcome.kind === 'saved' ? null : outcome.message);
      if (outcome.kind === 'saved') cache.setQueryData(CLOCK.queryKey, outcome.value);
      else await cache.invalidateQueries(CLOCK);
    });
  return (
    <div className={layout.stack}>
      <div className={layout.row}>
        {MOVES.map(([to, label]) => (
          <Button key={to} variant="default" disabled={moving || busy} onClick={() => move(to)}>
            {label}
          </Button>
        ))}
      </div>
      <div role="alert" className={layout.notes}>
        {failure && <NoteBox tone="bad">{failure}</NoteBox>}
      </div>
    </div>
  );
}

/** The time of the clock, the next session, and the progress of a move. */
function ClockFace({ clock }: { clock: BusinessClock }) {
  const { now, movingTo, canMove, nextSession } = clock;
  return (
    <>
      <dl className={layout.fields}>
        <div>
          <dt className={layout.dimmed}>Now</dt>
          <dd className={layout.figure}>{showMoment(now)}</dd>
        </div>
        <div>
          <dt className={layout.dimmed}>Next session</dt>
          <dd>
            {SESSIONS[nextSession.session]} of {showDay(nextSession.day)},{' '}
            {relativeDay(nextSession.day, clock.today)}, until{' '}
            {showMoment(nextSession.at).slice(-5)}
          </dd>
        </div>
      </dl>
      {!canMove && (
        <p className={layout.text}>
          This is production: the business clock is the wall clock, and nobody moves it.
        </p>
      )}
      {movingTo !== null && (
        <ProgressLine
          label="Moving the clock"
          percent={percentOf(clock)}
          text={`On the way to ${showMoment(movingTo)}`}
        />
      )}
      <output className={layout.notes}>
        <LastMove clock={clock} />
      </output>
    </>
  );
}

/** On phones, where the clock is folded above the list. */
const IS_NARROW = matchMedia('(max-width: 40em)').matches;

export function CalendarPanel() {
  const id = useId();
  const mayMove = useSession()?.user.roles.includes('calendar.write') ?? false;
  const { data, error } = useQuery(
    {
      ...CLOCK,
      refetchInterval: ({ state }) => (state.data?.movingTo ? LOOK_MS.moving : LOOK_MS.still),
    },
    cache,
  );
  const panel = (
    <section className={layout.card} aria-labelledby={id}>
      <div className={layout.spread}>
        <h2 id={id}>Business clock</h2>
        {data?.canMove && mayMove && <ClockMoves moving={data.movingTo !== null} />}
      </div>
      <p className={layout.when}>
        What is due follows this clock. Moved forward, all of it happens in its order, for all
        merchants and banks.
      </p>
      {data && <ClockFace clock={data} />}
      {!data && !error && <Skeleton height={63} />}
      <div role="alert" className={layout.notes}>
        {error && <NoteBox tone="bad">{loadingMessage(error)}</NoteBox>}
      </div>
    </section>
  );
  if (!IS_NARROW) return panel;
  return (
    <details>
      <summary>Business clock{data && `: ${showMoment(data.now)}`}</summary>
      {panel}
    </details>
  );
}
