import { useQuery } from '@tanstack/react-query';
import type { CustomerImport } from '@tegeka/contract/customer-imports.ts';
import { refusedRowsQuery } from '#features/imports/import-calls.ts';
import type { ImportPart } from '#features/imports/import-page.tsx';
import { ImportRefused, ImportRefusedSave } from '#features/imports/import-refused.tsx';
import { columnLabel, firstRowsWords, REMEDIES } from '#features/imports/import-words.ts';
import { cache } from '#platform/call/cache.ts';
import { countWords } from '#ui/list/count-words.ts';
import { type Column, DataTable } from '#ui/list/data-table.tsx';
import css from './imports.module.css';

type Group = CustomerImport['refusals'][number];

const COLUMNS: readonly Column<Group>[] = [
  { label: 'Column', cell: ({ column }) => <strong>{columnLabel(column)}</strong> },
  {
    label: 'What is wrong',
    sentence: true,
    cell: ({ message, code }) => (
      <div>
        <span>{message}</span>
        <span className={css.sub}>{REMEDIES[code]}</span>
      </div>
    ),
  },
  { label: 'Rows', cell: ({ rows }) => countWords(rows) },
  { label: 'First rows', cell: ({ firstRows, rows }) => firstRowsWords(firstRows, rows) },
];

/** Why rows were refused: reason by reason, then row by row. Nothing where none was. */
export function ImportRefusals({ ids, upload, view, onView }: ImportPart) {
  const { data } = useQuery(
    { ...refusedRowsQuery(ids, view.page), enabled: Boolean(upload.refusedRows) },
    cache,
  );
  if (!upload.refusedRows) return null;
  return (
    <>
      <section className={css.stack} aria-labelledby="reasons-heading">
        <div className={css.bar}>
          <h3 id="reasons-heading" className={css.heading}>
            Why rows were refused
          </h3>
          {data?.totalElements !== 0 && <ImportRefusedSave ids={ids} upload={upload} />}
        </div>
        <DataTable
          label="Reasons"
          columns={COLUMNS}
          rows={upload.refusals}
          keyOf={({ column, code }) => `${column ?? ''} ${code}`}
          busy={false}
        />
      </section>
      <ImportRefused
        ids={ids}
        upload={upload}
        page={view.page}
        onPage={(page) => onView({ ...view, page })}
      />
    </>
  );
}
