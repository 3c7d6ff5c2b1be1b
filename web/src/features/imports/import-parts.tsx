import type { CustomerImport } from '@tegeka/contract/customers/customer-imports.ts';
import { Link, type LinkProps } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import type { UploadIds } from '#features/imports/import-calls.ts';
import type { ListSearch } from '#ui/list/list-search.ts';
import { useFocusHandedOn } from '#ui/shell/focus-page.ts';
import layout from '#ui/shell/layout.module.css';

/** What the parts of the page of an upload have in common. */
export interface ImportPart {
  ids: UploadIds;
  upload: CustomerImport;
  /** What the address says: the page of refused rows, and `columns` while they are said anew. */
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
  /** Shows an upload that has just been moved on. */
  moved: (upload: CustomerImport) => void;
  reload: () => Promise<void>;
}

/** A part of the page, which goes with its stage. */
export function ImportCard({ heading, children }: { heading: string; children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  useFocusHandedOn(place);
  return (
    <section ref={place} className={layout.card}>
      <h3 className={layout.heading}>{heading}</h3>
      {children}
    </section>
  );
}

/** The way back, above the page. */
export function BackLink({ to, children }: { to: NonNullable<LinkProps['to']>; children: string }) {
  return (
    <Link to={to} className={layout.back}>
      <IconArrowLeft size={16} aria-hidden />
      {children}
    </Link>
  );
}
