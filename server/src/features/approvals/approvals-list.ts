import {
  type listRequests,
  REQUEST_STATES,
  type RequestState,
  type RequestSummary,
} from '@tegeka/contract/approvals.ts';
import type { InputOf, OutputOf } from '@tegeka/contract/endpoint.ts';
import type { Tx } from '#platform/database.ts';
import { actionOf, type Checker, requestsBefore, requestStateOf } from './approvals-store.ts';

type Query = InputOf<typeof listRequests>['query'];
type Page = OutputOf<typeof listRequests>;
type Reader = Pick<Checker, 'domain' | 'organizationId'>;

/** The columns of a summary. */
export const SUMMARY = [
  ...(['id', 'action', 'title', 'state', 'attempt', 'approvals'] as const),
  ...(['created_at', 'expires_at', 'maker_name', 'approvals_needed'] as const),
] as const;

interface SummaryRow {
  id: string;
  action: string;
  title: string;
  state: string;
  attempt: number;
  approvals: number;
  created_at: Date;
  expires_at: Date;
  maker_name: string;
  approvals_needed: number;
}

/** A request as the list shows it. */
export function summaryOf(row: SummaryRow): RequestSummary {
  const { id, title, attempt, approvals } = row;
  return {
    ...{ id, title, attempt, approvals, approvalsNeeded: row.approvals_needed },
    ...{ action: actionOf(row.action), state: requestStateOf(row.state), maker: row.maker_name },
    ...{ createdAt: row.created_at.toISOString(), expiresAt: row.expires_at.toISOString() },
  };
}

/** Requests before a reader whose title or maker has the text, as it is written, in any case. */
function found(tx: Tx, reader: Reader, search: string | undefined) {
  const all = requestsBefore(tx, reader);
  if (!search) return all;
  const literal = search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  return all.where('search_text', 'like', `%${literal}%`);
}

async function countStates(tx: Tx, reader: Reader, search: string | undefined) {
  const rows = await found(tx, reader, search)
    .select((eb) => ['state', eb.fn.countAll<string>().as('count')])
    .groupBy('state')
    .execute();
  const countOf = (state: RequestState) =>
    Number(rows.find((row) => row.state === state)?.count ?? 0);
  return {
    ...{ PENDING: countOf('PENDING'), APPROVED: countOf('APPROVED') },
    ...{ EXECUTED: countOf('EXECUTED'), EXECUTION_FAILED: countOf('EXECUTION_FAILED') },
    ...{ REJECTED: countOf('REJECTED'), WITHDRAWN: countOf('WITHDRAWN') },
    EXPIRED: countOf('EXPIRED'),
  };
}

/** A page of the requests before a reader, newest first, with counts by state. */
export async function readRequests(tx: Tx, reader: Reader, query: Query): Promise<Page> {
  const { page, size, search, state } = query;
  const counts = await countStates(tx, reader, search);
  const rows = await found(tx, reader, search)
    .select(SUMMARY)
    .$if(state !== undefined, (all) => all.where('state', '=', state ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const totalElements = state
    ? counts[state]
    : REQUEST_STATES.reduce((sum, known) => sum + counts[known], 0);
  const totalPages = Math.ceil(totalElements / size);
  return { content: rows.map(summaryOf), page, size, totalElements, totalPages, counts };
}
