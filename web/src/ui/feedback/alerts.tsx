import { IconX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { type Alert, alerts, dismissAlert } from '#platform/device/page.ts';
import classes from '#ui/shell/guest.module.css';
import layout from '#ui/shell/layout.module.css';

const NONE: readonly Alert[] = [];

/** The notifications, above everything else. Each is announced when it appears. */
export function AlertsRegion() {
  const shown = useSyncExternalStore(alerts.subscribe, alerts.current, () => NONE);
  return (
    <div className={`${layout.tight} ${classes['alerts']}`}>
      {shown.map((one) => (
        <div
          key={one.id}
          role="alert"
          className={`${layout.box} ${layout.split} ${classes['alert']}`}
          data-tone={one.kind === 'success' ? 'teal' : 'red'}
        >
          <div>
            <p>{one.message}</p>
            {one.advice && <p>{one.advice}</p>}
          </div>
          <button
            type="button"
            className="tegeka-round"
            aria-label="Dismiss"
            onClick={() => dismissAlert(one.id)}
          >
            <IconX size={16} aria-hidden />
          </button>
        </div>
      ))}
    </div>
  );
}
