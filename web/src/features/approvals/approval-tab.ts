import { REQUEST_STATES, type RequestState } from '@tegeka/contract/approvals.ts';
import type { ApprovalSearch } from '#features/approvals/approval-search.ts';

/** Which requests are listed: those of one state, or all. */
export type Listed = RequestState | 'ALL';

/** The inbox opens with what awaits a decision. */
export function listedOf({ tab }: ApprovalSearch): Listed {
  if (tab === 'ALL') return 'ALL';
  return REQUEST_STATES.find((known) => known === tab) ?? 'PENDING';
}

/** The query of the call. */
export function queryOf(search: ApprovalSearch) {
  const listed = listedOf(search);
  return {
    page: search.page ?? 0,
    size: 10,
    ...(search.search && { search: search.search }),
    ...(listed !== 'ALL' && { state: listed }),
  };
}

/** The states that have a tab: those with requests, the one shown, and those that always matter. */
export function tabsOf(counts: Record<RequestState, number>, listed: Listed): Listed[] {
  const always: readonly Listed[] = ['PENDING', 'EXECUTED', 'REJECTED', listed];
  const states = REQUEST_STATES.filter((state) => counts[state] > 0 || always.includes(state));
  return [...states, 'ALL'];
}
