import { useMantineColorScheme } from '@mantine/core';
import { IconContrast } from '@tabler/icons-react';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import type { ReactNode } from 'react';
import classes from './guest.module.css';
import layout from './layout.module.css';

/** The product's name, and its mark: two woven strands, one paying into the other. */
export function ProductLogo() {
  return (
    <span className={`${layout.line} ${classes['logo']}`}>
      <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path
          d="M8 11h16M16 11v6l-5 5M16 17l5 5"
          fill="none"
          strokeWidth="3.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {PRODUCT_NAME}
    </span>
  );
}

/** Changes between light and dark; what is chosen is kept. */
export function SchemeSwitch() {
  const { toggleColorScheme } = useMantineColorScheme({
    // Otherwise Mantine adds an inline style sheet, which the Content-Security-Policy blocks.
    keepTransitions: true,
  });
  return (
    <button
      type="button"
      className="tegeka-round"
      aria-label="Switch between light and dark"
      title="Light or dark"
      onClick={toggleColorScheme}
    >
      <IconContrast size={20} aria-hidden />
    </button>
  );
}

/** The layout of pages for people who are not signed in: pattern, logo, one card. */
export function GuestShell({ children }: { children: ReactNode }) {
  return (
    <div className={classes['shell']}>
      <div className={classes['pattern']} aria-hidden="true" />
      <header className={`${layout.split} ${classes['header']}`}>
        <ProductLogo />
        <SchemeSwitch />
      </header>
      <main className={classes['main']}>{children}</main>
    </div>
  );
}
