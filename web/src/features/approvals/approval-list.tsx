import {
  listRequests,
  REQUEST_STATES,
  type RequestState,
  type RequestSummary,
} from '@tegeka/contract/approvals.ts';
import { lazy, Suspense, useState } from 'react';
import { isoDay, relativeDay } from '@tegeka/contract/kit/day.ts';
import { config } from '#platform/config/config.ts';
import { now } from '#platform/device/page.ts';
import { requestLink } from '#platform/router/entity-links.ts';
import { useMay } from '#platform/session/session.ts';
import { defineList, type ListColumn } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { statusLabel } from '#ui/detail/shown-value.tsx';
import layout from '#ui/shell/layout.module.css';
import type { BulkDecisionResult } from './approval-bulk.tsx';

// Lazy: only officers of banks decide on several requests at once.
const bulk = () => import('./approval-bulk.tsx');
const BulkDecisionBar = lazy(async () => ({ default: (await bulk()).BulkDecisionBar }));
const BulkDecisionOutcome = lazy(async () => ({ default: (await bulk()).BulkDecisionOutcome }));

const BADGES: Partial<Record<RequestState, string>> = {
  EXECUTED: 'COMPLETED',
  EXECUTION_FAILED: 'FAILED',
};

/** The state of a request in the badge words of the specification (4.4). */
export const badgeOfRequest = (state: RequestState): string => BADGES[state] ?? state;

/** The states of a request as people read them. */
export const STATE_LABELS = Object.fromEntries(
  REQUEST_STATES.map((state) => [state, statusLabel(badgeOfRequest(state))]),
);

const IS_BANK = config().domain === 'BANK';

/** What officers decide by: the makers are their own customers. */
const ABOUT: ListColumn<RequestSummary> = {
  name: 'about',
  label: 'Business, amount and days',
  value: ({ about }) => about,
};

/** When a request that waits is given up, as seen from today. */
const TIME_LEFT: ListColumn<RequestSummary> = {
  name: 'time-left',
  label: 'Ends',
  value: ({ state, expiresAt }) =>
    state === 'PENDING' ? relativeDay(isoDay(new Date(expiresAt)), isoDay(new Date(now()))) : null,
};

/** The inbox of the domain: its description, and the kinds of requests in it. */
const INBOX = IS_BANK
  ? {
      text: 'A mandate on an account of your bank, or a dispute of one of your customers, appears here with its details.',
      actions: { MANDATE_CONFIRMATION: 'Mandate', DEBIT_DISPUTE: 'Dispute' },
    }
  : {
      text: 'What needs a decision appears here with its details and documents: businesses that register or change their data, banks, payouts, files, bookings and prices.',
      actions: {
        MERCHANT_REGISTRATION: 'New business',
        MERCHANT_CHANGE: 'Change of data',
        BANK_CHANGE: 'Bank',
        PAYOUT_RELEASE: 'Large payout',
        PAYOUT_RESOLUTION: 'Payout of unknown outcome',
        DEBIT_RESOLUTION: 'Debit of unknown outcome',
        EXCEPTION_MATCH: 'Money or answer named manually',
        EXCEPTION_BOOKING: 'Money in suspense to be booked',
        MANUAL_FILE: 'Manually uploaded file',
        FILE_WITHDRAWAL: 'File to be withdrawn',
        LEDGER_ADJUSTMENT: 'Manual booking',
        PRICE_PLAN: 'Price plan',
      },
    };

/** Requests by state; by default the pending ones. */
export const approvalList = defineList(listRequests, {
  path: '/dashboard/approval-requests',
  one: 'request',
  many: 'approval requests',
  icon: 'approvals',
  columns: [
    {
      name: 'request',
      label: 'Request',
      value: ({ title }) => title,
      sub: ({ actionLabel, attempt }) =>
        attempt > 1 ? `${actionLabel}, sent again (attempt ${attempt})` : actionLabel,
    },
    ...(IS_BANK
      ? [ABOUT, TIME_LEFT]
      : [{ name: 'maker', label: 'Made by', value: ({ maker }: RequestSummary) => maker }]),
    {
      name: 'submitted',
      label: 'Submitted',
      kind: 'moment',
      value: ({ createdAt }) => createdAt,
      sort: 'createdAt',
    },
    {
      name: 'approvals',
      label: 'Approvals',
      value: ({ approvals, approvalsNeeded }) => `${approvals} of ${approvalsNeeded}`,
    },
    { name: 'state', label: 'Status', kind: 'state', value: ({ state }) => badgeOfRequest(state) },
  ],
  link: ({ id }) => requestLink(id),
  searches: 'the business and who made the request',
  stateLabels: STATE_LABELS,
  firstState: 'PENDING',
  rareStates: ['APPROVED', 'EXECUTION_FAILED', 'WITHDRAWN', 'EXPIRED'],
  nothingIn: { PENDING: { heading: 'Nothing awaits a decision', text: INBOX.text } },
  filters: [
    {
      kind: 'select',
      key: 'action',
      label: 'Kind',
      options: Object.entries(INBOX.actions).map(([value, label]) => ({ value, label })),
    },
  ],
});

/** Officers decide on several mandates together: all of these are decided by the same records. */
const isMandate = ({ action, state }: RequestSummary) =>
  IS_BANK && action === 'MANDATE_CONFIRMATION' && state === 'PENDING';

/** The inbox: requests by state, searched, page by page. */
export function ApprovalList() {
  const mayDecide = useMay('approvals.decide');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [ended, setEnded] = useState<BulkDecisionResult | null>(null);
  return (
    <ListScreen
      list={approvalList}
      params={undefined}
      empty={INBOX.text}
      notes={
        <output className={layout.above}>
          <Suspense>{ended && <BulkDecisionOutcome ended={ended} />}</Suspense>
        </output>
      }
      selection={{
        can: (row) => mayDecide && isMandate(row),
        nameOf: ({ title }) => title,
        chosen,
        onChange: setChosen,
        renderBar: (rows) => (
          <Suspense>
            <BulkDecisionBar {...{ rows, chosen }} onChoose={setChosen} onEnd={setEnded} />
          </Suspense>
        ),
      }}
    />
  );
}
