import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Import } from '@tegeka/contract/imports/import-endpoints.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { useUploads } from './import-calls.ts';
import { BackLink, UploadLink } from './import-links.tsx';
import type { ImportScreens } from './import-screens.ts';
import { ImportUpload } from './import-upload.tsx';
import { isOpen, resultWords, stageOf, STAGES } from './import-words.ts';
import { alert } from '#platform/device/page.ts';
import { StatusBadge } from '#ui/detail/shown-value.tsx';
import { showSize } from '#ui/form/file-check.ts';
import { type Column, DataTable, Pagination } from '#ui/list/data-table.tsx';
import { withSearch } from '#ui/list/list-definition.ts';
import layout from '#ui/shell/layout.module.css';
import css from './imports.module.css';

const TEMPLATES = [
  { name: 'Excel template', ending: 'xlsx' },
  { name: 'CSV template', ending: 'csv' },
];

/** Which columns a file has, and a template to begin with. */
function FileColumns({ kind, rowText, template }: ImportScreens) {
  return (
    <section className={layout.card} aria-labelledby="columns-heading">
      <h2 id="columns-heading" className={layout.heading}>
        What goes in the file
      </h2>
      <p className={layout.text}>
        A row with the names of the columns, then one {kind.one} in each row; a title may stand
        above. {rowText}
      </p>
      <div className={layout.actions}>
        {TEMPLATES.map(({ name, ending }) => (
          <Button
            key={ending}
            component="a"
            href={`${template}.${ending}`}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {name}
          </Button>
        ))}
      </div>
      <dl className={css.columns}>
        {Object.entries(kind.columns).map(([name, { label, required, example }]) => (
          <div key={name}>
            <dt>
              {label}
              {required && <span className={css.needed}> needed</span>}
            </dt>
            <dd>{example}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const columnsOf = (screens: ImportScreens): readonly Column<Import>[] => [
  {
    label: 'File',
    cell: (upload) => (
      <UploadLink screens={screens} upload={upload}>
        {upload.fileName}
      </UploadLink>
    ),
    sub: ({ size }) => showSize(size),
  },
  { label: 'Uploaded', cell: ({ createdAt }) => showMoment(createdAt) },
  { label: 'By', cell: ({ by }) => by },
  { label: 'Result', cell: (upload) => resultWords(screens.kind, upload) },
  {
    label: 'Status',
    cell: (upload) => <StatusBadge {...STAGES[stageOf(upload)]} />,
    corner: true,
  },
];

interface ImportHomeProps {
  screens: ImportScreens;
  merchantId: string;
  page: number;
  /** Why nothing can be added for now, in words; null where it can. */
  blocked: string | null;
}

/** Where files are uploaded, and the uploads so far, each with its own address. */
export function ImportHome({ screens, merchantId, page, blocked }: ImportHomeProps) {
  const { data, isPlaceholderData } = useUploads(screens, merchantId, page);
  const { data: newest } = useUploads(screens, merchantId, 0);
  const navigate = useNavigate();
  const router = useRouter();
  const arrived = ({ id, fileName }: Import) => {
    // A file may arrive after the person has left this screen.
    const here = router.state.location.pathname.replace(/\/$/, '');
    if (here === screens.home.to) void navigate(withSearch(screens.one(id), {}));
    else alert({ kind: 'success', message: `${fileName} has arrived and is being checked.` });
  };
  return (
    <div className={layout.stack}>
      <BackLink link={screens.list}>{screens.listLabel}</BackLink>
      <div className={css.pair}>
        <ImportUpload
          screens={screens}
          merchantId={merchantId}
          blocked={blocked}
          open={newest?.content.find(isOpen) ?? null}
          onArrived={arrived}
        />
        <FileColumns {...screens} />
      </div>
      <section aria-labelledby="uploads-heading" className={layout.stack}>
        <h2 id="uploads-heading" className={layout.heading}>
          Earlier uploads
        </h2>
        {data?.content.length === 0 && (
          <p className={layout.text}>
            None yet. Every file that you upload is listed here with its result.
          </p>
        )}
        {data && data.content.length > 0 && (
          <div>
            <DataTable
              label="Uploads"
              columns={columnsOf(screens)}
              rows={data.content}
              keyOf={({ id }) => id}
              busy={isPlaceholderData}
            />
            <Pagination
              {...data}
              onPage={(to) => void navigate(withSearch(screens.home, { page: to || undefined }))}
            />
          </div>
        )}
      </section>
    </div>
  );
}
