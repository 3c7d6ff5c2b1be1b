import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Import } from '@tegeka/contract/imports/import-shapes.ts';
import { IMPORT_WAIT_DAYS, type ImportKind } from '@tegeka/contract/imports/import-kind.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { uploadsQuery } from './import-calls.ts';
import { type UploadsProps, useOpenUpload } from './import-open.tsx';
import { ImportUpload } from './import-upload.tsx';
import { arrivedText, resultText, stageOf, STAGES } from './import-texts.ts';
import { cache } from '#platform/call/cache.ts';
import { alert } from '#platform/device/page.ts';
import { RelatedList } from '#ui/detail/related-list.tsx';
import { TextLink } from '#ui/detail/shown-value.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { Pagination } from '#ui/list/data-table.tsx';
import { withSearch } from '#ui/list/list-definition.ts';
import layout from '#ui/shell/layout.module.css';
import css from './imports.module.css';

/** What the columns of a file are called, each with an example. */
const exampleRows = ({ columns }: ImportKind) =>
  Object.values(columns).map(
    ({ label, required, example }) => [label, required ? `${example} (needed)` : example] as const,
  );

interface ImportHomeProps extends UploadsProps {
  page: number;
  /** Why nothing can be added for now, in words; null where it can. */
  blocked: string | null;
}

/** Where files are uploaded, and the uploads so far, each with its own address. */
export function ImportHome({ page, blocked, ...props }: ImportHomeProps) {
  const { screens, merchantId } = props;
  const { kind, rowText, template, home, list, listLabel } = screens;
  const uploads = uploadsQuery(screens, merchantId, page);
  const { data } = useQuery(uploads, cache);
  const open = useOpenUpload(props);
  const navigate = useNavigate();
  const router = useRouter();
  const onArrived = (upload: Import) => {
    const { id, mappingNeeded } = upload;
    // A file may arrive after the person has left this screen.
    if (router.state.location.pathname.replace(/\/$/, '') === home)
      void navigate(withSearch(screens.one(id), mappingNeeded ? { columns: 'match' } : {}));
    else alert({ kind: 'success', message: arrivedText(upload) });
  };
  return (
    <div className={layout.stack}>
      <header className={layout.spread}>
        <h2 className={layout.title}>Upload a file</h2>
        <TextLink link={{ to: list }}>Back to {listLabel}</TextLink>
      </header>
      <p className={layout.text}>
        We check the whole file first. Then you see which rows are good, and choose what to add. You
        have {IMPORT_WAIT_DAYS} days for that. {rowText} Begin with an{' '}
        <a href={`${template}.xlsx`} download className={layout.anchor}>
          Excel template
        </a>{' '}
        or a{' '}
        <a href={`${template}.csv`} download className={layout.anchor}>
          CSV template
        </a>
        , or use a file of yours with the names of the columns above its {kind.many}.
      </p>
      <div className={css.pair}>
        <div className={layout.stack}>
          <ImportUpload {...props} blocked={blocked} open={open} onArrived={onArrived} />
          <RelatedList
            heading="Earlier uploads"
            query={uploads}
            none="None yet. Every file that you upload is listed here with its result."
            rows={({ content }) =>
              content.map((upload) => ({
                key: upload.id,
                link: withSearch(screens.one(upload.id), { page: page || undefined }),
                title: upload.fileName,
                sub: `${showMoment(upload.createdAt)} by ${upload.by}. ${resultText(kind, upload)}`,
                state: STAGES[stageOf(upload)].value,
                stateLabels: STAGES[stageOf(upload)].label,
              }))
            }
          />
          {data && data.totalPages > 1 && (
            <Pagination
              {...data}
              onPage={(to) => void navigate(withSearch({ to: home }, { page: to || undefined }))}
            />
          )}
        </div>
        <SummaryCard title="What goes in the file" rows={exampleRows(kind)} />
      </div>
    </div>
  );
}
