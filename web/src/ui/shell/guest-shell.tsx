import type { ReactNode } from 'react';
import classes from './guest.module.css';
import { ProductLogo } from './product-logo.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';

/** What stands around the pages of people who are not signed in: pattern, logo, one card. */
export function GuestShell({ children }: { children: ReactNode }) {
  return (
    <div className={classes['shell']}>
      <div className={classes['pattern']} aria-hidden="true" />
      <header className={classes['header']}>
        <ProductLogo />
        <SchemeSwitch />
      </header>
      <main className={classes['main']}>{children}</main>
    </div>
  );
}
