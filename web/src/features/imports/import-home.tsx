import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import {
  IMPORT_COLUMN_NAMES,
  IMPORT_COLUMNS,
  type ImportColumn,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import type { CustomerImport } from '@tegeka/contract/customers/customer-imports.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { useUploads } from './import-calls.ts';
import { BackLink, UploadLink } from './import-links.tsx';
import { ImportUpload } from './import-upload.tsx';
import { isOpen, resultWords, stageOf, STAGES } from './import-words.ts';
import { alert } from '#platform/device/alert.ts';
import { StatusBadge } from '#ui/detail/status-badge.tsx';
import { showSize } from '#ui/form/file-check.ts';
import { type Column, DataTable, PageTurner } from '#ui/list/data-table.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './imports.module.css';

/** What each column holds, by example. */
const EXAMPLES: Record<ImportColumn, string> = {
  firstName: 'Grace',
  middleName: 'Nakato',
  lastName: 'Okello',
  phoneNumber: '0772 123 456',
  email: 'grace@customer.example',
  customerReferenceNumber: 'CUS-0017',
};

const TEMPLATES = [
  { name: 'Excel template', href: '/customers-template.xlsx' },
  { name: 'CSV template', href: '/customers-template.csv' },
];

/** Which columns a file of customers has, and a template to begin with. */
function FileColumns() {
  return (
    <section className={layout.card} aria-labelledby="columns-heading">
      <h2 id="columns-heading" className={layout.heading}>
        What goes in the file
      </h2>
      <p className={layout.text}>
        A row with the names of the columns, then one customer in each row; a title may stand above.
        Each customer needs a phone number or an email.
      </p>
      <dl className={css.columns}>
        {IMPORT_COLUMN_NAMES.map((name) => (
          <div key={name}>
            <dt>
              {IMPORT_COLUMNS[name].label}
              {IMPORT_COLUMNS[name].required && <span className={css.needed}> needed</span>}
            </dt>
            <dd>{EXAMPLES[name]}</dd>
          </div>
        ))}
      </dl>
      <div className={layout.actions}>
        {TEMPLATES.map(({ name, href }) => (
          <Button
            key={href}
            component="a"
            href={href}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {name}
          </Button>
        ))}
      </div>
    </section>
  );
}

const COLUMNS: readonly Column<CustomerImport>[] = [
  {
    label: 'File',
    cell: (upload) => <UploadLink upload={upload}>{upload.fileName}</UploadLink>,
    sub: ({ size }) => showSize(size),
  },
  { label: 'Uploaded', cell: ({ createdAt }) => showMoment(createdAt) },
  { label: 'By', cell: ({ by }) => by },
  { label: 'Result', cell: resultWords },
  {
    label: 'State',
    cell: (upload) => <StatusBadge {...STAGES[stageOf(upload)]} />,
    corner: true,
  },
];

const PATH = '/dashboard/customers/uploads';

interface ImportHomeProps {
  merchantId: string;
  page: number;
  /** Why nothing can be added for now, in words; null where it can. */
  blocked: string | null;
}

/** Where files are uploaded, and the uploads so far, each with its own address. */
export function ImportHome({ merchantId, page, blocked }: ImportHomeProps) {
  const { data, isPlaceholderData } = useUploads(merchantId, page);
  const { data: newest } = useUploads(merchantId, 0);
  const navigate = useNavigate();
  const router = useRouter();
  const arrived = ({ id, fileName }: CustomerImport) => {
    // A file may arrive after the person has left this screen.
    if (router.state.location.pathname.replace(/\/$/, '') === PATH)
      void navigate({ to: `${PATH}/$importId`, params: { importId: id } });
    else alert({ kind: 'success', message: `${fileName} has arrived and is being checked.` });
  };
  return (
    <div className={css.page}>
      <BackLink to="/dashboard/customers">Customers</BackLink>
      <div className={css.pair}>
        <ImportUpload
          merchantId={merchantId}
          blocked={blocked}
          open={newest?.content.find(isOpen) ?? null}
          onArrived={arrived}
        />
        <FileColumns />
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
              columns={COLUMNS}
              rows={data.content}
              keyOf={({ id }) => id}
              busy={isPlaceholderData}
            />
            <PageTurner
              {...data}
              onPage={(to) => void navigate({ to: PATH, search: { page: to || undefined } })}
            />
          </div>
        )}
      </section>
    </div>
  );
}
