import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { getMandateUsage } from '@tegeka/contract/debits/mandate-usage.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { mandateDetails } from '@tegeka/contract/mandates/mandate-texts.ts';
import { amountDue } from '@tegeka/contract/mandates/schedule-days.ts';
import { listMandateEvents } from '@tegeka/contract/mandates/mandate-actions.ts';
import { MANDATE, MANDATE_STATE_LABELS } from '@tegeka/contract/mandates/mandates.ts';
import {
  getMandate,
  type MandateDetail as Mandate,
} from '@tegeka/contract/mandates/mandate-detail.ts';
import type { ReactNode } from 'react';
import { cache, endpointQuery, historyQuery } from '#platform/call/cache.ts';
import { customerLink, mandateLink } from '#platform/router/entity-links.ts';
import { type MerchantRights, useMay } from '#platform/session/session.ts';
import { useDebitDays } from '#ui/detail/debit-days.ts';
import { DetailDrawer } from '#ui/detail/detail-drawer.tsx';
import { useActionDialogs } from '#ui/detail/detail-action-dialogs.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { TextLink } from '#ui/detail/shown-value.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { actionsOf, refreshMandate } from './mandate-actions.tsx';
import { MandateConsentRequest } from './mandate-consent-request.tsx';
import { MandateEvidence } from './mandate-evidence.tsx';
import { accountRows, EVENT_LABELS } from './mandate-labels.ts';
import { MandateLifecycle } from './mandate-lifecycle.tsx';
import { isLimited, upcomingDays } from './mandate-next-debits.ts';

export const mandateQuery = (merchantId: string, mandateId: string) =>
  endpointQuery(getMandate, { params: { merchantId, mandateId } });

/** The next days on which the schedule debits the mandate, with amounts for instalments. */
function useUpcoming(mandate: Mandate, merchantId: string): string[] {
  const { id, schedule, amount, state } = mandate;
  const days = useDebitDays();
  const mayRead = useMay('transactions.read');
  const { data: usage } = useQuery(
    {
      ...endpointQuery(getMandateUsage, { params: { merchantId, mandateId: id } }),
      enabled: mayRead && isLimited(mandate),
    },
    cache,
  );
  if (!days || !['ACTIVE', 'REGISTERED'].includes(state)) return [];
  return upcomingDays(mandate, usage, days.today).map(({ day, index }) => {
    const due = schedule.kind === 'INSTALMENTS' ? amountDue(schedule, amount, index) : null;
    return `${showDay(days.debitOn(day))}${due === null ? '' : ` (${showMoney(due)})`}`;
  });
}

/** Why the mandate is in its state, and who can lift a suspension. */
function StateNote({
  mandate: { state, reason, suspendedBy, reinstatableBy },
}: {
  mandate: Mandate;
}) {
  if (state === 'PAUSED')
    return (
      <NoteBox tone="warning" title="Paused">
        {reason && <p>{reason}</p>}
        <p>Nothing is collected until it is resumed.</p>
      </NoteBox>
    );
  if (state !== 'SUSPENDED' || suspendedBy === null) return reason && <p>{reason}</p>;
  const by = suspendedBy === 'BANK' ? "the payer's bank" : 'an operator of the platform';
  const how =
    reinstatableBy === 'BANK'
      ? 'Only the bank can lift it: ask your customer to call it.'
      : 'Only the operator can lift it: answer the email that told you, or write to the operator.';
  return (
    <NoteBox tone="warning" title={`Suspended by ${by}`}>
      {reason && <p>{reason}</p>}
      <p>{how}</p>
    </NoteBox>
  );
}

/** Links: to a change of terms, or for an ended mandate to a new one of the customer. */
function linksOf({ id, state, customer, replacement }: Mandate, { blocked }: MerchantRights) {
  if (state === 'ACTIVE' || state === 'PAUSED') {
    const link = linkOptions({
      to: '/dashboard/mandates/$mandateId/replace',
      params: { mandateId: id },
      search: true,
    });
    return [{ name: 'replace', label: 'Change terms', blocked, link }];
  }
  if (!MANDATE.final.includes(state) || (state === 'COMPLETED' && replacement)) return [];
  const link = linkOptions({
    to: '/dashboard/mandates/new',
    search: { customerId: customer.id },
  });
  return [{ name: 'another', label: 'New mandate for this customer', blocked, link }];
}

interface MandateDetailProps {
  mandate: Mandate;
  rights: MerchantRights;
  /** Content of other features: transactions. */
  related: ReactNode;
  /** Names the debits that are cancelled when the mandate is no longer active. */
  lost: ReactNode;
}

/** The detail of a mandate: lifecycle, terms, evidence, history and actions. */
export function MandateDetail({ mandate, rights, related, lost }: MandateDetailProps) {
  const { id, reference, state, customer } = mandate;
  const { mayWrite, merchantId } = rights;
  const requests = useActionDialogs(id, actionsOf(mandate, rights, lost), refreshMandate);
  return (
    <DetailDrawer
      heading={`Mandate of ${customer.name}`}
      state={state}
      stateLabels={MANDATE_STATE_LABELS[state]}
      reference={reference}
      actions={mayWrite ? [...linksOf(mandate, rights), ...requests.actions] : []}
      place={id}
      onClose={useBackTo('/dashboard/mandates')}
    >
      <MandateLifecycle mandate={mandate} />
      <StateNote mandate={mandate} />
      <MandateConsentRequest mandate={mandate} rights={rights} />
      <Payer mandate={mandate} />
      <Limits mandate={mandate} merchantId={merchantId} />
      {related}
      <MandateEvidence mandate={mandate} merchantId={merchantId} />
      <EventHistory
        query={historyQuery(listMandateEvents, { merchantId, mandateId: id })}
        fields={{}}
        labels={EVENT_LABELS}
      />
      {requests.dialog}
    </DetailDrawer>
  );
}

function Payer({ mandate }: { mandate: Mandate }) {
  const { customer, product } = mandate;
  return (
    <SummaryCard
      title="Payer"
      rows={[
        [
          'Customer',
          <TextLink key="" link={customerLink(customer.id)}>
            {customer.name}
          </TextLink>,
        ],
        ['Product', product?.name ?? 'none'],
        ...accountRows(mandate),
      ]}
    />
  );
}

function Limits({ mandate, merchantId }: { mandate: Mandate; merchantId: string }) {
  const days = useUpcoming(mandate, merchantId);
  const { replaced, replacement } = mandate;
  const other = (label: string, one: Mandate['replaced']) =>
    one === null
      ? []
      : [
          [
            label,
            <TextLink key={one.id} link={{ ...mandateLink(one.id), search: true }}>
              {one.name}
            </TextLink>,
          ] as const,
        ];
  return (
    <SummaryCard
      title="Limits"
      rows={[
        ['Maximum per debit', showMoney(mandate.maxPerDebit)],
        ['What the payer reads', `${mandateDetails(mandate).join('. ')}.`],
        ...other('Takes the place of', replaced),
        ...other('Change of terms', replacement),
        ...(days.length > 0 ? [['Next days', days.join(', ')] as const] : []),
      ]}
    />
  );
}
