import { linkOptions } from '@tanstack/react-router';
import { listCollections } from '@tegeka/contract/collections/collections.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { mandateDetails } from '@tegeka/contract/mandates/mandate-words.ts';
import { amountDue, dueDays } from '@tegeka/contract/mandates/schedule-days.ts';
import {
  getMandate,
  listMandates,
  MANDATE,
  type Mandate,
  type MandateState,
} from '@tegeka/contract/mandates/mandates.ts';
import {
  cancelMandate,
  listMandateEvents,
  pauseMandate,
  resumeMandate,
  sendMandate,
} from '@tegeka/contract/mandates/mandate-actions.ts';
import type { ReactNode } from 'react';
import { cache, endpointQuery, historyQuery } from '#platform/call/cache.ts';
import { callWith } from '#platform/call/call.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { useDebitDays } from '#ui/detail/debit-days.ts';
import { DetailDrawer } from '#ui/detail/detail-drawer.tsx';
import { type AskedAction, useQuestions } from '#ui/detail/detail-questions.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { TextLink } from '#ui/detail/related-list.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { MandateAsking } from './mandate-asking.tsx';
import { MandateEvidence } from './mandate-evidence.tsx';
import { EVENT_WORDS, WAY_WORDS } from './mandate-told.ts';
import { MandateLifecycle } from './mandate-lifecycle.tsx';

export const mandateQuery = (merchantId: string, mandateId: string) =>
  endpointQuery(getMandate, { params: { merchantId, mandateId } });

const REASON = {
  label: 'Reason',
  hint: 'Kept in the history for your colleagues.',
  missing: 'Say why, for your colleagues to read',
};

interface ActionWords extends Omit<AskedAction, 'name' | 'blocked' | 'send'> {
  endpoint: typeof sendMandate | typeof pauseMandate | typeof resumeMandate | typeof cancelMandate;
  from: readonly MandateState[];
  /** Why it can not be done in another state, where there is one. */
  otherwise?: string;
}

const UNANSWERED = ['GENERATED', 'PENDING_VERIFICATION'] as const;

const ACTIONS = {
  ask: {
    endpoint: sendMandate,
    label: 'Ask the payer',
    heading: 'Ask the payer?',
    text: 'They get a message, and have 7 days to answer.',
    done: 'The payer was asked.',
    from: UNANSWERED,
    otherwise: 'The payer has answered.',
  },
  send: {
    endpoint: sendMandate,
    label: 'Send again',
    heading: 'Ask the payer again?',
    text: 'They get a new message. Earlier links stay open as long as the newest one.',
    done: 'The payer was asked again.',
    from: UNANSWERED,
    otherwise: 'The payer has answered.',
  },
  wait: {
    endpoint: sendMandate,
    label: 'Wait longer',
    heading: 'Wait longer for the signed form?',
    text: 'The mandate waits for the form for 7 days from now.',
    done: 'The mandate waits for the form for 7 more days.',
    from: UNANSWERED,
    otherwise: 'The form is uploaded.',
  },
  pause: {
    endpoint: pauseMandate,
    label: 'Pause',
    heading: 'Pause this mandate?',
    text: 'Nothing is collected while it is paused. Days that pass meanwhile are not collected later.',
    done: 'The mandate is paused.',
    reason: REASON,
    from: ['ACTIVE'],
    otherwise: 'Only an active mandate can be paused.',
  },
  resume: {
    endpoint: resumeMandate,
    label: 'Resume',
    heading: 'Resume this mandate?',
    text: 'It is collected again from the next due day on.',
    done: 'The mandate is active again.',
    reason: { ...REASON, label: 'Reason (optional)', missing: null },
    from: ['PAUSED'],
    otherwise: 'The mandate is not paused.',
  },
  cancel: {
    endpoint: cancelMandate,
    label: 'Cancel mandate',
    leave: 'Keep it',
    heading: 'Cancel this mandate for good?',
    text: 'Nothing more is collected. To collect again, the payer must consent anew.',
    done: 'The mandate is cancelled.',
    reason: REASON,
    danger: true,
    from: MANDATE.states,
  },
} as const satisfies Record<string, ActionWords>;

type ActionName = keyof typeof ACTIONS;

