import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type {
  ImportColumn,
  ImportMapping,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import {
  type CustomerImport,
  exportRefusedRows,
  type listRefusedRows,
} from '@tegeka/contract/customers/customer-imports.ts';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { refusedRowsQuery, type UploadIds } from './import-calls.ts';
import { columnLabel, firstRowsWords, REMEDIES } from './import-words.ts';
import { cache } from '#platform/call/cache.ts';
import { callForBytes } from '#platform/call/call.ts';
import { alert } from '#platform/device/alert.ts';
import { saveFile } from '#platform/call/file-url.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { outcomeOf, loadingWords } from '#platform/call/call-failed.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { countWords } from '#ui/list/list-query.ts';
import { type Column, DataTable, PageTurner } from '#ui/list/data-table.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './imports.module.css';

const route = getRouteApi('/dashboard/customers/uploads/$importId');

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
  const cellOf = ({ cells }: Row, name: ImportColumn | null) =>
    cells[(name && mapping[name]) ?? -1]?.trim() ?? '';
  const namesOf = (row: Row) =>
    (['firstName', 'middleName', 'lastName'] as const)
      .map((name) => cellOf(row, name))
      .filter(Boolean);
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
      cell: (row) => <span className={layout.broken}>{namesOf(row).join(' ') || '(no name)'}</span>,
      sub: (row) => cellOf(row, 'customerReferenceNumber'),
    },
    {
      label: 'What is wrong',
      sentence: true,
      cell: (row) => (
        <ul className={css.faults}>
          {row.refusals.map(({ column, code, message }) => (
            <li key={`${column ?? ''} ${code}`}>
              <strong>{columnLabel(column)}</strong>
              {cellOf(row, column) && <q className={css.cell}>{cellOf(row, column)}</q>}{' '}
              <span>{message}</span>
            </li>
          ))}
        </ul>
      ),
    },
  ];
}

interface RefusalsProps {
  ids: UploadIds;
  upload: CustomerImport;
}

/** Saves the refused rows with their reasons, to be corrected and uploaded. */
export function SaveRefused({ ids, upload }: RefusalsProps) {
  const [busy, run] = useBusy();
  const save = async () => {
    const outcome = await outcomeOf(callForBytes(exportRefusedRows, { params: ids }));
    const name = upload.fileName.replace(/\.\w+$/, '');
    if (outcome.kind === 'saved') saveFile(outcome.value, `${name}-refused-rows.csv`);
    else alert({ kind: 'error', message: outcome.words });
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={busy}
      onClick={() => void run(save)}
    >
      Save the refused rows
    </Button>
  );
}

/** Why rows were refused: reason by reason, then row by row as they stand in the file. */
export function ImportRefusals({ ids, upload }: RefusalsProps) {
  const { page = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, isFetching, refetch } = useQuery(
    { ...refusedRowsQuery(ids, page), placeholderData: keepPreviousData },
    cache,
  );
  return (
    <>
      <section className={layout.stack} aria-labelledby="reasons-heading">
        <div className={layout.split}>
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
              columns={rowColumns(upload.mapping)}
              rows={data.content}
              keyOf={({ row }) => String(row)}
              busy={isFetching}
            />
            <PageTurner
              {...data}
              onPage={(to) =>
                void navigate({ search: (now) => ({ ...now, page: to || undefined }) })
              }
            />
          </div>
        )}
      </section>
    </>
  );
}
