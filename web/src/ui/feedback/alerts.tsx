import { useSyncExternalStore } from 'react';
import { type Alert, alerts, dismissAlert } from '#platform/device/alert.ts';
import classes from './alerts.module.css';
import { CrossIcon } from '#ui/shell/guest-icons.tsx';

export { alert, dismissAlert } from '#platform/device/alert.ts';

const NONE: readonly Alert[] = [];

/** The notifications, above everything else. Each is announced when it appears. */
export function AlertsRegion() {
  const shown = useSyncExternalStore(alerts.subscribe, alerts.current, () => NONE);
  return (
    <div className={classes['region']}>
      {shown.map((one) => (
        <div key={one.id} role="alert" className={classes['alert']} data-kind={one.kind}>
          <div className={classes['text']}>
            {one.title && <strong>{one.title}</strong>}
            <span>{one.message}</span>
          </div>
          <button
            type="button"
            className={classes['close']}
            aria-label="Dismiss"
            onClick={() => dismissAlert(one.id)}
          >
            <CrossIcon />
          </button>
        </div>
      ))}
    </div>
  );
}