/** What can be done with a mandate now, or why not; nothing with one that has ended. */
function actionsOf(
  { id, state, consentWay }: Mandate,
  rights: MerchantRights,
  lost: ReactNode,
): AskedAction[] {
  if (MANDATE.final.includes(state)) return [];
  const askFirst = state === 'GENERATED' ? 'ask' : 'send';
  const ask = consentWay === 'FORM' ? 'wait' : askFirst;
  const names: readonly ActionName[] =
    state === 'PAUSED' ? ['resume', 'cancel'] : [ask, 'pause', 'cancel'];
  const params = { merchantId: rights.merchantId, mandateId: id };
  return names.map((name) => {
    const { endpoint, from, otherwise, ...words }: ActionWords = ACTIONS[name];
    return {
      ...words,
      text:
        endpoint === pauseMandate || endpoint === cancelMandate ? (
          <>
            {words.text} {lost}
          </>
        ) : (
          words.text
        ),
      // The same button once they were asked.
      name: name === 'ask' ? 'send' : name,
      blocked: rights.blocked ?? (from.includes(state) ? null : (otherwise ?? null)),
      send: (reason) =>
        callWith(endpoint, { params, body: reason === undefined ? {} : { reason } }),
    };
  });
}

function refresh(): void {
  for (const { name } of [getMandate, listMandates, listMandateEvents, listCollections])
    void cache.invalidateQueries({ queryKey: [name] });
}

/** The next days on which the mandate is debited; with their amounts where these differ. */
function useUpcoming({ schedule, amount, start, end, state }: Mandate): string[] {
  const days = useDebitDays();
  if (!days || !['ACTIVE', 'REGISTERED'].includes(state)) return [];
  return dueDays(schedule, { start, end }, days.today, 5).map(({ day, index }) => {
    const due = schedule.kind === 'INSTALMENTS' ? amountDue(schedule, amount, index) : null;
    return `${showDay(days.debitOn(day))}${due === null ? '' : ` (${showMoney(due)})`}`;
  });
}

interface MandateDetailProps {
  mandate: Mandate;
  rights: MerchantRights;
  /** What other features have of the mandate: transactions. */
  related: ReactNode;
  /** The debits that a mandate loses once it is no longer active, in words. */
  lost: ReactNode;
}

/** A mandate: who consented to what, where it stands, and what can be done. */
export function MandateDetail({ mandate, rights, related, lost }: MandateDetailProps) {
  const { id, reference, state, customer, product, bank, accountName, accountLastFour } = mandate;
  const { mayWrite, merchantId } = rights;
  const days = useUpcoming(mandate);
  const questions = useQuestions(id, actionsOf(mandate, rights, lost), refresh);
  const change = linkOptions({
    to: '/dashboard/mandates/$mandateId/replace',
    params: { mandateId: id },
    search: true,
  });
  // Another one takes its place.
  const changes = ['ACTIVE', 'PAUSED'].includes(state)
    ? [{ name: 'replace', label: 'Change terms', blocked: rights.blocked, link: change }]
    : [];
  return (
    <DetailDrawer
      heading={`Mandate of ${customer.name}`}
      state={state}
      reference={reference}
      actions={mayWrite ? [...changes, ...questions.actions] : []}
      place={id}
      onClose={useBackTo('/dashboard/mandates')}
    >
      <MandateLifecycle mandate={mandate} />
      {mandate.reason && <p>{mandate.reason}</p>}
      <MandateAsking mandate={mandate} rights={rights} />
      <SummaryCard
        title="Payer"
        rows={[
          ['Customer', customer.name],
          ['Product', product?.name ?? 'none'],
          ['Bank', bank?.name ?? 'not known yet'],
          ['Account', accountLastFour === null ? 'not known yet' : `•••• ${accountLastFour}`],
          ['Name on the account', accountName ?? 'not known yet'],
          ['How they agree', WAY_WORDS[mandate.consentWay]],
        ]}
      />
      <SummaryCard
        title="Limits"
        rows={[
          ['Most per debit', showMoney(mandate.maxPerDebit)],
          ['What the payer reads', `${mandateDetails(mandate).join('. ')}.`],
          ...(mandate.replaces === null
            ? []
            : [
                [
                  'Takes the place of',
                  <TextLink
                    key={mandate.replaces}
                    link={linkOptions({
                      to: '/dashboard/mandates/$mandateId',
                      params: { mandateId: mandate.replaces },
                      search: true,
                    })}
                  >
                    Another mandate
                  </TextLink>,
                ] as const,
              ]),
          ...(days.length > 0 ? [['Next days', days.join(', ')] as const] : []),
        ]}
      />
      {related}
      <MandateEvidence mandate={mandate} merchantId={merchantId} />
      <EventHistory
        query={historyQuery(listMandateEvents, { merchantId, mandateId: id })}
        fields={{}}
        words={EVENT_WORDS}
      />
      {questions.dialog}
    </DetailDrawer>
  );
}
