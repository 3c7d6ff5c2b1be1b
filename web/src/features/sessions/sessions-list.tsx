import { Anchor, Skeleton } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDeviceUnknown,
  IconShieldLock,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import type { DeviceKind, listSessions, PersonSession } from '@tegeka/contract/sessions.ts';
import { activityOf, signBrowserOut, signOthersOut } from '#features/sessions/sessions-calls.ts';
import { alert } from '#platform/device/page.ts';
import { useSession } from '#platform/session/session.ts';
import { ActionButton } from '#ui/feedback/action-button.tsx';
import { EmptyState } from '#ui/list/empty-state.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './sessions.module.css';

const DRAWINGS: Record<DeviceKind, typeof IconDeviceDesktop> = {
  PHONE: IconDeviceMobile,
  TABLET: IconDeviceTablet,
  COMPUTER: IconDeviceDesktop,
  OTHER: IconDeviceUnknown,
};

/** Common properties of the buttons that end sessions. */
const ending = (onDone: () => void) => ({
  action: 'Sign out',
  danger: true,
  draft: 'sessions',
  onDone: (message: string) => {
    alert({ kind: 'success', message });
    onDone();
  },
});

/** One session: browser, network, last use, and a button to end it. */
function SessionsRow({ one, onDone }: { one: PersonSession; onDone: () => void }) {
  const Drawing = DRAWINGS[one.kind];
  return (
    <li>
      <span className={layout.mark} aria-hidden>
        <Drawing size={22} stroke={1.7} />
      </span>
      <div>
        <h3 className={layout.line}>
          {one.device}
          {one.current && (
            <span className={layout.badge} data-tone="teal">
              This browser
            </span>
          )}
        </h3>
        <p className={layout.when}>
          {activityOf(one)}
          {one.network && ` · network ${one.network}`}
        </p>
        <p className={layout.when}>
          Signed in <time dateTime={one.signedInAt}>{showMoment(one.signedInAt)}</time>
        </p>
      </div>
      {!one.current && (
        <ActionButton
          {...ending(onDone)}
          label="Sign out"
          of={`${one.device}, ${activityOf(one)}`}
          heading={`Sign out ${one.device}?`}
          send={() => signBrowserOut(one)}
        >
          <p>
            It can be used for five more minutes at the most, then it has to sign in again. What has
            been saved there stays saved.
          </p>
        </ActionButton>
      )}
    </li>
  );
}

interface SessionsListProps {
  answer: OutputOf<typeof listSessions>;
  /** A session was ended: the list must be reloaded. */
  onDone: () => void;
}

export function SessionsList({ answer: { keptBy, sessions }, onDone }: SessionsListProps) {
  const user = useSession()?.user;
  if (keptBy === 'PROVIDER') {
    return (
      <EmptyState
        icon={<IconShieldLock size={30} stroke={1.7} />}
        heading="Your sessions are kept at your identity provider"
      >
        Your organization signs in through a provider of its own. Open your account there to see
        where you are signed in, and to sign out other browsers.
      </EmptyState>
    );
  }
  const isAlone = sessions.every(({ current }) => current);
  return (
    <section className={`${layout.stack} ${layout.measure}`} aria-labelledby="sessions-heading">
      <div className={layout.spread}>
        <div>
          <h2 id="sessions-heading">Where you are signed in</h2>
          {user && (
            <p className={layout.text}>
              As {user.firstName} {user.lastName}, {user.email}
            </p>
          )}
          <p className={layout.text}>
            {isAlone
              ? 'You are signed in with this browser only.'
              : 'Sign out whatever you do not recognise or no longer use.'}
          </p>
        </div>
        {!isAlone && (
          <ActionButton
            {...ending(onDone)}
            label="Sign out everywhere else"
            heading="Sign out everywhere else?"
            send={signOthersOut}
          >
            <p>
              Every other browser can be used for five more minutes at the most, then it has to sign
              in again. This one stays signed in.
            </p>
          </ActionButton>
        )}
      </div>
      <ul className={`${layout.panel} ${css.list}`}>
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

export function SessionsSkeleton() {
  return (
    <output className={`${layout.stack} ${layout.measure}`} aria-label="Loading your sessions">
      {['a', 'b', 'c'].map((row) => (
        <Skeleton key={row} height={84} />
      ))}
    </output>
  );
}
