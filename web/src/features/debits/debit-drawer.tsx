import { useInfiniteQuery } from '@tanstack/react-query';
import { getFailureReason } from '@tegeka/contract/debits/failure-reasons.ts';
import type { DebitView } from '@tegeka/contract/debits/debit-views.ts';
import type { DebitAttempt, DebitNotice } from '@tegeka/contract/debits/debit-submissions.ts';
import type { DebitDetail } from '@tegeka/contract/debits/debits.ts';
import { showDay, showMoment } from '@tegeka/contract/kit/day.ts';
import { showMoney, showNegated } from '@tegeka/contract/kit/money.ts';
import type { ReactNode } from 'react';
import { cache, type HistoryQuery } from '#platform/call/cache.ts';
import { debitLink, mandateLink } from '#platform/router/entity-links.ts';
import { useDebitDays } from '#ui/detail/debit-days.ts';
import { Lifecycle, stepsAlong } from '#ui/detail/detail-lifecycle.tsx';
import { type DetailAction, DetailDrawer, DetailSection } from '#ui/detail/detail-drawer.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { StatusBadge, TextLink } from '#ui/detail/shown-value.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import layout from '#ui/shell/layout.module.css';
import { endOfDebit, stepsOfDebit } from './debit-lifecycle.ts';
import { EVENT_LABELS, NEXT_MESSAGES, reasonOf } from './debit-labels.ts';

type ShownDebit = DebitView &
  Pick<DebitDetail, 'attempts' | 'notices' | 'recollectedBy' | 'notRecollected' | 'lastFailure'>;

/** The state of a debit and what comes next; after a failure the failure reason and what can be done. */
function StatusNote({ debit: shown, forBank = false }: { debit: ShownDebit; forBank?: boolean }) {
  const { state, failureReason, reason, schemeCode, nextTryDay, recollectedBy: again } = shown;
  const { obstacle, noticeWithdrawnAt: withdrawnAt, lastFailure, notRecollected } = shown;
  const label = reasonOf(shown);
  const next = (
    <p>
      {lastFailure !== null && `It has failed before: ${lastFailure}. `}
      {NEXT_MESSAGES[state](shown)}
      {withdrawnAt !== null &&
        ` On ${showDay(withdrawnAt)} the payer was told that it is not collected.`}
      {notRecollected !== null && ` It is not collected again by itself: ${notRecollected}.`}
      {again !== null && (
        <>
          {' '}
          It is collected again by itself:{' '}
          <TextLink link={debitLink(again.id)}>{again.reference}</TextLink>.
        </>
      )}
    </p>
  );
  const goesOn = nextTryDay !== null || again !== null;
  if (obstacle !== null)
    return (
      <NoteBox tone="warning" title={getFailureReason(obstacle).text}>
        {next}
      </NoteBox>
    );
  if (label === null) return next;
  const said = reason ?? (failureReason && getFailureReason(failureReason).text);
  // A text that begins with the label includes it.
  const title = said?.startsWith(label) ? said : label;
  return (
    <NoteBox tone={state === 'UNKNOWN' || state === 'CANCELLED' ? 'warning' : 'bad'} title={title}>
      {said !== title && <p>{said}</p>}
      {next}
      {failureReason !== null && !forBank && !goesOn && (
        <p>{getFailureReason(failureReason).advice}</p>
      )}
      {schemeCode !== null && <p>Code of the bank: {schemeCode}</p>}
    </NoteBox>
  );
}

interface LifecycleProps {
  debit: ShownDebit;
  history: HistoryQuery;
  /** Words for a day. */
  tell: (day: string) => string;
}

/** The lifecycle of a debit, from its creation to its settlement or to where it stopped. */
function DebitLifecycle({ debit, history, tell }: LifecycleProps) {
  const { state } = debit;
  const events = useInfiniteQuery(history, cache).data?.pages[0]?.content;
  const endedAt = events?.find(({ to }) => to === state)?.at ?? null;
  const steps = stepsAlong(stepsOfDebit(debit, tell));
  const end = endOfDebit(debit, tell, endedAt);
  const done = steps.filter(({ stands }) => stands === 'done');
  return <Lifecycle steps={end.length === 0 ? steps : [...done, ...end]} />;
}

