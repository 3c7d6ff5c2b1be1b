import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDeviceUnknown,
} from '@tabler/icons-react';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import type { DeviceKind, PersonSession } from '@tegeka/contract/sessions.ts';
import { signBrowserOut } from '#features/sessions/sessions-calls.ts';
import { SessionsEnding } from '#features/sessions/sessions-ending.tsx';
import { activityOf } from '#features/sessions/sessions-words.ts';
import css from './sessions.module.css';

const DRAWINGS: Record<DeviceKind, typeof IconDeviceDesktop> = {
  PHONE: IconDeviceMobile,
  TABLET: IconDeviceTablet,
  COMPUTER: IconDeviceDesktop,
  OTHER: IconDeviceUnknown,
};

/** One session: browser, network, last use, and a button to end it. */
export function SessionsRow({ one, onDone }: { one: PersonSession; onDone: () => void }) {
  const Drawing = DRAWINGS[one.kind];
  const end = async () => {
    await signBrowserOut(one.id);
    return `${one.device} was signed out.`;
  };
  return (
    <li className={css.row}>
      <span className={css.mark} aria-hidden>
        <Drawing size={22} stroke={1.7} />
      </span>
      <div className={css.facts}>
        <h3 className={css.device}>
          {one.device}
          {one.current && <span className={css.current}>This browser</span>}
        </h3>
        <p className={css.when}>
          {activityOf(one)}
          {one.network && ` · network ${one.network}`}
        </p>
        <p className={css.when}>
          Signed in <time dateTime={one.signedInAt}>{showMoment(one.signedInAt)}</time>
        </p>
      </div>
      {!one.current && (
        <SessionsEnding
          label="Sign out"
          of={`${one.device}, ${activityOf(one)}`}
          heading={`Sign out ${one.device}?`}
          work={end}
          onDone={onDone}
        >
          <p>
            It can be used for five more minutes at the most, then it has to sign in again. What has
            been saved there stays saved.
          </p>
        </SessionsEnding>
      )}
    </li>
  );
}
