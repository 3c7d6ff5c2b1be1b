import { Button } from '@mantine/core';
import { IconDownload, IconFileUpload, IconPlus } from '@tabler/icons-react';
import type { listCustomers } from '@tegeka/contract/customers.ts';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { useId } from 'react';
import { useExport } from '#features/customers/customer-export.ts';
import type { CustomerRights } from '#features/customers/customer-rights.ts';
import type { CustomerSearch } from '#features/customers/customer-search.ts';
import { ButtonLink } from '#ui/shell/button-link.tsx';
import { countWords } from '#ui/list/count-words.ts';
import { ListHead } from '#ui/list/list-frame.tsx';
import css from './customers.module.css';

export type CustomerPage = OutputOf<typeof listCustomers>;

/** Leads to the form, or says why nobody can be added. */
export function AddCustomer({
  rights,
  search,
  reasonId,
}: {
  rights: CustomerRights;
  search: CustomerSearch;
  reasonId?: string;
}) {
  const plus = <IconPlus size={16} aria-hidden />;
  if (!rights.mayWrite) return null;
  if (rights.blocked !== null) {
    return (
      <Button disabled leftSection={plus} {...(reasonId && { 'aria-describedby': reasonId })}>
        Add customer
      </Button>
    );
  }
  return (
    <ButtonLink to="/dashboard/customers/new" search={search} leftSection={plus}>
      Add customer
    </ButtonLink>
  );
}

/** Leads to where a whole file of customers is uploaded; not shown where nobody can be added. */
export function UploadCustomers({ rights }: { rights: CustomerRights }) {
  if (!rights.mayWrite || rights.blocked !== null) return null;
  return (
    <ButtonLink
      to="/dashboard/customers/uploads"
      variant="default"
      leftSection={<IconFileUpload size={16} aria-hidden />}
    >
      Upload a file
    </ButtonLink>
  );
}

/** Fetches every customer of the filter as a file; the label says how many that are. */
function ExportButton({ rights, search, page }: CustomerHeadProps) {
  const [exporting, start] = useExport(rights.merchantId);
  const many = !page || page.totalIsCapped ? 'all' : countWords(page.totalElements);
  return (
    <Button
      variant="default"
      loading={exporting}
      disabled={!page}
      title="A CSV file of every customer of this list, on all of its pages"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void start(search, many)}
    >
      {many === 'all' ? 'Export all' : `Export all ${many}`}
    </Button>
  );
}

interface CustomerHeadProps {
  rights: CustomerRights;
  search: CustomerSearch;
  /** Null until the first answer: what then comes must not move what is there already. */
  page: CustomerPage | null;
}

/** How many there are, or have been found. */
function Count({ search, page }: Pick<CustomerHeadProps, 'search' | 'page'>) {
  // Keeps the line.
  if (!page) return '\u00a0';
  const { totalElements, totalIsCapped } = page;
  return (
    <>
      <strong>{countWords(totalElements, totalIsCapped)}</strong>{' '}
      {totalElements === 1 && !totalIsCapped ? 'customer' : 'customers'}
      {search.search && ' found'}
    </>
  );
}

/** How many customers the list has, and what can be done with them. */
export function CustomerHead({ rights, search, page }: CustomerHeadProps) {
  const reasonId = useId();
  const none = page?.totalElements === 0;
  return (
    <>
      <ListHead count={<Count search={search} page={page} />}>
        {!none && <ExportButton rights={rights} search={search} page={page} />}
        <UploadCustomers rights={rights} />
        <AddCustomer rights={rights} search={search} reasonId={reasonId} />
      </ListHead>
      {rights.mayWrite && rights.blocked !== null && (
        <p id={reasonId} className={css.reason}>
          {rights.blocked}
        </p>
      )}
    </>
  );
}
