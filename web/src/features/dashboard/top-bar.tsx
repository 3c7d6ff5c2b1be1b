import { IconDevices } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { config } from '#platform/config/config.ts';
import { SchemeSwitch } from '#ui/shell/scheme-switch.tsx';
import css from './signed-in-shell.module.css';

/** That nothing here is real. */
const Sandbox = () =>
  config().environment === 'SANDBOX' && <span className={css.sandbox}>SANDBOX</span>;

/** Where the person is, in which environment, the way to their own sessions, and the switch of colours. */
export function TopBar({ title, group }: { title: string | null; group: string | null }) {
  return (
    <>
      <div className={css.place}>
        <p className={css.crumbs}>
          {group}
          <span className={css.onPhone}>
            <Sandbox />
          </span>
        </p>
        {title !== null && <h1 className={css.title}>{title}</h1>}
      </div>
      <div className={css.tools}>
        <span className={css.beside}>
          <Sandbox />
        </span>
        <Link
          to="/dashboard/profile/sessions"
          className={css.tool}
          aria-label="Your sessions"
          title="Your sessions"
        >
          <IconDevices size={20} stroke={1.7} aria-hidden />
        </Link>
        <SchemeSwitch />
      </div>
    </>
  );
}
