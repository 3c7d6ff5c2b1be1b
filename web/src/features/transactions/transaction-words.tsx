import { CAUSE_NAMES, causeOf } from '@tegeka/contract/collections/causes.ts';
import type {
  Collection,
  CollectionAttempt,
  CollectionState,
  Origin,
} from '@tegeka/contract/collections/collections.ts';
import { showDay, showMoment } from '@tegeka/contract/kit/day.ts';
import { showMoney, showNegated } from '@tegeka/contract/kit/money.ts';
import { StatusBadge } from '#ui/detail/shown-value.tsx';
import { DetailSection } from '#ui/detail/detail-drawer.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { reasonLabel } from '@tegeka/contract/kit/status.ts';
import type { ListFilter } from '#ui/list/list-query.ts';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import layout from '#ui/shell/layout.module.css';

/** Where a flash message stands over the list; one about a transaction stands at its id. */
export const LIST_PLACE = 'transactions';

/** How a transaction came to be. */
export const ORIGIN_WORDS: Readonly<Record<Origin, string>> = {
  SCHEDULE: 'By the schedule of the mandate',
  HAND: 'Entered by hand',
  FILE: 'From a file',
  API: 'By the API',
  AGAIN: 'Collects a returned one again',
};

/** What happened to a transaction, by the state that it led to. */
export const EVENT_WORDS: Readonly<Record<string, string>> = {
  CREATED: 'Made',
  PENDING: 'Waits for its day',
  PROCESSING: "Sent to the payer's bank",
  UNKNOWN: 'Not answered in time',
  CLEARED: 'Debited by the bank',
  SETTLED: 'Settled: the money has come',
  RETURNED: 'Returned to the payer',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
  REJECTED: 'Not sent',
  DISPUTED: 'Disputed by the payer',
  DISPUTE_ACCEPTED: "The payer's bank accepted the dispute and sends the money back",
  DISPUTE_REFUSED: "The payer's bank refused the dispute",
};

/** What a list says where there is nothing in a state. */
export const NOTHING_IN = {
  PENDING: {
    heading: 'Nothing waits',
    text: 'A transaction is listed here until it is sent to the bank: a few days before its day.',
  },
  FAILED: {
    heading: 'Nothing has failed',
    text: 'What a bank refuses is listed here with its reason and what you can do.',
  },
  RETURNED: {
    heading: 'Nothing was returned',
    text: 'Money that a bank takes back after it has come is listed here.',
  },
  UNKNOWN: {
    heading: 'Every bank has answered',
    text: 'A transaction is listed here while its bank has not said what became of it. It is never debited a second time meanwhile.',
  },
};

/** The filters that all lists of transactions have. */
export const FILTERS: readonly ListFilter[] = [
  { kind: 'days', from: 'dayFrom', to: 'dayTo', label: 'Day' },
  { kind: 'amounts', from: 'amountFrom', to: 'amountTo', label: 'Amount' },
  {
    kind: 'select',
    key: 'cause',
    label: 'Cause',
    options: CAUSE_NAMES.map((value) => ({ value, label: causeOf(value).text })),
  },
];

type Shown = Pick<
  Collection,
  | 'state'
  | 'reason'
  | 'cause'
  | 'schemeCode'
  | 'collectionDay'
  | 'noticeAt'
  | 'nextTryDay'
  | 'settledAt'
>;

/** The reason as the specification labels it; null where nothing went wrong. */
export const reasonOf = ({ reason, cause, state }: Shown) =>
  reasonLabel(reason ?? (cause && causeOf(cause).text), state);

const NEXT_WORDS: Readonly<Record<CollectionState, (shown: Shown) => string>> = {
  PENDING: ({ noticeAt, collectionDay }) =>
    noticeAt === null
      ? `The payer is told first. Then it is sent to the bank on ${showDay(collectionDay)}, or later where that is too soon after the message.`
      : `The payer was told on ${showDay(noticeAt)}. It is sent to the bank on ${showDay(collectionDay)}.`,
  PROCESSING: () => "The payer's bank has it, and answers within two days.",
  UNKNOWN: () => 'The bank has not answered in time and is asked again by itself.',
  CLEARED: () => 'The bank has debited the account. The money is on its way.',
  SETTLED: ({ settledAt }) => `The money has come on ${settledAt ? showDay(settledAt) : ''}.`,
  RETURNED: () => 'The bank has taken the money back.',
  FAILED: ({ nextTryDay }) =>
    nextTryDay === null
      ? 'It is not tried again by itself.'
      : `It is tried again by itself on ${showDay(nextTryDay)}.`,
  CANCELLED: () => 'Nothing is debited. Its day is not collected later.',
  REJECTED: () => 'Nothing was debited: it did not leave for the bank.',
};

/** Where a transaction stands and what comes next; where it went wrong, why and what can be done. */
export function Standing({ of: shown, forBank = false }: { of: Shown; forBank?: boolean }) {
  const { state, cause, reason, schemeCode } = shown;
  const label = reasonOf(shown);
  const next = <p>{NEXT_WORDS[state](shown)}</p>;
  if (label === null) return next;
  const said = reason ?? (cause && causeOf(cause).text);
  return (
    <NoteBox tone={state === 'UNKNOWN' || state === 'CANCELLED' ? 'warning' : 'bad'} title={label}>
      {said !== label && <p>{said}</p>}
      {next}
      {cause !== null && !forBank && <p>{causeOf(cause).advice}</p>}
      {schemeCode !== null && <p>Code of the bank: {schemeCode}</p>}
    </NoteBox>
  );
}

/** The amount and what goes off it; a bank is told the amount only. */
export function MoneyCard({
  amount,
  transactionCharge,
  exciseDuty,
  net,
}: Pick<Collection, 'amount'> &
  Readonly<Record<'transactionCharge' | 'exciseDuty' | 'net', number | null>>) {
  const shares =
    transactionCharge === null || exciseDuty === null || net === null
      ? []
      : ([
          ['Charge', showNegated(transactionCharge)],
          ['Excise duty', showNegated(exciseDuty)],
          ['Net', showMoney(net)],
        ] as const);
  return <SummaryCard title="Money" rows={[['Amount', showMoney(amount)], ...shares]} />;
}

const OUTCOME_WORDS: Readonly<Record<string, string>> = {
  ACCEPTED: 'Cleared',
  REJECTED: 'Failed',
};

/** The submissions to the bank, the newest first. */
export function Attempts({ attempts }: { attempts: readonly CollectionAttempt[] }) {
  return (
    <DetailSection heading="Sent to the bank">
      {attempts.length === 0 && <p>It was not sent yet.</p>}
      {attempts.map(({ number, at, outcome, schemeCode, answeredAt }) => (
        <div key={number} className={layout.split}>
          <span>
            {number}. on {showMoment(at)}
            {answeredAt !== null && `, answered on ${showMoment(answeredAt)}`}
            {schemeCode !== null && ` (${schemeCode})`}
          </span>
          <StatusBadge
            value={outcome === null ? 'PROCESSING' : (OUTCOME_WORDS[outcome] ?? outcome)}
          />
        </div>
      ))}
    </DetailSection>
  );
}
