import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconDownload } from '@tabler/icons-react';
import {
  IMPORT_COLUMN_NAMES,
  IMPORT_COLUMNS,
  type ImportColumn,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import type {
  CustomerImport,
  listCustomerImports,
} from '@tegeka/contract/customers/customer-imports.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { useUploads } from './import-calls.ts';
import { BackLink } from './import-parts.tsx';
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
    cell: ({ id, fileName }) => (
      <Link
        to="/dashboard/customers/uploads/$importId"
        params={{ importId: id }}
        className={css.name}
      >
        {fileName}
      </Link>
    ),
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

interface ImportHomeProps {
  merchantId: string;
  first: OutputOf<typeof listCustomerImports>;
  page: number;
  /** Why nothing can be added for now, in words; null where it can. */
  blocked: string | null;
  onPage: (page: number) => void;
  /** Whether the person is still on this screen: a file may arrive after they have left it. */
  isHere: () => boolean;
  onOpen: (importId: string) => void;
}

/** Where files are uploaded, and the uploads so far, each with its own address. */
export function ImportHome(props: ImportHomeProps) {
  const { merchantId, first, page, blocked, onPage } = props;
  const { data = first, isPlaceholderData } = useUploads(merchantId, page);
  const { data: newest } = useUploads(merchantId, 0);
  const open = newest?.content.find(isOpen) ?? null;
  const arrived = ({ id, fileName }: CustomerImport) => {
    if (props.isHere()) props.onOpen(id);
    else alert({ kind: 'success', message: `${fileName} has arrived and is being checked.` });
  };
  return (
    <div className={css.page}>
      <BackLink to="/dashboard/customers">Customers</BackLink>
      <div className={css.pair}>
        <ImportUpload merchantId={merchantId} blocked={blocked} open={open} onArrived={arrived} />
        <FileColumns />
      </div>
      <section aria-labelledby="uploads-heading" className={css.list}>
        <h2 id="uploads-heading" className={layout.heading}>
          Earlier uploads
        </h2>
        {data.content.length === 0 ? (
          <p className={layout.text}>
            None yet. Every file that you upload is listed here with its result.
          </p>
        ) : (
          <div>
            <DataTable
              label="Uploads"
              columns={COLUMNS}
              rows={data.content}
              keyOf={({ id }) => id}
              busy={isPlaceholderData}
            />
            <PageTurner {...data} onPage={onPage} />
          </div>
        )}
      </section>
    </div>
  );
}
