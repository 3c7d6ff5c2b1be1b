import { Button } from '@mantine/core';
import type { listRequests } from '@tegeka/contract/approvals.ts';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import type { ApprovalSearch } from '#features/approvals/approval-search.ts';
import { listedOf } from '#features/approvals/approval-tab.ts';
import { ApprovalTable } from '#features/approvals/approval-table.tsx';
import { ApprovalTabs } from '#features/approvals/approval-tabs.tsx';
import { EmptyState } from '#ui/list/empty-state.tsx';
import { ListBar, ListSkeleton } from '#ui/list/list-frame.tsx';
import { MenuIcon } from '#ui/shell/menu-icon.tsx';
import { PageTurner } from '#ui/list/page-turner.tsx';
import { SearchBox } from '#ui/list/search-box.tsx';

interface ApprovalListProps {
  answer: OutputOf<typeof listRequests>;
  search: ApprovalSearch;
  busy: boolean;
  onSearch: (search: ApprovalSearch) => void;
}

function Nothing({ search, onSearch }: Pick<ApprovalListProps, 'search' | 'onSearch'>) {
  const icon = <MenuIcon meaning="approvals" size={30} />;
  if (search.search) {
    const clear = () => onSearch({ tab: search.tab });
    return (
      <EmptyState
        icon={icon}
        heading="Nothing found"
        next={
          <Button variant="default" onClick={clear}>
            Clear the search
          </Button>
        }
      >
        No request of this state matches “{search.search}”.
      </EmptyState>
    );
  }
  if (listedOf(search) === 'PENDING') {
    return (
      <EmptyState icon={icon} heading="Nothing awaits a decision">
        A business that registers, or asks for a change of its data, appears here with its details
        and documents.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={icon} heading="No requests of this state">
      Requests come here once they reach this state.
    </EmptyState>
  );
}

/** The inbox: requests by state, searched, page by page. */
export function ApprovalList({ answer, search, busy, onSearch }: ApprovalListProps) {
  return (
    <>
      <ListBar tabs={<ApprovalTabs {...answer} search={search} />}>
        <SearchBox
          label="Search requests"
          text={search.search ?? ''}
          onSearch={(text) => onSearch({ tab: search.tab, search: text || undefined })}
        />
      </ListBar>
      {answer.content.length === 0 ? (
        <Nothing search={search} onSearch={onSearch} />
      ) : (
        <>
          <ApprovalTable requests={answer.content} search={search} busy={busy} />
          <PageTurner {...answer} onPage={(page) => onSearch({ ...search, page })} />
        </>
      )}
    </>
  );
}

/** What stands there until the first answer. */
export function ApprovalSkeleton() {
  return <ListSkeleton label="Loading requests" />;
}
