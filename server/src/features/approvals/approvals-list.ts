import {
  type listRequests,
  REQUEST_STATES,
  type RequestState,
  type RequestSummary,
} from '@tegeka/contract/approvals.ts';
import type { InputOf, OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { type Checker, requestsBefore, requestStateOf } from './approvals-store.ts';

type Query = InputOf<typeof listRequests>['query'];
type Page = Omit<OutputOf<typeof listRequests>, 'content'> & { content: Summary[] };
type Reader = Pick<Checker, 'domain' | 'organizationId'>;

/** A request as the list shows it; the words of its action are the handler's. */
type Summary = Omit<RequestSummary, 'actionLabel'>;

/** The columns of a summary. */
const SUMMARY = [
  ...(['id', 'action', 'title', 'state', 'attempt', 'approvals'] as const),
  ...(['created_at', 'expires_at', 'maker_name', 'approvals_needed', 'payload'] as const),
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
  payload: unknown;
}

/** A request as the list shows it. */
export function summaryOf(row: SummaryRow): Summary {
  const { id, title, approvals } = row;
  // A change of something that stands is no further attempt of the change before.
  const attempt = row.payload === null ? row.attempt : 1;
  return {
    ...{ id, title, attempt, approvals, approvalsNeeded: row.approvals_needed },
    ...{ action: row.action, state: requestStateOf(row.state), maker: row.maker_name },
    ...{ createdAt: row.created_at.toISOString(), expiresAt: row.expires_at.toISOString() },
  };
}

/** Requests before a reader of a kind, whose title or maker has the text, as it is written, in any case. */
function found(tx: Tx, reader: Reader, { search }: Pick<Query, 'search'>) {
  const all = requestsBefore(tx, reader);
  if (!search) return all;
  const literal = search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  return all.where('search_text', 'like', `%${literal}%`);
}

/** Requests that are counted at the most, of a state or in a search: counting costs as much as reading. */
const MOST = 10_000;

type Counted = { state: string; count: string };

/** Of each state so many. The index alone answers, also where a state has millions. */
function countAll(tx: Tx, reader: Reader): Promise<Counted[]> {
  const ofState = (state: RequestState) => {
    const some = requestsBefore(tx, reader)
      .where('state', '=', state)
      .select('id')
      .limit(MOST + 1);
    return tx
      .selectFrom(some.as('some'))
      .select((eb) => [sql.lit<string>(state).as('state'), eb.fn.countAll<string>().as('count')]);
  };
  const [first, ...others] = REQUEST_STATES.map(ofState);
  if (!first) return Promise.resolve([]);
  return others.reduce((query, part) => query.unionAll(part), first).execute();
}

/** Of what a search finds so many, by state. */
function countFound(tx: Tx, reader: Reader, query: Query): Promise<Counted[]> {
  const some = found(tx, reader, query)
    .select('state')
    .limit(MOST + 1);
  return tx
    .selectFrom(some.as('some'))
    .select((eb) => ['state', eb.fn.countAll<string>().as('count')])
    .groupBy('state')
    .execute();
}

async function countStates(tx: Tx, reader: Reader, query: Query) {
  const { search } = query;
  const rows = search ? await countFound(tx, reader, query) : await countAll(tx, reader);
  const seen = (state: RequestState) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  const countOf = (state: RequestState) => Math.min(MOST, seen(state));
  const sum = REQUEST_STATES.reduce((all, state) => all + countOf(state), 0);
  const all = REQUEST_STATES.reduce((some, state) => some + seen(state), 0);
  const isCapped = (state: RequestState | undefined) =>
    (search || !state ? all : seen(state)) > MOST;
  const counts = {
    ...{ PENDING: countOf('PENDING'), APPROVED: countOf('APPROVED') },
    ...{ EXECUTED: countOf('EXECUTED'), EXECUTION_FAILED: countOf('EXECUTION_FAILED') },
    ...{ REJECTED: countOf('REJECTED'), WITHDRAWN: countOf('WITHDRAWN') },
    EXPIRED: countOf('EXPIRED'),
  };
  return { counts, isCapped, sum };
}

/** A page of the requests before a reader, newest first, with counts by state. */
export async function readRequests(tx: Tx, reader: Reader, query: Query): Promise<Page> {
  const { page, size, state, sort } = query;
  const order = sort === 'createdAt' ? 'asc' : 'desc';
  const { counts, isCapped, sum } = await countStates(tx, reader, query);
  const rows = await found(tx, reader, query)
    .select(SUMMARY)
    .$if(state !== undefined, (all) => all.where('state', '=', state ?? ''))
    // The same for all rows, but only so the planner sees that the inbox's index has them in order.
    .orderBy('checker_organization_id')
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(size)
    .offset(page * size)
    .execute();
  const totalElements = state ? counts[state] : sum;
  const totalPages = Math.ceil(totalElements / size);
  return {
    content: rows.map(summaryOf),
    page,
    size,
    totalElements,
    totalPages,
    totalIsCapped: isCapped(state),
    counts,
  };
}
