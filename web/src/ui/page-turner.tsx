import { Button } from '@mantine/core';
import css from './page-turner.module.css';

interface PageTurnerProps {
  /** From 0. */
  page: number;
  totalPages: number;
  totalElements: number;
  onPage: (page: number) => void;
}

/** Where one is in a list of several pages, and the ways on. */
export function PageTurner({ page, totalPages, totalElements, onPage }: PageTurnerProps) {
  return (
    <nav className={css.pages} aria-label="Pages">
      <span>
        {totalElements} {totalElements === 1 ? 'entry' : 'entries'}
        {totalPages > 1 && `, page ${page + 1} of ${totalPages}`}
      </span>
      {totalPages > 1 && (
        <span className={css.ways}>
          <Button variant="default" disabled={page === 0} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button
            variant="default"
            disabled={page + 1 >= totalPages}
            onClick={() => onPage(page + 1)}
          >
            Next
          </Button>
        </span>
      )}
    </nav>
  );
}
