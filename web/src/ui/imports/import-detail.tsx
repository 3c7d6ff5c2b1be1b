import { useQuery } from '@tanstack/react-query';
import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import type { Import } from '@tegeka/contract/imports/import-shapes.ts';
import { columnLabel } from '@tegeka/contract/imports/import-kind.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { lazy, Suspense } from 'react';
import { uploadQuery } from './import-calls.ts';
import type { ImportScreens, UploadIds } from './import-screens.ts';
import { correctText, resultOf } from './import-results.ts';
import {
  firstRowsText,
  isAtWork,
  isWrong,
  madeOf,
  percentOf,
  pollingText,
  progressText,
  stageOf,
  STAGES,
} from './import-texts.ts';
import { cache, refetch } from '#platform/call/cache.ts';
import { call, callForBytes } from '#platform/call/call.ts';
import { type DetailAction, DetailDrawer } from '#ui/detail/detail-drawer.tsx';
import { type ConfirmedAction, useActionDialogs } from '#ui/detail/detail-action-dialogs.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import { SaveButton } from '#ui/feedback/save-button.tsx';
import { showSize } from '#platform/call/file-save.ts';
import { type Column, DataTable } from '#ui/list/data-table.tsx';
import { withSearch } from '#ui/list/list-definition.ts';
import { formatCount } from '#ui/list/list-query.ts';
import layout from '#ui/shell/layout.module.css';

// Loaded on demand: few files need it, and its code is large.
const ImportColumns = lazy(async () => ({
  default: (await import('./import-columns.tsx')).ImportColumns,
}));
const ImportHeader = lazy(async () => ({
  default: (await import('./import-columns.tsx')).ImportHeader,
}));

interface UploadProps {
  screens: ImportScreens;
  ids: UploadIds;
  upload: Import;
}

/** The actions of an upload with the questions before them. */
function consentRequestsOf({ screens, ids, upload }: UploadProps): ConfirmedAction[] {
  const { kind, endpoints, follows } = screens;
  const { state, goodRows, refusedRows } = upload;
  const params = { ...ids };
  const wrong = isWrong(upload);
  const canImport = state === 'CHECKED' && Boolean(goodRows);
  const made = madeOf(kind, goodRows ?? 0);
  const left = `The refused rows will be left out. ${correctText(kind)} `;
  const importing: ConfirmedAction = {
    name: 'import',
    label: `Import ${made}`,
    blocked: null,
    heading: `Import ${made}?`,
    text: `They are added to your list; if something goes wrong, none is. ${wrong ? left : ''}${follows}`,
    send: () =>
      call(endpoints.confirm, { params, body: { mode: refusedRows ? 'GOOD_ROWS' : 'ALL' } }),
  };
  const cancelling: ConfirmedAction = {
    name: 'cancel',
    label: wrong ? 'Cancel and correct the file' : 'Cancel the upload',
    blocked: null,
    heading: 'Cancel this upload?',
    text: `Nothing will be added, and we delete the file. Your own copy of it stays.${wrong ? ' Save the refused rows first: they say what to correct.' : ''}`,
    leave: 'Keep it',
    danger: state === 'UPLOADED' || canImport,
    send: () => call(endpoints.cancel, { params }),
  };
  if (state !== 'UPLOADED' && state !== 'CHECKED') return [];
  return canImport ? [importing, cancelling] : [cancelling];
}

/** The links of an upload. */
function linksOf({ one, list, made, home }: ImportScreens, upload: Import): DetailAction[] {
  const { id, waitsUntil, endedAt, imported } = upload;
  const way = (label: string, link: LinkProps) => ({ name: label, label, blocked: null, link });
  const again = way('Upload another file', { to: home });
  if (imported) return [way(made.label, withSearch({ to: list }, made.search)), again];
  if (endedAt !== null) return [again];
  const columns = withSearch(one(id), { columns: 'match' });
  return waitsUntil === null ? [] : [way('Match the columns', columns)];
}

const reasonsOf = ({ kind }: ImportScreens): readonly Column<Import['refusals'][number]>[] => [
  { label: 'Column', cell: ({ column }) => <strong>{columnLabel(kind, column)}</strong> },
  {
    label: 'What is wrong',
    cell: ({ message }) => <span>{message}</span>,
    sub: ({ code }) => kind.refusals[code]?.remedy,
  },
  { label: 'Count', cell: ({ rows }) => formatCount(rows) },
  { label: 'Rows', cell: ({ firstRows, rows }) => firstRowsText(firstRows, rows) },
];

