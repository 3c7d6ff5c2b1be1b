import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  IMPORT_COLUMN_NAMES,
  type ImportColumn,
  type ImportMapping,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import {
  type CustomerImport,
  exportRefusedRows,
  type listRefusedRows,
} from '@tegeka/contract/customers/customer-imports.ts';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { useState } from 'react';
import { refusedRowsQuery } from './import-calls.ts';
import type { ImportPart } from './import-parts.tsx';
import { columnLabel, firstRowsWords, REMEDIES } from './import-words.ts';
import { cache } from '#platform/call/cache.ts';
import { callForBytes } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { saveFile } from '#platform/call/file-url.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { FieldError } from '#ui/form/field-note.tsx';
import { countWords } from '#ui/list/list-query.ts';
import { type Column, DataTable, PageTurner } from '#ui/list/data-table.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './imports.module.css';

type Group = CustomerImport['refusals'][number];
type Row = OutputOf<typeof listRefusedRows>['content'][number];

const REASONS: readonly Column<Group>[] = [
  { label: 'Column', cell: ({ column }) => <strong>{columnLabel(column)}</strong> },
  {
    label: 'What is wrong',
    sentence: true,
    cell: ({ message }) => <span>{message}</span>,
    sub: ({ code }) => REMEDIES[code],
  },
  { label: 'Rows', cell: ({ rows }) => countWords(rows) },
  { label: 'First rows', cell: ({ firstRows, rows }) => firstRowsWords(firstRows, rows) },
];

function rowColumns(mapping: ImportMapping): readonly Column<Row>[] {
  /** What the file has in one of our columns. */
  const cellOf = ({ cells }: Row, name: ImportColumn | undefined) =>
    cells[(name && mapping[name]) ?? -1] ?? '';
  const names = (row: Row) =>
    (['firstName', 'middleName', 'lastName'] as const)
      .map((name) => cellOf(row, name))
      .filter((text) => text.trim() !== '');
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
    {
      label: 'Customer',
      cell: (row) => <span className={css.name}>{names(row).join(' ') || '(no name)'}</span>,
      sub: (row) => cellOf(row, 'customerReferenceNumber'),
    },
    {
      label: 'What is wrong',
      sentence: true,
      cell: (row) => (
        <ul className={css.faults}>
          {row.refusals.map(({ column, code, message }) => {
            const name = IMPORT_COLUMN_NAMES.find((known) => known === column);
            const cell = cellOf(row, name);
            return (
              <li key={`${column ?? ''} ${code}`}>
                <strong>{columnLabel(column)}</strong>
                {cell && <q className={css.cell}>{cell}</q>} <span>{message}</span>
              </li>
            );
          })}
        </ul>
      ),
    },
  ];
}

/** Saves the refused rows with their reasons, to be corrected and uploaded. */
export function SaveRefused({ ids, upload }: Pick<ImportPart, 'ids' | 'upload'>) {
  const [busy, run] = useBusy();
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    setError(null);
    try {
      const name = upload.fileName.replace(/\.\w+$/, '');
      const file = await callForBytes(exportRefusedRows, { params: ids });
      saveFile(file, `${name}-refused-rows.csv`);
    } catch (failure) {
      setError(failure instanceof CallFailed ? failure.words() : 'The file could not be saved.');
    }
  };
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={busy}
        onClick={() => void run(save)}
      >
        Save the refused rows
      </Button>
      <div role="alert">{error && <FieldError>{error}</FieldError>}</div>
    </div>
  );
}

/** Why rows were refused: reason by reason, then row by row as they stand in the file. */
function Refusals({ ids, upload, search, onSearch }: ImportPart) {
  const { data, error, isFetching, refetch } = useQuery(
    { ...refusedRowsQuery(ids, search.page ?? 0), placeholderData: (before) => before },
    cache,
  );
  return (
    <>
      <section className={layout.stack} aria-labelledby="reasons-heading">
        <div className={css.bar}>
          <h3 id="reasons-heading" className={layout.heading}>
            Why rows were refused
          </h3>
          {data?.totalElements !== 0 && <SaveRefused ids={ids} upload={upload} />}
        </div>
        <DataTable
          label="Reasons"
          columns={REASONS}
          rows={upload.refusals}
          keyOf={({ column, code }) => `${column ?? ''} ${code}`}
          busy={false}
        />
      </section>
      <section className={layout.stack} aria-labelledby="rows-heading">
        <h3 id="rows-heading" className={layout.heading}>
          Refused rows
        </h3>
        {!data && error && (
          <NoteBox tone="bad">
            <p>{error instanceof CallFailed ? error.words() : 'The rows could not be shown.'}</p>
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
              columns={rowColumns(upload.mapping)}
              rows={data.content}
              keyOf={({ row }) => String(row)}
              busy={isFetching}
            />
            <PageTurner
              {...data}
              onPage={(page) => onSearch({ ...search, page: page || undefined })}
            />
          </div>
        )}
      </section>
    </>
  );
}

/** Why rows were refused; nothing where none was. */
export const ImportRefusals = (part: ImportPart) =>
  part.upload.refusedRows ? <Refusals {...part} /> : null;
