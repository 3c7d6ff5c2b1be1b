import { Anchor, Skeleton } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import type { listSessions } from '@tegeka/contract/sessions.ts';
import { signOthersOut } from '#features/sessions/sessions-calls.ts';
import { SessionsEnding } from '#features/sessions/sessions-ending.tsx';
import { SessionsRow } from '#features/sessions/sessions-row.tsx';
import { endedWords } from '#features/sessions/sessions-words.ts';
import { EmptyState } from '#ui/list/empty-state.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './sessions.module.css';

interface SessionsListProps {
  answer: OutputOf<typeof listSessions>;
  /** A session was ended: the list must be reloaded. */
  onDone: () => void;
}

function Elsewhere() {
  return (
    <EmptyState
      icon={<IconShieldLock size={30} stroke={1.7} />}
      heading="Your sessions are kept at your identity provider"
    >
      Your organization signs in through a provider of its own. Open your account there to see where
      you are signed in, and to sign out other browsers.
    </EmptyState>
  );
}

/** The person's sessions, the current one first. */
export function SessionsList({ answer, onDone }: SessionsListProps) {
  const { keptBy, sessions } = answer;
  if (keptBy === 'PROVIDER') return <Elsewhere />;
  const others = sessions.filter(({ current }) => !current);
  return (
    <section className={css.page} aria-labelledby="sessions-heading">
      <div className={css.head}>
        <div>
          <h2 id="sessions-heading" className={css.heading}>
            Where you are signed in
          </h2>
          <p className={layout.text}>
            {others.length === 0
              ? 'You are signed in with this browser only.'
              : 'Sign out whatever you do not recognise or no longer use.'}
          </p>
        </div>
        {others.length > 0 && (
          <SessionsEnding
            label="Sign out everywhere else"
            heading="Sign out everywhere else?"
            work={async () => endedWords(await signOthersOut())}
            onDone={onDone}
          >
            <p>
              Every other browser can be used for five more minutes at the most, then it has to sign
              in again. This one stays signed in.
            </p>
          </SessionsEnding>
        )}
      </div>
      <ul className={css.list}>
        {sessions.map((one) => (
          <SessionsRow key={one.id} one={one} onDone={onDone} />
        ))}
      </ul>
      <p className={layout.text}>
        Something here is not yours?{' '}
        <Anchor component={Link} to="/reset-password" underline="always">
          Set a new password
        </Anchor>
        ; it signs you out everywhere.
      </p>
    </section>
  );
}

/** Placeholder while the list is loading. */
export function SessionsSkeleton() {
  return (
    <output className={css.page} aria-label="Loading your sessions">
      {['a', 'b', 'c'].map((row) => (
        <Skeleton key={row} height={84} />
      ))}
    </output>
  );
}
