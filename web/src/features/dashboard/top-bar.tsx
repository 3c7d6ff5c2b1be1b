import { config } from '#platform/config.ts';
import { SchemeSwitch } from '#ui/scheme-switch.tsx';
import css from './signed-in-shell.module.css';

/** Where the person is, in which environment, and the switch between light and dark. */
export function TopBar({ title, group }: { title: string; group: string | null }) {
  return (
    <>
      <div className={css.place}>
        {group && <p className={css.crumbs}>{group}</p>}
        <h1 className={css.title}>{title}</h1>
      </div>
      <div className={css.tools}>
        {config().environment === 'SANDBOX' && <span className={css.sandbox}>SANDBOX</span>}
        <SchemeSwitch />
      </div>
    </>
  );
}
