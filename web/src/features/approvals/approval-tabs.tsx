import type { RequestState } from '@tegeka/contract/approvals.ts';
import { Link } from '@tanstack/react-router';
import type { ApprovalSearch } from '#features/approvals/approval-search.ts';
import { type Listed, listedOf, tabsOf } from '#features/approvals/approval-tab.ts';
import { STATE_WORDS } from '#features/approvals/approval-words.ts';
import css from '#ui/state-tabs.module.css';
import { statusWords } from '#ui/status-words.ts';

const wordsOf = (listed: Listed) => (listed === 'ALL' ? 'All' : statusWords(STATE_WORDS[listed]));

/** The states with their counts; each is an address of the list. */
export function ApprovalTabs({
  counts,
  search,
}: {
  counts: Record<RequestState, number>;
  search: ApprovalSearch;
}) {
  const listed = listedOf(search);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <nav className={css.tabs} aria-label="States">
      {tabsOf(counts, listed).map((tab) => (
        <Link
          key={tab}
          to="/dashboard/approval-requests"
          search={{ tab: tab === 'PENDING' ? undefined : tab, search: search.search }}
          className={css.tab}
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
        >
          {wordsOf(tab)}
          <span className={css.count}>{tab === 'ALL' ? all : counts[tab]}</span>
        </Link>
      ))}
    </nav>
  );
}