/** Why rows were refused, by reason, and the refused rows as a file to correct and upload. */
function Refusals({ screens, ids, upload }: UploadProps) {
  const { endpoints } = screens;
  const name = `${upload.fileName.replace(/\.\w+$/, '')}-refused-rows.csv`;
  return (
    <>
      <div className={layout.split}>
        <h3 className={layout.heading}>Why rows were refused</h3>
        {upload.refusedKept ? (
          <SaveButton
            name={name}
            load={() => callForBytes(endpoints.exportRefused, { params: { ...ids }, query: {} })}
          >
            Save the refused rows
          </SaveButton>
        ) : (
          <p>The rows are no longer here: we keep refused rows for 30 days.</p>
        )}
      </div>
      <DataTable
        label="Reasons"
        columns={reasonsOf(screens)}
        rows={upload.refusals}
        keyOf={({ column, message }) => `${column ?? ''} ${message}`}
        busy={false}
      />
    </>
  );
}

/** The facts of an upload, with counts once it is checked. */
function factsOf({ rows, goodRows, refusedRows, imported, waitsUntil, ...upload }: Import) {
  const counts = [
    ['Rows', rows],
    [imported === null ? 'Good' : 'Added', imported ?? goodRows],
    ['Refused', refusedRows],
  ] as const;
  const until = waitsUntil && `${showMoment(waitsUntil)}, then it is cancelled and deleted`;
  const facts: (readonly [label: string, value: string | null])[] = [
    ...counts.map(([label, count]) => [label, count === null ? null : formatCount(count)] as const),
    ['Uploaded', `${showMoment(upload.createdAt)} by ${upload.by}, ${showSize(upload.size)}`],
    ['Names of columns', `In row ${formatCount(upload.headerRow)}`],
    ['Waits until', until],
  ];
  return facts.filter(([, value]) => value !== null);
}

/** The drawer of an upload: stage, progress, result and actions. */
export function ImportDetail({ screens, ids }: Omit<UploadProps, 'upload'>) {
  const { data: upload, error } = useQuery(uploadQuery(screens, ids), cache);
  const { columns }: { columns?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const onClose = useBackTo(screens.home);
  const refresh = () => void refetch(screens.endpoints.get, screens.endpoints.list);
  const asked = upload ? consentRequestsOf({ screens, ids, upload }) : [];
  const { actions, dialog } = useActionDialogs(ids.importId, asked, refresh);
  if (!upload) return null;
  const { fileName, progress, waitsUntil } = upload;
  const { value, label } = STAGES[stageOf(upload)];
  const { heading, text, tone, title } = resultOf(screens, upload);
  const onMatched = () => {
    refresh();
    void navigate(withSearch(screens.one(upload.id), {}));
  };
  if (columns !== undefined && waitsUntil !== null) {
    const Form = columns === 'header' ? ImportHeader : ImportColumns;
    return (
      <Suspense>
        <Form {...{ screens, ids, upload }} onClose={onMatched} />
      </Suspense>
    );
  }
  const links = linksOf(screens, upload);
  return (
    <DetailDrawer
      heading={fileName}
      state={value}
      stateLabels={label}
      actions={upload.state === 'CHECKED' ? [...actions, ...links] : [...links, ...actions]}
      onClose={onClose}
    >
      <div aria-live="polite">
        {tone ? (
          <NoteBox tone={tone} {...(title && { title })}>
            {text}
          </NoteBox>
        ) : (
          <p className={layout.text}>{text}</p>
        )}
      </div>
      {isAtWork(upload) && (
        <ProgressLine
          label={label}
          percent={progress && percentOf(progress.rows, progress.total)}
          text={progressText(progress)}
        />
      )}
      {error && <NoteBox tone="warning">{pollingText(error)}</NoteBox>}
      <SummaryCard title={heading} rows={factsOf(upload)} />
      {upload.refusals.length > 0 && <Refusals {...{ screens, ids, upload }} />}
      {dialog}
    </DetailDrawer>
  );
}
