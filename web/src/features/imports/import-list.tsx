import { Link } from '@tanstack/react-router';
import type { CustomerImport, listCustomerImports } from '@tegeka/contract/customer-imports.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { isAtWork, progressOf, stageOf } from '#features/imports/import-stage.ts';
import { progressWords, resultWords, STAGE_BADGES } from '#features/imports/import-words.ts';
import { type Column, DataTable } from '#ui/list/data-table.tsx';
import { showSize } from '#ui/form/file-check.ts';
import { PageTurner } from '#ui/list/page-turner.tsx';
import { StatusBadge } from '#ui/detail/status-badge.tsx';
import css from './imports.module.css';

const COLUMNS: readonly Column<CustomerImport>[] = [
  {
    label: 'File',
    cell: ({ id, fileName, size }) => (
      <div className={css.name}>
        <Link to="/dashboard/customers/uploads/$importId" params={{ importId: id }}>
          {fileName}
        </Link>
        <span className={css.sub}>{showSize(size)}</span>
      </div>
    ),
  },
  { label: 'Uploaded', cell: ({ createdAt }) => showMoment(createdAt) },
  { label: 'By', cell: ({ by }) => by },
  {
    label: 'Result',
    cell: (upload) => (isAtWork(upload) ? progressWords(progressOf(upload)) : resultWords(upload)),
  },
  {
    label: 'State',
    cell: (upload) => <StatusBadge {...STAGE_BADGES[stageOf(upload)]} />,
    corner: true,
  },
];

interface ImportListProps {
  answer: OutputOf<typeof listCustomerImports>;
  busy: boolean;
  onPage: (page: number) => void;
}

/** The uploads so far, each with its own address. */
export function ImportList({ answer, busy, onPage }: ImportListProps) {
  return (
    <section aria-labelledby="uploads-heading">
      <h2 id="uploads-heading" className={css.heading}>
        Earlier uploads
      </h2>
      {answer.content.length === 0 ? (
        <p className={`${css.text} ${css.none}`}>
          None yet. Every file that you upload is listed here with its result.
        </p>
      ) : (
        <div className={css.list}>
          <DataTable
            label="Uploads"
            columns={COLUMNS}
            rows={answer.content}
            keyOf={({ id }) => id}
            busy={busy}
          />
          <PageTurner {...answer} onPage={onPage} />
        </div>
      )}
    </section>
  );
}
