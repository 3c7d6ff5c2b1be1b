import { linkOptions } from '@tanstack/react-router';
import type { CustomerPage } from '#features/customers/customer-head.tsx';
import type { Listed } from '#features/customers/customer-query.ts';
import type { CustomerSearch } from '#features/customers/customer-search.ts';
import { StateTabs } from '#ui/list/state-tabs.tsx';

const TABS = [
  { listed: 'ALL', label: 'All' },
  { listed: 'ACTIVE', label: 'Active' },
  { listed: 'DISABLED', label: 'Disabled' },
] as const satisfies { listed: Listed; label: string }[];

interface CustomerTabsProps {
  /** Null until the first answer. */
  counts: CustomerPage['counts'] | null;
  search: CustomerSearch;
}

const countOf = (counts: CustomerPage['counts'], listed: Listed) =>
  listed === 'ALL' ? counts.ACTIVE + counts.DISABLED : counts[listed];

/** The states with their counts; each is an address of the list. */
export function CustomerTabs({ counts, search }: CustomerTabsProps) {
  const tabs = TABS.map(({ listed, label }) => ({
    label,
    count: counts ? countOf(counts, listed) : undefined,
    link: linkOptions({
      to: '/dashboard/customers',
      search: {
        search: search.search,
        status: listed === 'ALL' ? undefined : listed,
        sort: search.sort,
        size: search.size,
      },
    }),
  }));
  return <StateTabs tabs={tabs} />;
}
