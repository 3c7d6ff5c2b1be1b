import { Button, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { columnLabel, type ImportMapping } from '@tegeka/contract/imports/import-kind.ts';
import type { Import, ImportEndpoints } from '@tegeka/contract/imports/import-endpoints.ts';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { refusedRowsQuery } from './import-calls.ts';
import type { ImportScreens, PartProps } from './import-screens.ts';
import { firstRowsWords } from './import-words.ts';
import { cache } from '#platform/call/cache.ts';
import { callForBytes } from '#platform/call/call.ts';
import { loadingWords } from '#platform/call/call-failed.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { SaveButton } from '#ui/feedback/save-button.tsx';
import { countWords } from '#ui/list/list-query.ts';
import { type Column, DataTable, Pagination } from '#ui/list/data-table.tsx';
import { withSearch } from '#ui/list/list-definition.ts';
import { listSearchOf } from '#ui/list/list-search.ts';
import layout from '#ui/shell/layout.module.css';
import css from './imports.module.css';

type Group = Import['refusals'][number];
type Row = OutputOf<ImportEndpoints['refused']>['content'][number];

const reasonsOf = ({ kind }: ImportScreens): readonly Column<Group>[] => [
  { label: 'Column', cell: ({ column }) => <strong>{columnLabel(kind, column)}</strong> },
  {
    label: 'What is wrong',
    sentence: true,
    cell: ({ message }) => <span>{message}</span>,
    sub: ({ code }) => kind.refusals[code]?.remedy,
  },
  { label: 'Rows', cell: ({ rows }) => countWords(rows) },
  { label: 'First rows', cell: ({ firstRows, rows }) => firstRowsWords(firstRows, rows) },
];

function rowColumns(
  { kind, names, reference }: ImportScreens,
  mapping: ImportMapping,
): readonly Column<Row>[] {
  /** What the file has in one of our columns. */
  const cellOf = ({ cells }: Row, name: string | null) =>
    name === null ? '' : (cells[mapping[name] ?? -1]?.trim() ?? '');
  const namesOf = (row: Row) => names.map((name) => cellOf(row, name)).filter(Boolean);
  return [
    {
      label: 'Row',
      cell: ({ row }) => (
        <strong>
          <span className={css.phoneOnly}>Row </span>
          {countWords(row)}
        </strong>
      ),
    },
    names.length === 0
      ? { label: columnLabel(kind, reference), cell: (row) => cellOf(row, reference) || 'none' }
      : {
          label: 'Customer',
          cell: (row) => (
            <span className={layout.broken}>{namesOf(row).join(' ') || '(no name)'}</span>
          ),
          sub: (row) => cellOf(row, reference),
        },
    {
      label: 'What is wrong',
      sentence: true,
      cell: (row) => (
        <ul className={css.faults}>
          {row.refusals.map(({ column, code, message }) => (
            <li key={`${column ?? ''} ${code} ${message}`}>
              <strong>{columnLabel(kind, column)}</strong>
              {cellOf(row, column) && <q className={css.cell}>{cellOf(row, column)}</q>}{' '}
              <span>{message}</span>
            </li>
          ))}
        </ul>
      ),
    },
  ];
}

/** Saves the refused rows with their reasons, to be corrected and uploaded. */
export function SaveRefused({ screens, ids, upload }: PartProps) {
  const name = upload.fileName.replace(/\.\w+$/, '');
  return (
    <SaveButton
      name={`${name}-refused-rows.csv`}
      load={() => callForBytes(screens.endpoints.exportRefused, { params: ids })}
    >
      Save the refused rows
    </SaveButton>
  );
}

/** Why rows were refused: reason by reason, then row by row as they stand in the file. */
export function ImportRefusals(part: PartProps) {
  const { screens, ids, upload } = part;
  const address: Record<string, unknown> = useSearch({ strict: false });
  const { page = 0 } = listSearchOf(address);
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery(
    { ...refusedRowsQuery(screens, ids, page), placeholderData: keepPreviousData },
    cache,
  );
  return (
    <>
      <section className={layout.stack} aria-labelledby="reasons-heading">
        <div className={layout.split}>
          <h3 id="reasons-heading" className={layout.heading}>
            Why rows were refused
          </h3>
          {data?.totalElements !== 0 && <SaveRefused {...part} />}
        </div>
        <DataTable
          label="Reasons"
          columns={reasonsOf(screens)}
          rows={upload.refusals}
          keyOf={({ column, message }) => `${column ?? ''} ${message}`}
          busy={false}
        />
      </section>
      <section className={layout.stack} aria-labelledby="rows-heading">
        <h3 id="rows-heading" className={layout.heading}>
          Refused rows
        </h3>
        {!data && error && (
          <NoteBox tone="bad">
            <p>{loadingWords(error)}</p>
            <Button size="xs" mt="xs" loading={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </NoteBox>
        )}
        {!data && !error && <Skeleton height={240} />}
        {data?.totalElements === 0 && (
          <p className={layout.text}>They are no longer here: we keep refused rows for 30 days.</p>
        )}
        {data && data.totalElements > 0 && (
          <div>
            <DataTable
              label="Refused rows"
              columns={rowColumns(screens, upload.mapping)}
              rows={data.content}
              keyOf={({ row }) => String(row)}
              busy={isFetching}
            />
            <Pagination
              {...data}
              onPage={(to) =>
                void navigate(withSearch(screens.one(ids.importId), { page: to || undefined }))
              }
            />
          </div>
        )}
      </section>
    </>
  );
}
