import { Button, NativeSelect } from '@mantine/core';
import { countWords } from './count-words.ts';
import css from './list.module.css';

interface PageTurnerProps {
  /** From 0. */
  page: number;
  totalPages: number;
  totalElements: number;
  /** True where there are more entries than the pages show. */
  capped?: boolean;
  onPage: (page: number) => void;
  /** How many entries a page has, where that can be chosen. */
  sizes?: { size: number; choices: readonly number[]; onSize: (size: number) => void };
}

/** Where one is, in words: `24 entries, page 2 of 3`. */
function placeWords({ page, totalPages, totalElements, capped = false }: PageTurnerProps): string {
  const entries = `${countWords(totalElements, capped)} ${totalElements === 1 ? 'entry' : 'entries'}`;
  if (totalPages <= 1) return entries;
  return `${entries}, page ${countWords(page + 1)} of ${countWords(totalPages)}`;
}

/** Where one is in a list of several pages, and the ways on. */
export function PageTurner(props: PageTurnerProps) {
  const { page, totalPages, sizes, onPage } = props;
  return (
    <nav className={css.pages} aria-label="Pages">
      <span>{placeWords(props)}</span>
      {sizes && (
        <NativeSelect
          aria-label="Entries on a page"
          value={String(sizes.size)}
          data={sizes.choices.map((size) => ({ value: String(size), label: `${size} a page` }))}
          onChange={(event) => sizes.onSize(Number(event.currentTarget.value))}
        />
      )}
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
