import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  IMPORT_COLUMN_NAMES,
  type ImportColumn,
  type ImportMapping,
} from '@tegeka/contract/customer-import-rules.ts';
import type { CustomerImport, listRefusedRows } from '@tegeka/contract/customer-imports.ts';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { useState } from 'react';
import {
  fetchRefusedRows,
  refusedRowsQuery,
  type UploadIds,
} from '#features/imports/import-calls.ts';
import { columnLabel } from '#features/imports/import-words.ts';
import { cache } from '#platform/call/cache.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { countWords } from '#ui/list/count-words.ts';
import { type Column, DataTable } from '#ui/list/data-table.tsx';
import { FieldError } from '#ui/form/field-note.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { PageTurner } from '#ui/list/page-turner.tsx';
import { saveFile } from '#ui/detail/save-file.ts';
import css from './imports.module.css';

type Row = OutputOf<typeof listRefusedRows>['content'][number];

/** What the file has in one of our columns. */
function cellOf(row: Row, mapping: ImportMapping, name: ImportColumn): string {
  const place = mapping[name];
  return place === undefined ? '' : (row.cells[place] ?? '');
}

function ErrorsCell({ row, mapping }: { row: Row; mapping: ImportMapping }) {
  return (
    <ul className={css.faults}>
      {row.refusals.map(({ column, code, message }) => {
        const name = IMPORT_COLUMN_NAMES.find((known) => known === column);
        const cell = name ? cellOf(row, mapping, name) : '';
        return (
          <li key={`${column ?? ''} ${code}`}>
            <strong>{columnLabel(column)}</strong>
            {cell && <q className={css.cell}>{cell}</q>} <span>{message}</span>
          </li>
        );
      })}
    </ul>
  );
}

const columnsOf = (mapping: ImportMapping): readonly Column<Row>[] => [
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
    cell: (row) => {
      const names = (['firstName', 'middleName', 'lastName'] as const)
        .map((name) => cellOf(row, mapping, name))
        .filter((text) => text.trim() !== '');
      return (
        <div className={css.name}>
          {names.join(' ') || '(no name)'}
          <span className={css.sub}>{cellOf(row, mapping, 'customerReferenceNumber')}</span>
        </div>
      );
    },
  },
  {
    label: 'What is wrong',
    sentence: true,
    cell: (row) => <ErrorsCell row={row} mapping={mapping} />,
  },
];

interface ImportRefusedProps {
  ids: UploadIds;
  upload: CustomerImport;
  page: number;
  onPage: (page: number) => void;
}

/** The refused rows, page by page, as they stand in the file. */
export function ImportRefused({ ids, upload, page, onPage }: ImportRefusedProps) {
  const { data, error, isFetching, refetch } = useQuery(
    { ...refusedRowsQuery(ids, page), placeholderData: (before) => before },
    cache,
  );
  return (
    <section className={css.stack} aria-labelledby="rows-heading">
      <h3 id="rows-heading" className={css.heading}>
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
        <p className={css.text}>They are no longer here: we keep refused rows for 30 days.</p>
      )}
      {data && data.totalElements > 0 && (
        <div>
          <DataTable
            label="Refused rows"
            columns={columnsOf(upload.mapping)}
            rows={data.content}
            keyOf={({ row }) => String(row)}
            busy={isFetching}
          />
          <PageTurner {...data} onPage={onPage} />
        </div>
      )}
    </section>
  );
}

/** Saves the refused rows with their reasons, to be corrected and uploaded. */
export function ImportRefusedSave({ ids, upload }: Pick<ImportRefusedProps, 'ids' | 'upload'>) {
  const [busy, run] = useBusy();
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    setError(null);
    try {
      const name = upload.fileName.replace(/\.\w+$/, '');
      saveFile(await fetchRefusedRows(ids), `${name}-refused-rows.csv`);
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
