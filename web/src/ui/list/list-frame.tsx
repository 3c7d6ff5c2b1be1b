import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './list-frame.module.css';

/** Above a list: how many there are, and what can be done with all of them or anew. */
export function ListHead({ count, children }: { count: ReactNode; children: ReactNode }) {
  return (
    <div className={css.head}>
      <p className={css.count}>{count}</p>
      <div className={css.actions}>{children}</div>
    </div>
  );
}

/** Between the head of a list and the list: tabs on the left, search and other tools on the right. */
export function ListBar({ tabs, children }: { tabs: ReactNode; children: ReactNode }) {
  return (
    <div className={css.bar}>
      {tabs}
      <div className={css.tools}>{children}</div>
    </div>
  );
}

/** What stands above a list. Until it is known whether there is one, only its room is kept. */
export function ListTop({ known, children }: { known: boolean; children: ReactNode }) {
  return (
    <div className={known ? undefined : css.unknown}>
      {!known && (
        <div className={css.veil} aria-hidden>
          <Skeleton height="100%" />
          <Skeleton height="100%" />
        </div>
      )}
      {children}
    </div>
  );
}

/** What stands in the place of a list until its first answer. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <output className={css.skeletons} aria-label={label}>
      {['head', 'a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} height={48} />
      ))}
    </output>
  );
}
