import type { RequestState } from '@tegeka/contract/approvals.ts';
import { linkOptions } from '@tanstack/react-router';
import type { ApprovalSearch } from '#features/approvals/approval-search.ts';
import { type Listed, listedOf, tabsOf } from '#features/approvals/approval-tab.ts';
import { STATE_WORDS } from '#features/approvals/approval-words.ts';
import { StateTabs } from '#ui/list/state-tabs.tsx';
import { statusWords } from '#ui/detail/status-words.ts';

const wordsOf = (listed: Listed) => (listed === 'ALL' ? 'All' : statusWords(STATE_WORDS[listed]));

/** The states with their counts; each is an address of the list. */
export function ApprovalTabs({
  counts,
  cappedStates,
  search,
}: {
  counts: Record<RequestState, number>;
  cappedStates: readonly RequestState[];
  search: ApprovalSearch;
}) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tabs = tabsOf(counts, listedOf(search)).map((tab) => ({
    label: wordsOf(tab),
    count: tab === 'ALL' ? all : counts[tab],
    capped: tab === 'ALL' ? cappedStates.length > 0 : cappedStates.includes(tab),
    link: linkOptions({
      to: '/dashboard/approval-requests',
      search: { tab: tab === 'PENDING' ? undefined : tab, search: search.search },
    }),
  }));
  return <StateTabs tabs={tabs} />;
}
