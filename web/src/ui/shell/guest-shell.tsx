import type { ReactNode } from 'react';
import classes from './guest.module.css';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { useMantineColorScheme } from '@mantine/core';
import { SchemeIcon } from './guest-icons.tsx';

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

/** The mark of the product: two woven strands, one paying into the other. */
function ProductMark({ size = 32 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      className={classes['mark']}
    >
      <rect width="32" height="32" rx="8" className={classes['markGround']} />
      <path
        d="M8 11h16M16 11v6l-5 5M16 17l5 5"
        fill="none"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={classes['markLine']}
      />
    </svg>
  );
}

/** The product's mark and name. */
export function ProductLogo() {
  return (
    <span className={classes['logo']}>
      <ProductMark />
      <span className={classes['logoName']}>{PRODUCT_NAME}</span>
    </span>
  );
}

/** Changes between light and dark; what is chosen is kept. */
export function SchemeSwitch() {
  const { toggleColorScheme } = useMantineColorScheme();
  return (
    <button
      type="button"
      className={classes['round']}
      aria-label="Switch between light and dark"
      title="Light or dark"
      onClick={toggleColorScheme}
    >
      <SchemeIcon />
    </button>
  );
}
