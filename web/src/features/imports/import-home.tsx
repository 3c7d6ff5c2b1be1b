import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import type { CustomerImport, listCustomerImports } from '@tegeka/contract/customer-imports.ts';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { ImportColumns } from '#features/imports/import-columns.tsx';
import { ImportList } from '#features/imports/import-list.tsx';
import { isOpen } from '#features/imports/import-stage.ts';
import { ImportUpload } from '#features/imports/import-upload.tsx';
import { useUploads } from '#features/imports/import-watch.ts';
import { alert } from '#platform/device/alert.ts';
import css from './imports.module.css';

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

/** Where files are uploaded, and the uploads so far. */
export function ImportHome(props: ImportHomeProps) {
  const { merchantId, first, page } = props;
  const { data = first, isPlaceholderData } = useUploads(merchantId, page);
  const { data: newest } = useUploads(merchantId, 0);
  const arrived = ({ id, fileName }: CustomerImport) => {
    if (props.isHere()) props.onOpen(id);
    else alert({ kind: 'success', message: `${fileName} has arrived and is being checked.` });
  };
  return (
    <div className={css.page}>
      <Link to="/dashboard/customers" className={css.back}>
        <IconArrowLeft size={16} aria-hidden />
        Customers
      </Link>
      <div className={css.pair}>
        <ImportUpload
          merchantId={merchantId}
          blocked={props.blocked}
          open={newest?.content.find(isOpen) ?? null}
          onArrived={arrived}
        />
        <ImportColumns />
      </div>
      <ImportList answer={data} busy={isPlaceholderData} onPage={props.onPage} />
    </div>
  );
}
