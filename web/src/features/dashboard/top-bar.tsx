import { IconDevices } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MenuEntry } from '@tegeka/contract/kit/menus.ts';
import { config } from '#platform/config/config.ts';
import { SchemeSwitch } from '#ui/shell/guest-shell.tsx';
import { SearchButton } from '#ui/shell/search-button.tsx';
import css from './signed-in-shell.module.css';

/** Badge of the demo environment. */
const Sandbox = () =>
  config().environment === 'SANDBOX' && <span className={css.sandbox}>SANDBOX</span>;

interface TopBarProps {
  title: string | null;
  group: string | null;
  /** The pages that the search finds. */
  menu: readonly MenuEntry[];
}

/**
 * Title of the page, the search, the environment, a link to the person's sessions, and the colour scheme
 * switch.
 */
export function TopBar({ title, group, menu }: TopBarProps) {
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
        <SearchButton menu={menu} />
        <Link
          to="/dashboard/profile/sessions"
          className="tegeka-round"
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
