import { linkOptions } from '@tanstack/react-router';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import {
  getPayoutView,
  listPayoutViewEvents,
  type PayoutViewDetail as PayoutView,
  RESOLUTION_FIELDS,
  resolvePayout,
} from '@tegeka/contract/payouts/payout-views.ts';
import {
  getPayout,
  listPayoutEvents,
  type PayoutDetail as Payout,
  PAYOUT_LABELS,
} from '@tegeka/contract/payouts/payouts.ts';
import { type ReactNode, useState } from 'react';
import { endpointQuery, type HistoryQuery, historyQuery } from '#platform/call/cache.ts';
import { useSession } from '#platform/session/session.ts';
import { DetailDrawer } from '#ui/detail/detail-drawer.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { TextLink } from '#ui/detail/shown-value.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { FormDrawer } from '#ui/form/form-drawer.tsx';
import { PayoutContent } from './payout-items.tsx';

export const payoutQuery = (merchantId: string, payoutId: string) =>
  endpointQuery(getPayout, { params: { merchantId, payoutId } });

export const payoutViewQuery = (payoutId: string) =>
  endpointQuery(getPayoutView, { params: { payoutId } });

/** What happens next, for states in which this is not obvious. */
const NEXT: Partial<Record<Payout['state'], string>> = {
  SENT: 'Sent to your bank; usually paid the same day.',
  UNKNOWN:
    'The bank has not said what became of it. It is never sent a second time: the bank’s statement decides, or two operators with evidence.',
  REJECTED: 'The money is in the balance again.',
  BOUNCED: 'The money is in the balance again.',
};

/** Why a pending payout is not in the next file, by the reason of its wait. */
const WAITS: Readonly<Record<NonNullable<Payout['waitsFor']>, string>> = {
  RELEASE: 'An operator releases it first, since much is paid out on this day.',
  BANK_CODE:
    'The bank of the business has no code (BIC) yet. An operator has to enter it at the bank; then it goes with the next file.',
  ACCOUNT_CHANGED:
    'The account of the business was changed. It goes with the first file a day after that.',
  ACCOUNT_UNREADABLE:
    'The account number of the business can not be read here. An operator has the fault in the log looked at; then it goes with the next file.',
  NOT_ACTIVE:
    'The business is not active. Unless it is reinstated before the next cut-off, the money goes back to its balance.',
};

function nextOf({ state, waitsFor }: Payout): string | undefined {
  if (state !== 'PENDING') return NEXT[state];
  return waitsFor === null ? 'It goes to the bank with the next file.' : WAITS[waitsFor];
}

function PayoutDrawer(props: {
  payout: Payout;
  /** Null for operators. */
  merchantId: string | null;
  history: HistoryQuery;
  who?: readonly (readonly [string, ReactNode])[];
  /** Link to the request for its release, for operators. */
  waitsAt?: ReactNode;
  actions?: { name: string; label: string; blocked: string | null; onClick: () => void }[];
}) {
  const { payout, merchantId, history, who = [], waitsAt, actions = [] } = props;
  const { id, reference, amount, state, reason, isWaiting, createdAt, sentAt, endedAt } = payout;
  const moments: [string, string | null][] = [
    ['Created', createdAt],
    ['Sent to the bank', sentAt],
    ['Ended', endedAt],
  ];
  const next = nextOf(payout);
  return (
    <DetailDrawer
      heading={showMoney(amount)}
      state={state}
      reference={reference}
      actions={actions}
      place={id}
      onClose={useBackTo('/dashboard/billing')}
    >
      {reason !== null && (
        <NoteBox tone="warning" title="Why">
          {reason}
        </NoteBox>
      )}
      {next && <p>{next}</p>}
      {isWaiting && waitsAt}
      <SummaryCard
        title="Payout"
        rows={[
          ...who,
          ['Account', `${payout.bankName} •••• ${payout.accountLastFour}`],
          ['Asked for', payout.origin === 'MANUAL' ? 'Manually' : 'By schedule'],
          ...moments.flatMap(([label, at]) =>
            at === null ? [] : [[label, showMoment(at)] as const],
          ),
        ]}
      />
      <PayoutContent merchantId={merchantId} payout={payout} />
      <EventHistory
        query={history}
        fields={{}}
        labels={{ ...PAYOUT_LABELS, SETTLEMENT_ASKED: 'Settlement asked for' }}
      />
    </DetailDrawer>
  );
}

export function PayoutDetail({ payout, merchantId }: { payout: Payout; merchantId: string }) {
  const history = historyQuery(listPayoutEvents, { merchantId, payoutId: payout.id });
  return <PayoutDrawer payout={payout} merchantId={merchantId} history={history} />;
}

export function PayoutViewDetail({ payout }: { payout: PayoutView }) {
  const [resolving, setResolving] = useState(false);
  const mayWrite = useSession()?.user.roles.includes('billing.write') ?? false;
  const { id, reference, merchantName, state } = payout;
  const action = {
    name: 'resolve',
    label: 'Settle with evidence',
    blocked: state === 'UNKNOWN' ? null : 'Only a payout of unknown outcome is settled manually.',
    onClick: () => setResolving(true),
  };
  if (resolving)
    return (
      <FormDrawer
        draft={`resolve ${id}`}
        heading={`Settle ${reference}`}
        action="Ask a second operator"
        fields={RESOLUTION_FIELDS}
        endpoint={resolvePayout}
        params={{ payoutId: id }}
        onSaved={() => setResolving(false)}
        done={{ place: id, message: () => 'It waits in the inbox of your colleagues.' }}
        onClose={() => setResolving(false)}
      />
    );
  return (
    <PayoutDrawer
      payout={payout}
      merchantId={null}
      history={historyQuery(listPayoutViewEvents, { payoutId: id })}
      who={[['Merchant', merchantName]]}
      waitsAt={
        <TextLink
          link={linkOptions({ to: '/dashboard/approval-requests', search: { search: reference } })}
        >
          See the request in the inbox
        </TextLink>
      }
      actions={mayWrite ? [action] : []}
    />
  );
}
