import type { CustomerImport } from '@tegeka/contract/customer-imports.ts';
import { countWords } from '#ui/list/count-words.ts';
import css from './imports.module.css';

/** The counts of an upload, large. */
export function ImportFigures({ upload }: { upload: CustomerImport }) {
  const { rows, goodRows, refusedRows, imported } = upload;
  const figures: (readonly [label: string, count: number | null])[] = [
    ['Rows', rows],
    imported === null ? ['Good', goodRows] : ['Added', imported],
    ['Refused', refusedRows],
  ];
  return (
    <dl className={css.figures}>
      {figures.map(([label, count]) => (
        <div key={label} className={css.figure}>
          <dt>{label}</dt>
          <dd>{count === null ? '–' : countWords(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