/** The amount and what was booked of it; banks, and debits of which nothing is booked, have only the amount. */
function MoneyCard(debit: DebitView) {
  const { state, amount, transactionCharge, exciseDuty, net } = debit;
  const { chargeIsEstimate, chargeGivenBack } = debit;
  const note = chargeIsEstimate ? ' (estimated)' : chargeGivenBack ? ' (given back)' : '';
  const shares =
    transactionCharge === null || exciseDuty === null || net === null
      ? []
      : ([
          ...(state === 'RETURNED' ? [['Returned', showNegated(amount)] as const] : []),
          [`Charge${note}`, showNegated(transactionCharge)],
          [`Excise duty${note}`, showNegated(exciseDuty)],
          [chargeIsEstimate ? 'Net (estimated)' : 'Net', showMoney(net)],
        ] as const);
  return <SummaryCard amounts title="Money" rows={[['Amount', showMoney(amount)], ...shares]} />;
}

const OUTCOME_LABELS: Readonly<Record<string, string>> = {
  ACCEPTED: 'Cleared',
  REJECTED: 'Failed',
};

/** The submissions to the bank, the newest first. */
function Attempts({ attempts }: { attempts: readonly DebitAttempt[] }) {
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
            value={outcome === null ? 'PROCESSING' : (OUTCOME_LABELS[outcome] ?? outcome)}
          />
        </div>
      ))}
    </DetailSection>
  );
}

const NOTICE_LABELS: Readonly<Record<DebitNotice['kind'], string>> = {
  ANNOUNCED: 'Announced',
  MOVED: 'Moved',
  WITHDRAWN: 'Not collected',
};

/** The badge of a notice: the value that determines its colour, and its words. */
const NOTICE_BADGES: Readonly<Record<DebitNotice['state'], { value: string; label: string }>> = {
  QUEUED: { value: 'PENDING', label: 'To be sent' },
  SENT: { value: 'COMPLETED', label: 'Sent' },
  FAILED: { value: 'FAILED', label: 'Not sent' },
};

/** What the payer was told, the newest first. */
function Notices({ notices }: { notices: readonly DebitNotice[] }) {
  return (
    <DetailSection heading="Notices to the payer">
      {notices.length === 0 && <p>The payer was not told yet.</p>}
      {notices.map(({ kind, channel, amount, day, writtenAt, state, sentAt }, n) => (
        <div key={notices.length - n} className={layout.split}>
          <span>
            {NOTICE_LABELS[kind]}: {showMoney(amount)} on {showDay(day)}, by{' '}
            {channel === 'sms' ? 'SMS' : 'email'} on {showMoment(sentAt ?? writtenAt)}
          </span>
          <StatusBadge {...NOTICE_BADGES[state]} />
        </div>
      ))}
    </DetailSection>
  );
}

interface TransactionDrawerProps {
  debit: ShownDebit;
  /** Further rows of the debit, such as the customer or the merchant. */
  rows: readonly (readonly [label: string, value: ReactNode])[];
  history: HistoryQuery;
  forBank?: boolean;
  actions?: readonly DetailAction[];
  /** The dispute of the debit. */
  dispute: ReactNode;
  /** The dialog of an action. */
  children?: ReactNode;
}

/** The detail of a debit: lifecycle, outcome, amounts, notices and submissions to the bank. */
export function DebitDrawer(props: TransactionDrawerProps) {
  const { debit, rows, history, forBank = false, actions = [], dispute, children } = props;
  const { id, reference, state, mandate } = debit;
  const tell = useDebitDays()?.tell ?? showDay;
  return (
    <DetailDrawer
      heading={`From ${debit.customerName}`}
      state={state}
      reference={reference}
      actions={actions}
      place={id}
      onClose={useBackTo('/dashboard/mandates/transactions')}
    >
      <DebitLifecycle debit={debit} history={history} tell={tell} />
      <StatusNote debit={debit} forBank={forBank} />
      {dispute}
      <MoneyCard {...debit} />
      <SummaryCard
        title="Debit"
        rows={[
          ['Day', tell(debit.collectionDay)],
          ['Due on', showDay(debit.dueDay)],
          [
            'Mandate',
            <TextLink key="" link={mandateLink(mandate.id)}>
              {mandate.reference}
            </TextLink>,
          ],
          ['Bank', `${debit.customerBankName}, •••• ${debit.accountLastFour}`],
          ...rows,
        ]}
      />
      <Notices notices={debit.notices} />
      <Attempts attempts={debit.attempts} />
      <EventHistory query={history} fields={{}} labels={EVENT_LABELS} />
      {children}
    </DetailDrawer>
  );
}
