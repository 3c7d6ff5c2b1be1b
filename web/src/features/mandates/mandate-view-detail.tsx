import { showDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import {
  getMandateView,
  listAllMandates,
  listMandateViewEvents,
  type MandateView,
  type MandateViewDetail,
  reinstateMandate,
  suspendMandate,
} from '@tegeka/contract/mandates/mandate-views.ts';
import { MANDATE_STATE_LABELS } from '@tegeka/contract/mandates/mandates.ts';
import { termRows } from '@tegeka/contract/mandates/terms-fields.ts';
import type { ReactNode } from 'react';
import { endpointQuery, historyQuery, refetch } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { config } from '#platform/config/config.ts';
import { useSession } from '#platform/session/session.ts';
import { DetailDrawer } from '#ui/detail/detail-drawer.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { useSwitch } from '#ui/detail/detail-action-dialogs.tsx';
import { accountRows, EVENT_LABELS } from './mandate-labels.ts';
import { MandateLifecycle } from './mandate-lifecycle.tsx';

export const viewQuery = (mandateId: string) =>
  endpointQuery(getMandateView, { params: { mandateId } });

const SUSPEND = {
  action: 'Suspend',
  endpoint: suspendMandate,
  text: 'Nothing is collected until it is reinstated.',
  hint: 'The merchant reads it. The payer is told that it is suspended.',
  missing: 'Say why',
  done: (name: string) => `${name} is suspended. Payer and merchant are told.`,
  danger: true,
};
const REINSTATE = {
  action: 'Reinstate',
  endpoint: reinstateMandate,
  text: 'It is collected again from the next due day on, unless the merchant had paused it. Days that have passed are not collected.',
  hint: 'The merchant reads it. The payer is told that it goes on.',
  missing: 'Say why',
  done: (name: string) => `${name} is no longer suspended. Payer and merchant are told.`,
};

const SUSPENDER_LABELS = {
  BANK: "The payer's bank",
  OPERATOR: 'An operator of the platform',
};

/** Why it can be neither suspended nor reinstated here; null where it can. */
function whyBlocked({ state, suspendedBy, reinstatableBy }: MandateView): string | null {
  if (state === 'REGISTERED' || state === 'ACTIVE' || state === 'PAUSED') return null;
  if (state !== 'SUSPENDED')
    return `Only a registered, an active or a paused mandate can be suspended: this one stands at “${MANDATE_STATE_LABELS[state]}”.`;
  if (suspendedBy === null || reinstatableBy === config().domain) return null;
  return `${SUSPENDER_LABELS[suspendedBy]} has suspended it: only they can lift that.`;
}

function refresh(): void {
  void refetch(getMandateView, listAllMandates, listMandateViewEvents);
}

const PERIOD_LABELS = { DAY: 'a day', WEEK: 'a week', MONTH: 'a month', YEAR: 'a year' };

/** The agreed limits. */
function limitRows(mandate: MandateView): [label: string, value: string][] {
  const { maxPerDebit, maxPerPeriod, period, maxCount, maxTotal, start, end } = mandate;
  return [
    ['Maximum per debit', showMoney(maxPerDebit)],
    ...(maxPerPeriod !== null && period !== null
      ? [
          [`Maximum in ${PERIOD_LABELS[period]}`, showMoney(maxPerPeriod)] satisfies [
            string,
            string,
          ],
        ]
      : []),
    ...(maxCount === null
      ? []
      : [['Number of debits', String(maxCount)] satisfies [string, string]]),
    ...(maxTotal === null
      ? []
      : [['Total maximum', showMoney(maxTotal)] satisfies [string, string]]),
    ['First day', showDay(start)],
    ['Last day', end === null ? 'none: until it is stopped' : showDay(end)],
  ];
}

interface MandateViewProps {
  mandate: MandateViewDetail;
  /** Names the debits that a suspension cancels. */
  lost: ReactNode;
  /** Content of other features: transactions. */
  related: ReactNode;
}

/** The detail of a mandate for operators and the bank of the payer. */
export function MandateViewDetail({ mandate, lost, related }: MandateViewProps) {
  const mayWrite = useSession()?.user.roles.includes('mandates.write') ?? false;
  const { id, reference, state, merchantName, payerName, nextDueDay } = mandate;
  const texts =
    state === 'SUSPENDED'
      ? REINSTATE
      : {
          ...SUSPEND,
          text: (
            <>
              {SUSPEND.text} {config().domain === 'BANK' ? 'Only your bank' : 'Only an operator'}{' '}
              can lift it. {lost}
            </>
          ),
        };
  const change = useSwitch({
    id,
    name: reference,
    texts,
    blocked: whyBlocked(mandate),
    send: (reason = '') => call(texts.endpoint, { params: { mandateId: id }, body: { reason } }),
    refresh,
  });
  return (
    <DetailDrawer
      heading={`Mandate of ${payerName}`}
      state={state}
      stateLabels={MANDATE_STATE_LABELS[state]}
      reference={reference}
      actions={mayWrite ? change.actions : []}
      place={id}
      onClose={useBackTo('/dashboard/mandates')}
    >
      <MandateLifecycle mandate={mandate} />
      {mandate.reason && state !== 'ACTIVE' && <NoteBox tone="warning">{mandate.reason}</NoteBox>}
      <SummaryCard
        title="Between"
        rows={[['Payer', payerName], ['Merchant', merchantName], ...accountRows(mandate)]}
      />
      <SummaryCard
        title="Terms"
        rows={[
          ...termRows(mandate),
          ...(nextDueDay === null ? [] : [['Next due', showDay(nextDueDay)] as const]),
        ]}
      />
      <SummaryCard title="Limits" rows={limitRows(mandate)} />
      {related}
      <EventHistory
        query={historyQuery(listMandateViewEvents, { mandateId: id })}
        fields={{}}
        labels={EVENT_LABELS}
      />
      {change.dialog}
    </DetailDrawer>
  );
}
